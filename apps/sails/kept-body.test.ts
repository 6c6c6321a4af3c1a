import { keep, keptIn } from './kept-body.ts';

test.each<[string, unknown]>([
  ['a dictionary', { body: 1 }],
  ['a field called __proto__', JSON.parse('{"body":{"__proto__":{"a":1}}}')],
  ['a field of the name that keeps it', { body: 1, keptBody: { body: 2 } }],
  ['a list', [1, 2]],
  ['text', 'text'],
  ['null', null],
  ['nothing', undefined],
])('%s comes out as it went in', (_, body) => {
  expect(JSON.stringify(keptIn(keep(body)))).toBe(JSON.stringify(body));
});

test('its JSON is that of the fields, so that the framework has nothing else to merge', () => {
  expect(JSON.parse(JSON.stringify(keep({ body: [1] })))).toEqual({ body: [1] });
  expect(JSON.stringify(keep([1]))).toBe('{}');
});

test('what a client puts there is no body', () => {
  expect(keptIn({ keptBody: { body: 1 } })).toBeUndefined();
});
