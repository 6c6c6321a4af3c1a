/** The method says of machines and cores what the kept sessions say: `./outcry compare` gives its ratios. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import type { Study } from '../../merge/claims/types.ts';
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

const REFERENCE = readFileSync(join(ROOT, 'docs/reference.md'), 'utf8');

/** The sessions kept in a folder, and the ratios to `baseline` of the first of them and of the second. */
async function keptRatios(folder: string, baseline: string): Promise<[Ratio[], Ratio[]]> {
  const scenarios = scenarioAbouts(await findScenarios());
  const records = (await runsNamed(join(ROOT, 'results/reference', folder), '', () => {}))!;
  const isSecond = ({ session }: RunRecord) => records.some((one) => one.session.id < session.id);
  const ratios = (second: boolean) => {
    const runs = records.filter((one) => isSecond(one) === second);
    return gateOf(runs, { name: baseline, framework: baseline }, [], scenarios).ratios;
  };
  return [ratios(false), ratios(true)];
}

const nameOf = ({ row }: Ratio) => row.merge.combination.frameworkLabel;

test('one machine and two', async () => {
  const [one, two] = await keptRatios('machines', 'bare');
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
  expect(REFERENCE).toContain(table.join('\n'));
  expect(REFERENCE).toContain(`**${agree.length} of ${pairs.length} ratios`);
});

test('both cores for the server, and one', async () => {
  const [both, one] = await keptRatios('cores', 'socket.io');
  const figures = [both[0]!.figure, 'serverCpu.typical'];
  const cell = (ratios: Ratio[], figure: string, name: string) =>
    withEnds(ratios.find((ratio) => ratio.figure === figure && nameOf(ratio) === name)!.ratio!);
  const table = [...new Set(both.map(nameOf))].map((name) => {
    const cells = figures.flatMap((figure) => [both, one].map((ratios) => cell(ratios, figure, name)));
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  expect(REFERENCE).toContain(table.join('\n'));
  const study = JSON.parse(readFileSync(join(ROOT, 'results/reference/studies/study-a.json'), 'utf8')) as Study;
  expect(study.aboutLatency).toContain(cell(one, figures[0]!, 'SignalR'));
});
