/** What READMEs say of network cuts (this scenario's, SignalR's) is what the kept records of study G have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSaturated } from '../../../merge/run-facts.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { PACKED, readPacked, recordsIn } from '../../../records/packed-session.ts';
import { ROOT } from '../../../system/root.ts';

const KEPT = join(ROOT, 'results/reference/kept');

/** The valid kept runs of parts of study G. */
const keptRuns = (...parts: string[]): RunRecord[] =>
  readdirSync(KEPT)
    .filter((name) => name.startsWith('study-g-') && parts.some((part) => name.endsWith(`.${part}`)))
    .flatMap((name) => recordsIn(readPacked(join(KEPT, name, PACKED))))
    .map(([, text]) => JSON.parse(text) as RunRecord)
    .filter(({ validity }) => validity.every(({ level }) => level !== 'fatal'));

/** The first sample of a gauge in ms, as seconds. */
function secondsOf({ metrics }: RunRecord, name: string): number {
  const metric = metrics[name];
  if (metric?.kind !== 'gauge') throw new Error(`${name} is no gauge`);
  return metric.samples![0]! / 1_000;
}

function countOf({ metrics }: RunRecord, name: string): { total: number; series: number[] } {
  const metric = metrics[name];
  if (metric?.kind !== 'count') throw new Error(`${name} is no count`);
  return { total: metric.total!, series: metric.series! };
}

test('clients are without messages for as long as it is said', () => {
  const text = readFileSync(join(ROOT, 'loadtests/scenarios/recover/README.md'), 'utf8').replace(/\s+/g, ' ');
  const said = /again ([\d.]+) to (\d+) s after a cut of 20 s began, (\d+) s in the middle of (\d+) runs/.exec(text);
  const [least, most, middle, count] = said!.slice(1).map(Number);
  const silent = keptRuns('cut-20', 'cut-20-recovery')
    .filter((run) => !isSaturated(run))
    .map((run) => secondsOf(run, 'offline') + secondsOf(run, 'back50'))
    .sort((a, b) => a - b);
  expect(silent).toHaveLength(count!);
  expect(silent[0]).toBeCloseTo(least!, 1);
  expect(Math.round(silent.at(-1)!)).toBe(most);
  expect(Math.round(silent[silent.length >> 1]!)).toBe(middle);
});

test("SignalR's clients that lost messages gave up about 30 s after the cut began", () => {
  const losing = keptRuns('cut-20', 'cut-20-later', 'cut-20-recovery', 'cut-20-later-recovery')
    .filter((run) => run.identity.framework === 'signalr' && !isSaturated(run))
    .filter((run) => countOf(run, 'lostMessages').total > 0);
  expect(losing.length).toBeGreaterThan(0);
  for (const run of losing) {
    const cut = secondsOf(run, 'cutAfter');
    const ended = countOf(run, 'disconnects').series.flatMap((count, second) => (count > 0 ? [second - cut] : []));
    expect(ended.length).toBeGreaterThan(0);
    // The series has the second in which it was.
    for (const after of ended) expect(Math.abs(after + 0.5 - 30)).toBeLessThan(1.5);
  }
});
