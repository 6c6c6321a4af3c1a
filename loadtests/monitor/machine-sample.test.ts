import { preflightSamples } from './machine-sample.ts';
import { ProcessMeter } from './tree-meter.ts';

test('a preflight check has timers, round trips and two readings of the machine at least', async () => {
  const bench = new ProcessMeter(() => [process.pid]);
  const { lateness, roundTrips, surroundings } = await preflightSamples(0.1, bench, process.pid);
  expect(lateness.length).toBeGreaterThan(0);
  expect(lateness.every((ms) => ms >= 0)).toBe(true);
  expect(roundTrips.every((ms) => ms > 0)).toBe(true);
  const [first, last] = [surroundings.readings[0]!, surroundings.readings.at(-1)!];
  expect(last.at).toBeGreaterThan(first.at);
  expect(last.ownSeconds).toBeGreaterThanOrEqual(first.ownSeconds);
});
