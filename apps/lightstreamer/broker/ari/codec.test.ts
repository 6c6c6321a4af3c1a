import {
  AriError,
  decodeString,
  encodeString,
  entryValues,
  integerValue,
  LineTokens,
  MAX_TOKENS,
  MAX_VALUE_CHARACTERS,
  modeValue,
  quoteLine,
  stringValue,
  writeLine,
} from './codec.ts';

test.each([
  [null, '#'],
  ['', '$'],
  ['#', '%23'],
  ['$', '%24'],
  ['load', 'load'],
  ['a b', 'a+b'],
  ['a+b', 'a%2Bb'],
  ['100%|a\r\n', '100%25%7Ca%0D%0A'],
  ['€ 😀', '%E2%82%AC+%F0%9F%98%80'],
  ['constructor', 'constructor'],
])('%j is %j on the wire, both ways', (value, encoded) => {
  expect(encodeString(value)).toBe(encoded);
  expect(decodeString(encoded)).toBe(value);
});

test('half a surrogate pair, which has no UTF-8, becomes the replacement character', () => {
  expect(decodeString(encodeString('a\ud800 b'))).toBe('a\ufffd b');
});

test('a value and a line may be long, but not too long', () => {
  expect(decodeString('x'.repeat(MAX_VALUE_CHARACTERS))).toHaveLength(MAX_VALUE_CHARACTERS);
  expect(() => decodeString('x'.repeat(MAX_VALUE_CHARACTERS + 1))).toThrow(`longer than ${MAX_VALUE_CHARACTERS} char`);
  expect(new LineTokens('1|A'.padEnd(3 + MAX_TOKENS - 2, '|')).id).toBe('1');
  expect(() => new LineTokens('1|A'.padEnd(3 + MAX_TOKENS - 1, '|'))).toThrow('there are more than 20000 tokens');
});

test('what is written is read again', () => {
  const name = entryValues([['name', 'a value']]);
  const values = [stringValue('a|b'), stringValue(null), integerValue(-3), 'D|2.5', 'B|1', modeValue('COMMAND')];
  const line = writeLine('7', 'ALL', [...values, ...name]);
  expect(line).toBe('7|ALL|S|a%7Cb|S|#|I|-3|D|2.5|B|1|M|C|S|name|S|a+value\n');
  const tokens = new LineTokens(line.trimEnd());
  expect([tokens.id, tokens.method]).toEqual(['7', 'ALL']);
  expect([tokens.text('one'), tokens.string('two')]).toEqual(['a|b', null]);
  expect([tokens.integer('three'), tokens.double('four')]).toEqual([-3, 2.5]);
  expect([tokens.boolean('five'), tokens.modes('six')]).toEqual([true, ['COMMAND']]);
  expect(tokens.list(() => tokens.text('the rest'))).toEqual(['name', 'a value']);
  tokens.end();
});

test.each(['1e3', '1.', '.5', '-0.25', '+2', '7E-2'])('%s is a number', (token) => {
  expect(new LineTokens(`1|A|D|${token}`).double('it')).toBe(Number(token));
});

const readList = (line: string): string[] => {
  const tokens = new LineTokens(line);
  const values = tokens.list(() => tokens.text('an item'));
  tokens.end();
  return values;
};

test.each([
  ['S', ['', '%', '%4', '%zz', '%ff', '%C3', 'a%E2%82']],
  ['D', ['', ' 1', '0x10', 'NaN', 'Infinity', '1e999', '1,5', '#', '--1']],
  ['I', ['', '1.5', '1e3', '#', 'one', '9999999999999999']],
  ['B', ['', '2', 'true', '#']],
  ['M', ['', 'r', 'RMDCR', 'RX', '%52']],
])('a value of type %s is none of %j', (type, wrong) => {
  for (const token of wrong) {
    const tokens = new LineTokens(`1|A|${type}|${token}`);
    const readers: Record<string, (what: string) => unknown> = {
      ...{ S: tokens.string, D: tokens.double, I: tokens.integer, B: tokens.boolean, M: tokens.modes },
    };
    expect(() => readers[type]!.call(tokens, 'it')).toThrow(AriError);
  }
});

test.each([
  ['1|A|', []],
  ['1|A', []],
  ['1|A|S|a', ['a']],
])('%j has the list %j', (line, values) => {
  expect(readList(line)).toEqual(values);
});

test.each([
  ['1|A|S|a|', 'an item should have type S'],
  ['1|A||', 'an item should have type S'],
  ['1|A|S|#', 'an item is null, in the line "1|A|S|#"'],
  ...['', '|', '1', '1|', '|A'].map((line): [string, string] => [line, 'an id and a method are expected first']),
])('the line %j is refused: %s', (line, message) => {
  expect(() => readList(line)).toThrow(message);
});

test('a quoted line has no more than 100 characters, no control characters and no credentials', () => {
  expect(quoteLine('1|A|\u001b[2J')).toBe('"1|A|\\u001b[2J"');
  expect(quoteLine('x'.repeat(101))).toBe(`"${'x'.repeat(100)}"… (101 characters)`);
  expect(quoteLine('1|RAC|S|password|S|secret')).not.toContain('secret');
});
