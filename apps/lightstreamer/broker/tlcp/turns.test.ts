import { Turns } from './turns.ts';

/** Turns with a clock that stands still until it is moved on. */
function trial(frequency: number, room: number) {
  const gone: string[] = [];
  const alarms: { at: number; then: () => void }[] = [];
  const state = { now: 0, lost: 0 };
  const turns = new Turns(frequency, room, {
    go: ([value], key) => gone.push(`${key}${value}`),
    lose: () => {
      state.lost += 1;
    },
    later: (at, then) => alarms.push({ at, then }),
    now: () => state.now,
  });
  const moveTo = (now: number): void => {
    for (;;) {
      const [next] = alarms.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      alarms.splice(alarms.indexOf(next), 1);
      state.now = Math.max(state.now, next.at);
      next.then();
    }
    state.now = now;
  };
  return { turns, gone, state, moveTo };
}

test('the first goes at once, and each of those that wait when it is its turn', () => {
  const { turns, gone, moveTo } = trial(10, 2);
  for (const value of ['1', '2', '3', '4', '5', '6']) turns.take([value], 'x');
  expect(gone).toEqual(['x1']);
  moveTo(99);
  expect(gone).toEqual(['x1']);
  moveTo(100);
  expect(gone).toEqual(['x1', 'x5']);
  moveTo(200);
  expect(gone).toEqual(['x1', 'x5', 'x6']);
});

test('keys do not wait for each other', () => {
  const { turns, gone } = trial(10, 1);
  for (const key of ['x', 'y']) for (const value of ['1', '2']) turns.take([value], key);
  expect(gone).toEqual(['x1', 'y1']);
});

test('what comes while others wait stays behind them, though the limit has been lifted', () => {
  const { turns, gone, moveTo } = trial(10, Number.POSITIVE_INFINITY);
  for (const value of ['1', '2', '3']) turns.take([value], 'x');
  turns.frequency = Number.POSITIVE_INFINITY;
  turns.take(['4'], 'x');
  expect(gone).toEqual(['x1']);
  moveTo(100);
  expect(gone).toEqual(['x1', 'x2', 'x3', 'x4']);
  turns.take(['5'], 'x');
  expect(gone).toContain('x5');
});

test('a key that was forgotten begins anew, and what waited is not sent in its name', () => {
  const { turns, gone, moveTo } = trial(10, 1);
  turns.take(['1'], 'x');
  turns.take(['2'], 'x');
  moveTo(50);
  turns.forget('x');
  turns.take(['3'], 'x');
  turns.take(['4'], 'x');
  moveTo(100);
  expect(gone).toEqual(['x1', 'x3']);
  moveTo(150);
  expect(gone).toEqual(['x1', 'x3', 'x4']);
});

test('what may wait is bounded whatever was asked for, and what that costs is counted', () => {
  const { turns, state } = trial(1, Number.POSITIVE_INFINITY);
  for (let n = 0; n < 1_102; n++) turns.take([`${n}`], 'x');
  expect(state.lost).toBe(101);
  for (let n = 0; n < 3; n++) turns.take(['x'.repeat(800_000)], 'y');
  expect(state.lost).toBe(102);
});

test('rows that a small buffer drops are not counted as lost', () => {
  const { turns, state } = trial(1, 2);
  for (let n = 0; n < 10; n++) turns.take([`${n}`], 'x');
  expect(state.lost).toBe(0);
});
