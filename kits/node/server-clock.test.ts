import { monotonicMs } from '../../system/monotonic.ts';
import { followClock, now } from './server-clock.ts';

/** Demands that the clock lies between two readings of another, to the microsecond. */
function expectBetween(read: () => number): void {
  const before = read();
  const time = now();
  const after = read();
  expect(time).toBeGreaterThanOrEqual(before - 0.002);
  expect(time).toBeLessThanOrEqual(after + 0.002);
}

afterEach(() => followClock(monotonicMs));

test('it is the host’s monotonic clock, in microseconds', () => {
  expectBetween(monotonicMs);
  const time = now();
  expect(Math.abs(time * 1e3 - Math.round(time * 1e3))).toBeLessThan(0.001);
});

test.each([-483_379.304, 0, 1e9 + 0.25])('with a runtime whose clock is off by %s ms it follows the host’s', (off) => {
  const hostNow = () => monotonicMs() + off;
  followClock(hostNow);
  expectBetween(hostNow);
});

test('one slow reading of many does not move it', () => {
  let readings = 0;
  followClock(() => {
    const time = monotonicMs();
    const until = readings++ % 2 === 0 ? time + 1 : time;
    while (monotonicMs() < until);
    return time;
  });
  expectBetween(monotonicMs);
});
