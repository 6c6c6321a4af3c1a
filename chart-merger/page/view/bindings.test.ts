import { parseBindings } from './bindings.ts';

describe('parseBindings', () => {
  test('reads paths, literals, negation and objects', () => {
    expect(
      parseBindings("text: row.name, visible: !busy, css: { 'has-dash': a.b, on: true }, n: -1.5, t: 'it\\'s'"),
    ).toEqual([
      ['text', { path: ['row', 'name'] }],
      ['visible', { not: { path: ['busy'] } }],
      [
        'css',
        {
          fields: [
            ['has-dash', { path: ['a', 'b'] }],
            ['on', { value: true }],
          ],
        },
      ],
      ['n', { value: -1.5 }],
      ['t', { value: "it's" }],
    ]);
  });

  test.each(['text: alert(1)', 'text: a + b', 'text', 'text: {a: 1', "text: 'open", 'text: a b', 'text:'])(
    'refuses %s',
    (text) => {
      expect(() => parseBindings(text)).toThrow(SyntaxError);
    },
  );
});
