import { decode, encode, NoEjson } from './ejson.ts';

const round = (value: unknown) => decode(JSON.parse(JSON.stringify(encode(value))));

test.each<[string, unknown]>([
  ['JSON', { a: [1, null, 'x', { b: false }] }],
  ['a date', { at: new Date(1_000) }],
  ['bytes', [Uint8Array.of(0, 255, 7)]],
  ['what looks like a date', { $date: 5 }],
  ['what looks like a date with a date in it', { $date: new Date(7) }],
  ['what looks like escaped', { $escape: { $escape: 1 } }],
  ['what looks like a type', { $type: 'x', $value: { $binary: 'no base 64!' } }],
  ['a field with a dollar among others', { $date: 1, b: 2, c: 3 }],
])('%s comes back as it was', (_name, value) => {
  expect(round(value)).toEqual(value);
});

test('nothing is copied that stands for itself', () => {
  const value = { a: [1, { b: 2 }] };
  expect(encode(value)).toBe(value);
  expect(decode(value)).toBe(value);
});

test('encoding changes nothing of what was given', () => {
  const value = Object.freeze({ at: new Date(5), list: Object.freeze([new Date(6)]) });
  expect(encode(value)).toEqual({ at: { $date: 5 }, list: [{ $date: 6 }] });
});

test.each<[unknown, string]>([
  [{ $date: 'x' }, '$date'],
  [{ $date: 1e300 }, '$date'],
  [{ $binary: '?' }, '$binary'],
  [{ $binary: 5 }, '$binary'],
  [[{ $type: 'colour', $value: 1 }], 'no such type: "colour"'],
])('%j is refused', (json, why) => {
  expect(() => decode(json)).toThrow(NoEjson);
  expect(() => decode(json)).toThrow(why);
});
