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

test.each(['{"body":{"constructor":{"prototype":{"0":1}}}}', '{"a":[{"__proto__":{"0":1}}]}', '{"prototype":1}'])(
  'the framework gets nothing of %s',
  (json) => {
    const body = JSON.parse(json);
    expect(JSON.stringify(keep(body))).toBe('{}');
    expect(keptIn(keep(body))).toBe(body);
  },
);

test('the framework gets nothing of what is nested too deep', () => {
  const body = { a: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) };
  expect(JSON.stringify(keep(body))).toBe('{}');
});

test.each<[string, unknown]>([
  ['elements', Array(1_001).fill(0)],
  ['fields', Object.fromEntries(Array.from({ length: 1_001 }, (_, number) => [`field ${number}`, 0]))],
  ['empty lists', Array(1_001).fill([])],
  ['parts at many levels', Array(40).fill({ a: Array(24).fill({}) })],
  ['bytes', new Uint8Array(1)],
])('the framework gets nothing of too much to merge: %s', (_, body) => {
  const data = { body };
  expect(JSON.stringify(keep(data))).toBe('{}');
  expect(keptIn(keep(data))).toBe(data);
});

test('the framework gets bodies of as many parts as it can merge quickly', () => {
  const data = { body: Array(333).fill([[0]]) };
  expect(JSON.parse(JSON.stringify(keep(data)))).toEqual(data);
});

test('what a client puts there is no body', () => {
  expect(keptIn({ keptBody: { body: 1 } })).toBeUndefined();
});
