import { AriError, decodeString, encodeString, LineTokens, MAX_TOKENS, quoteLine, writeLine } from './codec.ts';

test.each([
  [null, '#'],
  ['', '$'],
  ['#', '%23'],
  ['$', '%24'],
  ['a b', 'a+b'],
  ['a+b', 'a%2Bb'],
  ['100%|a\r\n', '100%25%7Ca%0D%0A'],
  ['€ 😀', '%E2%82%AC+%F0%9F%98%80'],
])('%j is %j on the wire, both ways', (value, encoded) => {
  expect(encodeString(value)).toBe(encoded);
  expect(decodeString(encoded)).toBe(value);
});

test('half a surrogate pair, which has no UTF-8, becomes the replacement character', () => {
  expect(decodeString(encodeString('a\ud800 b'))).toBe('a\ufffd b');
});

test('what is written is read again, and so is what adapters write', () => {
  expect(writeLine('7', 'GIS', ['a|b', null])).toBe('7|GIS|S|a%7Cb|S|#\n');
  const tokens = new LineTokens('7|ALL|S|a%7Cb|S|#|D|0.0|B|1|I|-3|D|-2.5e-1|M|RC|I|0|D|0|M|#|S|name');
  expect([tokens.id, tokens.method]).toEqual(['7', 'ALL']);
  expect([tokens.text(), tokens.string()]).toEqual(['a|b', null]);
  tokens.noLimit();
  expect([tokens.boolean(), tokens.modes(), tokens.modes()]).toEqual([true, ['RAW', 'COMMAND'], []]);
  expect(tokens.list(() => tokens.text())).toEqual(['name']);
  tokens.end();
  for (const empty of ['1|A|', '1|A']) expect(new LineTokens(empty).list(() => 'an item')).toEqual([]);
});

test.each([
  ['S', ['', '%', '%zz', '%C3', 'a%E2%82'], (tokens: LineTokens) => tokens.string()],
  ['S', ['', '#'], (tokens: LineTokens) => tokens.text()],
  ['D', ['', ' 1', '0x10', 'NaN', '1e999', '1,5', '#', '0.5'], (tokens: LineTokens) => tokens.noLimit()],
  ['I', ['', '1.5', '1e3', '#', '9999999999999999'], (tokens: LineTokens) => tokens.modes()],
  ['I|0|D|0|M', ['', 'r', 'RMDCR', 'RX'], (tokens: LineTokens) => tokens.modes()],
  ['B', ['', '2', 'true', '#'], (tokens: LineTokens) => tokens.boolean()],
])('a value of type %s is none of %j', (type, wrong, read) => {
  for (const token of wrong) expect(() => read(new LineTokens(`1|A|${type}|${token}`))).toThrow(AriError);
});

test('a line has an id and a method, and not too many tokens', () => {
  for (const line of ['', '|', '1', '1|', '|A']) expect(() => new LineTokens(line)).toThrow('an id and a method');
  expect(new LineTokens('1|A'.padEnd(3 + MAX_TOKENS - 2, '|')).id).toBe('1');
  expect(() => new LineTokens('1|A'.padEnd(3 + MAX_TOKENS - 1, '|'))).toThrow('there are more than 20000 tokens');
});

test('a quoted line has no more than 100 characters, no control characters and no credentials', () => {
  expect(quoteLine('1|A|\u001b[2J')).toBe('"1|A|\\u001b[2J"');
  expect(quoteLine('x'.repeat(101))).toBe(`"${'x'.repeat(100)}"… (101 characters)`);
  expect(quoteLine('1|RAC|S|password|S|secret')).not.toContain('secret');
});
