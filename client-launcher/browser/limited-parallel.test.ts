import { inLanes } from './limited-parallel.ts';

test('work is done on every item, never on more than the limit at once', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await inLanes([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    done.push(item);
    running -= 1;
  });
  expect(done).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('a failure keeps further items from being taken, and those under way are waited for', async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    if (item === 1) throw new Error('item 1 failed');
    await new Promise(setImmediate);
    ended.push(item);
  };
  await expect(inLanes([1, 2, 3, 4], 2, work)).rejects.toThrow('item 1 failed');
  expect(ended).toEqual([2]);
});
