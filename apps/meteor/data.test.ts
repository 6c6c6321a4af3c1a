import { carriedBy, dataIn, parametersOf, readParameters } from './data.ts';

const PROTO = JSON.parse('{"a":[{"__proto__":1}]}');

test.each([[null], ['"text" of quotes'], [0], [{ a: [{ b: 'c' }], hops: [1, 2] }]])('%j travels as it is', (data) => {
  expect(carriedBy(data)).toEqual({ data });
  expect(parametersOf(data)).toEqual([data]);
  expect(dataIn(carriedBy(data))).toEqual(data);
  expect(readParameters(parametersOf(data))).toEqual({ data });
});

test.each([[{ $date: 5 }], [{ a: [{ $type: 'x', $value: 1 }] }], [PROTO], [{ callee: 1 }]])(
  '%j would be altered, and travels as JSON text',
  (data) => {
    expect(carriedBy(data)).toEqual({ json: JSON.stringify(data) });
    expect(JSON.stringify(dataIn(carriedBy(data)))).toBe(JSON.stringify(data));
    expect(JSON.stringify(readParameters(parametersOf(data)))).toBe(JSON.stringify({ data }));
  },
);

test('no data has no parameters', () => {
  expect(parametersOf(undefined)).toEqual([]);
  expect(readParameters([])).toEqual({ data: undefined });
});

test('a value however deep costs the server no stack', () => {
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(readParameters([deep])!.data).toBe(deep);
});

test.each([
  ['a date', [new Date(5)]],
  ['bytes in an array', [[new Uint8Array(1)]]],
  ['text that is no JSON', [null, '{']],
  ['JSON text that is a number', [null, 5]],
])('%s is no data', (_what, parameters) => {
  expect(readParameters(parameters)).toBeNull();
});
