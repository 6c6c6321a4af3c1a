import { availableParallelism } from 'node:os';
import { WarmUps } from './warm-ups.ts';

test('a server that has levelled goes on as long as another has not', () => {
  const warmUps = new WarmUps([3, 3, 3]);
  const [first, second] = [warmUps.turnsOf(0), warmUps.turnsOf(1)];
  first.level();
  second.level();
  expect([first.areUnlevel(), second.areUnlevel()]).toEqual([true, true]);
  warmUps.over(2);
  expect([first.areUnlevel(), second.areUnlevel()]).toEqual([false, false]);
});

test('one that has not levelled does not keep itself going', () => {
  expect(new WarmUps([3]).turnsOf(0).areUnlevel()).toBe(false);
});

test('a server that has levelled makes room for those that wait', async () => {
  const warmUps = new WarmUps(new Array(20).fill(3));
  const level = warmUps.turnsOf(0);
  level.level();
  const ends: (() => void)[] = [];
  const pieces = Array.from({ length: 20 }, (_, server) =>
    warmUps.turnsOf(server).take(() => new Promise<void>((resolve) => void ends.push(resolve))),
  );
  expect(level.areUnlevel()).toBe(false);
  for (let ended = 0; ended < 20; ended++) {
    await new Promise(setImmediate);
    ends[ended]!();
  }
  await Promise.all(pieces);
  expect(level.areUnlevel()).toBe(true);
});

test('the server that needs most pieces is not kept waiting', async () => {
  const pieces = 20;
  const warmUps = new WarmUps([1, 1, pieces]);
  const turns: number[] = [];
  const takeAll = async (server: number, count: number): Promise<void> => {
    for (let piece = 0; piece < count; piece++) {
      await warmUps.turnsOf(server).take(async () => {
        turns.push(server);
        await new Promise(setImmediate);
      });
    }
  };
  const others = Array.from({ length: 500 }, (_, index) => takeAll(index % 2, 1));
  await Promise.all([...others, takeAll(2, pieces)]);
  // While it had pieces to do, each of the other cores had as many of others.
  expect(turns.lastIndexOf(2)).toBeLessThan((pieces + 2) * availableParallelism());
});

test('work that is done alone waits for the pieces under way, and those that wait begin after it', async () => {
  const warmUps = new WarmUps([3, 3]);
  const happened: string[] = [];
  let end = (): void => {};
  const under = warmUps.turnsOf(0).take(() => new Promise<void>((resolve) => (end = resolve)));
  await new Promise(setImmediate);
  const alone = warmUps.alone(async () => void happened.push('alone'));
  const next = warmUps.turnsOf(1).take(async () => void happened.push('next'));
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect(happened).toEqual([]);
  end();
  await Promise.all([under, alone, next]);
  expect(happened).toEqual(['alone', 'next']);
});

test('work that fails alone lets the pieces go on', async () => {
  const warmUps = new WarmUps([3]);
  await expect(warmUps.alone(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await expect(warmUps.turnsOf(0).take(async () => 'done')).resolves.toBe('done');
});
