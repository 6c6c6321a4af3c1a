import { WarmUps } from './warm-ups.ts';

test('a server that has levelled goes on as long as another has not', () => {
  const warmUps = new WarmUps(3);
  const [first, second] = [warmUps.turnsOf(0), warmUps.turnsOf(1)];
  first.level();
  second.level();
  expect([first.areUnlevel(), second.areUnlevel()]).toEqual([true, true]);
  warmUps.over(2);
  expect([first.areUnlevel(), second.areUnlevel()]).toEqual([false, false]);
});

test('one that has not levelled does not keep itself going', () => {
  expect(new WarmUps(1).turnsOf(0).areUnlevel()).toBe(false);
});

test('a server that has levelled makes room for those that wait', async () => {
  const warmUps = new WarmUps(20);
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
