import { OpenLoop } from './open-loop.ts';
import { FakeClock } from './testing/fakes.ts';

/** Runs a schedule from now on; gives what was sent as [seq, due, sent]. */
function looping(clock: FakeClock, plan: { rate: number; count: number; offsetMs?: number }) {
  const sends: [number, number, number][] = [];
  let over = 0;
  const send = (seq: number, due: number) => void sends.push([seq, due, clock.now()]);
  const loop = new OpenLoop(clock, { offsetMs: 0, ...plan }, clock.now(), send, () => over++);
  loop.run();
  return { sends, loop, over: () => over };
}

test('sends at the start and every interval after, and then says that all is sent, once', () => {
  const clock = new FakeClock();
  const { sends, over } = looping(clock, { rate: 2, count: 3 });
  clock.advance(999);
  expect(over()).toBe(0);
  clock.advance(5_000);
  expect(sends).toEqual([
    [0, 1000, 1000],
    [1, 1500, 1500],
    [2, 2000, 2000],
  ]);
  expect(over()).toBe(1);
});

test('an offset moves the whole schedule', () => {
  const clock = new FakeClock();
  const { sends } = looping(clock, { rate: 2, count: 2, offsetMs: 125 });
  clock.advance(5_000);
  expect(sends.map(([, due]) => due)).toEqual([1125, 1625]);
});

test('a hang skips nothing: late messages are all sent, keep the due time they had, and later ones are on time', () => {
  const clock = new FakeClock();
  const { sends } = looping(clock, { rate: 2, count: 5 });
  clock.hang(1200);
  clock.advance(5_000);
  expect(sends.map(([, due, sent]) => [due, sent])).toEqual([
    [1000, 1000],
    [1500, 2200],
    [2000, 2200],
    [2500, 2500],
    [3000, 3000],
  ]);
});

test('lateness does not add up over a rate that is no whole number of ms', () => {
  const clock = new FakeClock();
  const { sends } = looping(clock, { rate: 3, count: 301 });
  for (let i = 0; i < 1010; i++) clock.hang(100);
  expect(sends).toHaveLength(301);
  expect(sends[300]).toEqual([300, 101_000, 101_000]);
});

test('a loop that was stopped sends nothing more, also when that was in the middle of sending', () => {
  const clock = new FakeClock();
  const sends: number[] = [];
  const loop: OpenLoop = new OpenLoop(
    clock,
    { rate: 1000, count: 10, offsetMs: 0 },
    0,
    (seq) => {
      sends.push(seq);
      if (seq === 2) loop.stop();
    },
    () => sends.push(-1),
  );
  loop.run();
  clock.advance(1_000);
  expect(sends).toEqual([0, 1, 2]);
});

test('nothing to send is sent at once', () => {
  expect(looping(new FakeClock(), { rate: 1, count: 0 }).over()).toBe(1);
});

test('refuses a plan that cannot be kept', () => {
  const clock = new FakeClock();
  expect(() => looping(clock, { rate: 0, count: 1 })).toThrow('rate must be over 0, and not 0');
  expect(() => looping(clock, { rate: 1, count: 1.5 })).toThrow('whole number');
  expect(() => looping(clock, { rate: 1, count: 1, offsetMs: Number.NaN })).toThrow('offset');
});
