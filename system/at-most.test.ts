import { atMost } from './at-most.ts';

test('runs as many tasks at once as it may, and gives their results in order', async () => {
  let [running, most] = [0, 0];
  const task = (result: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return result;
  };
  expect(await atMost(2, [task(1), task(2), task(3)])).toEqual([1, 2, 3]);
  expect(most).toBe(2);
});

test('throws the first error after all tasks have ended', async () => {
  const ended: string[] = [];
  const fails = (name: string) => async () => {
    ended.push(name);
    throw new Error(name);
  };
  const last = async () => void ended.push('last');
  await expect(atMost(1, [fails('first'), fails('second'), last])).rejects.toThrow('first');
  expect(ended).toEqual(['first', 'second', 'last']);
});
