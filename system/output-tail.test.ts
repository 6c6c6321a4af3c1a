import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { tailOf } from './output-tail.ts';

async function tailAfter(lines: number, ...chunks: (string | Buffer)[]): Promise<string[]> {
  const output = new PassThrough();
  const tail = tailOf(lines, output);
  for (const chunk of chunks) output.write(chunk);
  output.end();
  await setImmediate();
  return tail();
}

test('the last lines are kept, however they arrive', async () => {
  expect(await tailAfter(2, 'one\ntw', 'o\r\nthree\n')).toEqual(['two', 'three']);
  expect(await tailAfter(2, 'one\n', 'begun')).toEqual(['one', 'begun']);
  const sign = Buffer.from('é\n');
  expect(await tailAfter(2, sign.subarray(0, 1), sign.subarray(1))).toEqual(['é']);
});

test('a line that never ends takes no more memory than a long one', async () => {
  const chunks = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
  const [line] = await tailAfter(2, ...chunks);
  expect(line).toBe('x'.repeat(4096));
});
