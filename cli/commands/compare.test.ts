/** The method says of one machine and two what the kept sessions say: `./outcry compare` gives its ratios. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import type { Interval } from '../../merge/compare/compare.ts';
import { gateOf } from '../../merge/gate/baseline.ts';
import type { Ratio } from '../../merge/gate/ratios.ts';
import { withEnds } from '../../metrics/numbers.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { ROOT } from '../../system/root.ts';
import { runsNamed } from '../options/runs-named.ts';

/** The quotient of two ratios of different sessions: halves of intervals of logarithms add in squares. */
function quotient(a: Interval, b: Interval): Interval {
  const half = ({ low, high }: Interval) => Math.log(high / low) / 2;
  const width = Math.hypot(half(a), half(b));
  const value = b.value / a.value;
  return { value, low: value / Math.exp(width), high: value * Math.exp(width) };
}

const nameOf = ({ row }: Ratio) => row.merge.combination.frameworkLabel;

test('one machine and two', async () => {
  const method = readFileSync(join(ROOT, 'docs/method.md'), 'utf8');
  const scenarios = scenarioAbouts(await findScenarios());
  const records = (await runsNamed(join(ROOT, 'results/reference/machines'), '', () => {}))!;
  const isOnTwo = ({ session }: RunRecord) => records.some((one) => one.session.id < session.id);
  const ratios = (two: boolean) =>
    gateOf(
      records.filter((one) => isOnTwo(one) === two),
      { name: 'bare', framework: 'bare' },
      [],
      scenarios,
    ).ratios;
  const [one, two] = [ratios(false), ratios(true)];
  const pairs = one.flatMap((here) => {
    const there = two.find((other) => other.figure === here.figure && nameOf(other) === nameOf(here));
    return here.ratio && there?.ratio ? [{ here: here as Ratio & { ratio: Interval }, there: there.ratio }] : [];
  });
  const agree = pairs.filter(({ here, there }) => {
    const { low, high } = quotient(here.ratio, there);
    return low <= 1 && high >= 1;
  });
  const of = (figure: string, name: string) => {
    const { here, there } = pairs.find((pair) => pair.here.figure === figure && nameOf(pair.here) === name)!;
    return `${withEnds(here.ratio)} | ${withEnds(there)}`;
  };
  const figures = [one[0]!.figure, 'serverCpu.typical'];
  const names = [...new Set(pairs.map(({ here }) => nameOf(here)))];
  const table = names.map((name) => `| ${name} | ${figures.map((figure) => of(figure, name)).join(' | ')} |`);
  expect(method).toContain(table.join('\n'));
  expect(method).toContain(`**${agree.length} of ${pairs.length} ratios`);
});
