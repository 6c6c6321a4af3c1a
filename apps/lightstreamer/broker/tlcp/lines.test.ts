import { seededRandom } from '../../../../protocol/random.ts';
import { encodeValues, line, updateLine, type Value } from './lines.ts';

/** Reads a list of values as a client does: the algorithm of the specification, written a second time. */
function decode(text: string, before: readonly Value[]): Value[] {
  const values = [...before];
  let at = 0;
  for (const part of text.split('|')) {
    if (/^\^\d+$/.test(part)) at += Number(part.slice(1));
    else if (part === '') at += 1;
    else values[at++] = part === '#' ? null : part === '$' ? '' : decodeURIComponent(part);
  }
  expect(at).toBe(values.length);
  return values;
}

const ESCAPED = ['#', '$', '^', '^3', '#a', 'a|b', 'a,b', '100%', '%7C', 'line\r\nline'];
const TEXTS: readonly Value[] = [null, '', ...ESCAPED, 'ü€😀', ' ', 'plain'];

test('a client gets the values that were sent, whatever is in them and whatever changed', () => {
  const random = seededRandom(7, 0);
  let before: Value[] | null = null;
  for (let round = 0; round < 2_000; round++) {
    const values: Value[] = Array.from({ length: 6 }, (_, at) =>
      before !== null && random() < 0.5 ? before[at]! : TEXTS[Math.floor(random() * TEXTS.length)]!,
    );
    const text = encodeValues(values, before);
    expect(text).not.toMatch(/[\r\n]/);
    expect(decode(text, before ?? values.map(() => 'nothing yet'))).toEqual(values);
    before = values;
  }
});

test('what has not changed costs a separator, a longer run of it three characters', () => {
  expect(encodeValues(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'])).toBe('^4');
  expect(encodeValues(['a', 'x', 'c', 'd'], ['a', 'b', 'c', 'd'])).toBe('|x||');
  expect(encodeValues(['x', 'b', 'c', 'd', 'e'], ['a', 'b', 'c', 'd', 'e'])).toBe('x|^4');
  expect(updateLine(3, 1, ['a'], ['a'])).toBe('U,3,1,\r\n');
});

test('texts among the arguments cannot break a line or add an argument', () => {
  expect(line('END', 0, 'a,b\r\nc%')).toBe('END,0,a%2Cb%0D%0Ac%25\r\n');
});
