import { parseJson } from './json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  ['[1,\n NaN]', 'line 2, column 2: not JSON: unexpected "NaN"'],
  ['{"a": -Infinity}', 'line 1, column 7: not JSON: unexpected "-Infinity"'],
  ['{"a": 01}', 'line 1, column 8: not JSON: unexpected "1"'],
  ["{'a': 1}", 'line 1, column 2: not JSON: unexpected "\'"'],
  ['{"a": "x\ny"}', 'line 1, column 9: not JSON: unexpected "\\n"'],
  ['{"a": "\\x"}', 'line 1, column 8: not JSON: unexpected "\\\\"'],
  ['{"a": "\\u12"}', 'line 1, column 8: not JSON: unexpected "\\\\"'],
  ['{"a": "', 'line 1, column 8: not JSON: unexpected end'],
  ['[1, 2\n\n', 'line 3, column 1: not JSON: unexpected end'],
  ['[1,]', 'line 1, column 4: not JSON: unexpected "]"'],
  ['[1}', 'line 1, column 3: not JSON: unexpected "}"'],
  ['{"a"}', 'line 1, column 5: not JSON: unexpected "}"'],
  ['{"a":}', 'line 1, column 6: not JSON: unexpected "}"'],
  ['{"a":1,}', 'line 1, column 8: not JSON: unexpected "}"'],
  ['{1: 2}', 'line 1, column 2: not JSON: unexpected "1"'],
  ['[1] oops', 'line 1, column 5: not JSON: unexpected "oops"'],
  ['{"a": 1}\n{"a": 2}\n', 'line 2, column 1: not JSON: unexpected "{"'],
  ['<html>', 'line 1, column 1: not JSON: unexpected "<"'],
  ['\u001f\ufffd', 'line 1, column 1: not JSON: unexpected "\\u001f"'],
  ['', 'line 1, column 1: not JSON: unexpected end'],
])('%j is refused with the place', (text, message) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(() => parseJson(text)).toThrow(message);
});

test.each([
  '{}',
  '[]',
  ' {"a": [1, -2.5e+3, true, null, "\\u00e9\\n"], "b": {}, "": [[], {}]} ',
  '"x"',
  '0',
  `{"a":"${'['.repeat(1000)}","${'{'.repeat(1000)}":1,"\\"${'['.repeat(1000)}":2}`,
  nested(100),
  `[${Array(1000).fill('{"a":[]}').join(',')}]`,
])('%j is read', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each([
  ['one level more than is allowed', nested(101)],
  ['levels that are never closed', '['.repeat(20_000_000)],
  ['objects', '{"a":'.repeat(101)],
  ['arrays and objects by turns', '[{"a":'.repeat(51)],
])('too deep a text is refused before it is read: %s', (_, text) => {
  const { parse } = JSON;
  JSON.parse = () => {
    throw new Error('read');
  };
  try {
    expect(() => parseJson(text)).toThrow(/^line 1, column \d+: nested deeper than 100 levels$/);
  } finally {
    JSON.parse = parse;
  }
});

test('long texts and long strings are read without recursion', () => {
  const long = JSON.stringify(['\n"'.repeat(2_000_000), ' '.repeat(5_000_000), Array(500_000).fill({})]);
  expect(parseJson(`${long}${' '.repeat(5_000_000)}`)).toHaveLength(3);
});
