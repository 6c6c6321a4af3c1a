import { readUpload } from './read-upload.ts';

const posted = (text: string) => () => readUpload({ name: null, body: new TextEncoder().encode(text) });

describe('several files posted together', () => {
  test.each([
    ['closed again', `{"files": ${'['.repeat(101)}${']'.repeat(101)}}`],
    ['of the size that is allowed', `{"files":${'['.repeat(50_000_000)}`],
  ])('are refused by their depth before they are read: %s', (_, text) => {
    const { parse } = JSON;
    let read = 0;
    JSON.parse = (...given) => {
      read++;
      return parse(...given);
    };
    try {
      expect(posted(text)).toThrow(
        expect.objectContaining({ status: 400, code: 'bad-json', message: expect.stringContaining('deeper than 100') }),
      );
    } finally {
      JSON.parse = parse;
    }
    expect(read).toBe(0);
  });

  test('that are only long are read', () => {
    const text = JSON.stringify({ files: [{ name: 'x.json', text: `[${'['.repeat(1000)}` }] });
    expect(posted(text)().notes[0]).toContain('is nested deeper than 100 levels');
  });
});
