import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeRuns } from '../../merge/index.ts';
import type { MergedGauge, MergedTrend } from '../../merge/types.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { checkRecord } from '../../records/check-record.ts';
import { importFiles } from './index.ts';

const losesCounts = ({ validity }: RunRecord) => validity.some(({ code }) => code === 'import-counts-lost');

const STUDY = join(import.meta.dirname, '../../../shared/reference/study-2014');
const studyIsHere = existsSync(STUDY);
if (!studyIsHere) process.stderr.write(`study A's raw files: skipped, ${STUDY} is not there\n`);

(studyIsHere ? describe : describe.skip)("study A's raw files", () => {
  const read = (...names: string[]) =>
    studyIsHere ? names.map((name) => ({ name, data: JSON.parse(readFileSync(join(STUDY, name), 'utf8')) })) : [];
  const imported = [
    importFiles(read('websockets.json', 'manualData.json'), 'websocket'),
    importFiles(read('polling.json', 'manualData.json'), 'polling'),
  ];
  const runs = imported.flatMap((each) => each.runs);
  const merges = mergeRuns(runs);
  const merge = (framework: string, transport: string) =>
    merges.find(({ combination: c }) => c.framework === framework && c.transport === transport);

  test('give 80 good records', () => {
    expect(runs.map((run) => checkRecord(run))).toHaveLength(80);
    expect(imported.flatMap(({ refused }) => refused)).toEqual([]);
    expect(merges.map(({ runs: n }) => n)).toEqual(Array(8).fill(10));
  });

  // The mean latencies over seconds 5..14 that the study printed, in its order of files.
  const published: [index: number, average: number, cpu: number][] = [
    [0, 18.412, 37.9],
    [1, 6.053, 14.3],
    [2, 61.183, 17.1],
    [3, 75.973, 32.1],
    [4, 16.759, 21.6],
    [5, 605.581, 8.2],
    [6, 61.78, 47.8],
    [7, 161.728, 70.2],
  ];
  test.each(published)('combination %i: average %d ms, CPU %d %%', (index, average, cpu) => {
    const { identity } = runs[index * 10]!;
    const found = merge(identity.framework, identity.transport);
    expect((found!.metrics.fromSent as MergedTrend).window?.average).toBeCloseTo(average, 3);
    expect((found!.metrics.serverCpu as MergedGauge).typical?.mean).toBeCloseTo(cpu, 6);
  });

  test('are flagged where counters lost updates', () => {
    const losing = runs.slice(0, 10);
    expect(losing.every((run) => losesCounts(run))).toBe(true);
    const whole = runs.slice(10, 20);
    expect(whole.some((run) => losesCounts(run))).toBe(false);
  });
});
