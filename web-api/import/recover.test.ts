import { findFault } from '../http/json-scan.ts';
import { readElements } from './recover.ts';

const read = readElements;
const names = (text: string) => read(text).elements.map((element) => (element as { Framework: string }).Framework);
const run = (name: string) => `{"Framework": "${name}", "Charts": [{"Title": "t", "Data": [1, 2]}]}`;

/** 50 broken elements, each with a whole one and the next broken one in it, and lines after them until it is cut off. */
const insideEachOther = (lines: number) => `[${'{"a":[{"Framework":1},'.repeat(50)}${'\n'.repeat(lines)}`;

/** How often `work` looks at a character of any text, or searches one. */
function looksOf(work: () => void): number {
  const { charCodeAt, indexOf } = String.prototype;
  let looks = 0;
  String.prototype.charCodeAt = function (...where) {
    looks++;
    return charCodeAt.apply(this, where);
  };
  String.prototype.indexOf = function (...what) {
    looks++;
    return indexOf.apply(this, what);
  };
  try {
    work();
  } finally {
    Object.assign(String.prototype, { charCodeAt, indexOf });
  }
  return looks;
}

describe('a broken file', () => {
  test('gives the runs before and after the broken place, and says where that is', () => {
    const text = `[\n${run('a')},\n${run('b').replace('1, 2', '1,\n NaN')},\n${run('c')}\n]`;
    expect(names(text)).toEqual(['a', 'c']);
    expect(read(text).notes).toEqual([
      'line 4, column 2 ([1].Charts[0].Data[1]): expected a value, found "NaN"; skipped from line 3 to line 5',
    ]);
  });

  test('that was cut off gives the runs before the cut', () => {
    const text = `[${run('a')},${run('b')},${run('c').slice(0, 40)}`;
    expect(names(text)).toEqual(['a', 'b']);
    expect(read(text).notes[0]).toMatch(/skipped from line 1 to the end/);
    expect(read(`[${run('a')}`).notes[0]).toMatch(/expected "\]", found the end.*cut off/);
  });

  test.each([
    ['a bracket is missing', `[${run('a')},${run('b').slice(0, -2)},${run('c')}]`, ['a', 'c']],
    ['a quote is missing', `[${run('a')},${run('b').replace('"Title"', '"Title')},${run('c')}]`, ['a', 'c']],
    ['a comma is missing', `[${run('a')} ${run('b')}]`, ['a', 'b']],
    ['a comma is too many', `[${run('a')},]`, ['a']],
    ['text stands between', `[${run('a')}, oops, ${run('b')}]`, ['a', 'b']],
    ['text follows', `[${run('a')}] oops`, ['a']],
    ['the first one is broken', `[{"Framework": }, ${run('b')}]`, ['b']],
    ['a byte order mark leads', `\ufeff[${run('a')}]`, ['a']],
  ])('in which %s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test('says something about each of these, but nothing about a good one', () => {
    expect(read(`[${run('a')} ${run('b')}]`).notes).toHaveLength(1);
    expect(read(`[${run('a')}] oops`).notes[0]).toContain('text after the end');
    expect(read(`[${run('a')}, ${run('b')}]`).notes).toEqual([]);
  });

  test.each(['', '   ', 'hello', '{"Framework": ', '<html>'])('without a run in it says so: %j', (text) => {
    const { elements, notes } = read(text);
    expect(elements).toEqual([]);
    expect(notes[0]).toMatch(/^line 1, column \d+.*nothing could be read$/);
  });

  test.each([
    ['endless opening brackets', `[${'['.repeat(300_000)}`],
    ['beginnings and nothing else', '[{'.repeat(1_000_000)],
    ['beginnings of runs and nothing else', `[${'{"Framework"'.repeat(500_000)}`],
    ['endless opening braces', `[${'{"a":'.repeat(300_000)}`],
    ['broken places without end', `[${'{"Framework":},{"Framework":1},'.repeat(50_000)}`],
    ['broken places after endless lines', `[${'\n'.repeat(8_000_000)}${'{"Framework":},{"Framework":1},'.repeat(100)}`],
    ['elements inside each other, cut off after endless lines', insideEachOther(8_000_000)],
    ['a wide and broken one', `[{"a":[${'1,'.repeat(500_000)}x]},${run('z')}]`],
    ['nested objects in a broken one', `[{"a":[${'{"b":{"c":1}},'.repeat(100_000)}x]},${run('z')}]`],
    ['a million elements', `[${'1,'.repeat(1_000_000)}1]`],
    ['a million elements before a broken one', `[${'1,'.repeat(1_000_000)}x]`],
    ['one long text', `[{"a":"${'x'.repeat(2_000_000)}`],
  ])('made to be slow is read or given up: %s', (_, text) => {
    const { elements, notes } = read(text);
    expect(elements.length).toBeLessThanOrEqual(10_000);
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.length).toBeLessThan(110);
  });

  test.each([
    ['broken places', `[${'\n'.repeat(20_000)}${'{"Framework":},{"Framework":1},'.repeat(100)}`],
    ['elements inside each other', insideEachOther(50_000)],
  ])('has its lines counted once, and not for each of its %s', (_, text) => {
    const looks = looksOf(() => read(text));
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(12 * text.length);
  });

  test('has the right lines named after elements that were found inside broken ones', () => {
    const { notes } = read(`[\n{"a":[\n{"Framework":1},\n{"a":[\n{"Framework":2},\n\n`);
    expect(notes).toEqual([
      expect.stringMatching(/^line 7, column 1 .*skipped from line 2 to line 3$/),
      expect.stringMatching(/^line 7, column 1 .*skipped from line 4 to line 5$/),
      expect.stringMatching(/^line 7, column 1: expected "\]", found the end; the file seems to be cut off$/),
    ]);
  });

  test('with an element that is too long for a run is read without it', () => {
    const long = `{"Framework": "b", "Charts": [${'{},'.repeat(8_000_000)}{}]}`;
    expect(names(`[${run('a')},${long},${run('c')}]`)).toEqual(['a', 'c']);
    expect(read(`[${long}]`).notes).toEqual(['element [0] is longer than 20 MiB, which no run is; it was skipped']);
    expect(read(long).notes).toEqual(['it is longer than 20 MiB, which no run is']);
  });

  test('of elements that are all broken at one far place is given up before each of them was tried', () => {
    const far = (spaces: number) => `[${'{"Framework":['.repeat(50)}${' '.repeat(spaces)}`;
    expect(read(far(1_000_000)).notes.at(-1)).toContain('the search for whole runs was given up');
    expect(read(far(10)).notes.join()).not.toContain('given up');
  });
});

describe('where JSON is broken', () => {
  test.each([
    ['{"a": {"b": [1, NaN]}}', 'a.b[1]', 'expected a value, found "NaN"'],
    ['{"a": -Infinity}', 'a', 'expected a value, found "-Infinity"'],
    ['{"a": 01}', 'a', 'expected "," or "}", found "1"'],
    ["{'a': 1}", '', 'expected a field name in quotes, found "\'"'],
    ['{"a": "x\ny"}', 'a', 'a text must not go over the end of the line'],
    ['{"a": "\\x"}', 'a', 'no such escape in a text'],
    ['[1, 2', '[1]', 'expected "," or "]", found the end'],
    ['{} {}', '', 'expected the end, found "{"'],
  ])('%j', (text, field, problem) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findFault(text)).toMatchObject({ field, problem });
  });

  test.each(['{}', '[]', ' {"a": [1, -2.5e+3, true, null, "\\u00e9\\n"], "b": {}} ', '"x"', '0'])(
    'nothing is wrong with %j',
    (text) => {
      expect(() => JSON.parse(text)).not.toThrow();
      expect(findFault(text)).toBeNull();
    },
  );
});
