import { AriError } from './codec.ts';
import { LineReader } from './line-reader.ts';

function read(chunks: readonly (string | Buffer)[], maxBytes = 1000): string[] {
  const lines: string[] = [];
  const reader = new LineReader(maxBytes, (line) => lines.push(line));
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return lines;
}

const TEXT = '1|A|S|ä€😀\r\n2|B\n\n3|C|S|x\r\n';
const LINES = ['1|A|S|ä€😀', '2|B', '', '3|C|S|x'];

test('lines end with \\n or \\r\\n', () => {
  expect(read([TEXT])).toEqual(LINES);
});

test('the chunks make no difference, even when they cut a character', () => {
  const bytes = Buffer.from(TEXT);
  for (let size = 1; size < bytes.length; size += 1) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    expect(read(chunks)).toEqual(LINES);
  }
});

test('a \\r that does not come before the end belongs to the line', () => {
  expect(read(['a\rb\r\r\n'])).toEqual(['a\rb\r']);
});

test('a line that has not ended is not told', () => {
  expect(read(['1|A\n2|'])).toEqual(['1|A']);
});

test('a line may have as many bytes as allowed, and not one more, whether it has ended or not', () => {
  expect(read(['x'.repeat(10), '\n'], 10)).toEqual(['x'.repeat(10)]);
  expect(() => read([`${'x'.repeat(11)}\n`], 10)).toThrow(AriError);
  expect(() => read(['x'.repeat(6), 'x'.repeat(5)], 10)).toThrow(AriError);
  expect(() => read(['x'.repeat(6), `${'x'.repeat(5)}\n`], 10)).toThrow('there are more than 10 bytes');
});

test('a long line in many small pieces is put together, and the next one starts afresh', () => {
  const long = 'y'.repeat(300_000);
  const pieces = Array.from({ length: 3000 }, (_, n) => long.slice(n * 100, (n + 1) * 100));
  expect(read([...pieces, '\nnext\n'], 400_000)).toEqual([long, 'next']);
});
