import { LineQueue } from './line-queue.ts';

/** Everything a reader gets until the lines end. */
async function all(lines: LineQueue): Promise<string[]> {
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

/** Whether `promise` has been kept once everything that could go on has gone on. */
async function isKept(promise: Promise<unknown>): Promise<boolean> {
  let kept = false;
  void promise.then(() => {
    kept = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return kept;
}

describe('lines that wait', () => {
  test('are read in their order, those that come while somebody reads as well', async () => {
    const lines = new LineQueue();
    lines.push('a');
    lines.push('b');
    const reading = all(lines);
    await lines.taken();
    lines.push('c');
    lines.end();
    lines.push('too late');
    expect(await reading).toEqual(['a', 'b', 'c']);
  });

  test('are taken when the reader has them all and asks for more, and not before', async () => {
    const lines = new LineQueue();
    lines.push('a');
    lines.push('b');
    const taken = lines.taken();
    const reader = lines[Symbol.asyncIterator]();
    await reader.next();
    await reader.next();
    expect(await isKept(taken)).toBe(false);
    void reader.next();
    expect(await isKept(taken)).toBe(true);
  });

  test('that were never pushed need not be waited for', async () => {
    expect(await isKept(new LineQueue().taken())).toBe(true);
  });

  test('are forgotten when they are cancelled, and who waits for them goes on', async () => {
    const lines = new LineQueue();
    lines.push('a');
    const taken = lines.taken();
    lines.cancel();
    expect(await all(lines)).toEqual([]);
    expect(await isKept(taken)).toBe(true);
  });
});
