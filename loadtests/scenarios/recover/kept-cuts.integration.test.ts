/** What the README says of network cuts is what the kept records of study G have. */
import { isSaturated } from '../../../merge/run-facts.ts';
import { keptRuns, numbersIn, secondsOf } from './testing/kept-cuts.ts';

test('clients are without messages for as long as it is said', () => {
  const said = /again ([\d.]+) to (\d+) s after a cut of 20 s began, (\d+) s in the middle of (\d+) runs/;
  const [least, most, middle, count] = numbersIn('loadtests/scenarios/recover/README.md', said);
  const silent = keptRuns(['cut-20', 'cut-20-recovery'])
    .filter((run) => !isSaturated(run))
    .map((run) => secondsOf(run, 'offline') + secondsOf(run, 'back50'))
    .sort((a, b) => a - b);
  expect(silent).toHaveLength(count!);
  expect(silent[0]).toBeCloseTo(least!, 1);
  expect(Math.round(silent.at(-1)!)).toBe(most);
  expect(Math.round(silent[silent.length >> 1]!)).toBe(middle);
});
