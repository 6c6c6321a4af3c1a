/** What the documents say of slices is so in the sessions that come with Outcry: their scatter, and what a warm-up leaves to their first. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mean, median, sampleStandardDeviation, sum } from 'simple-statistics';
import { countedOf, valueAt } from '../../merge/statistics/histogram.ts';
import { studentQuantile } from '../../merge/statistics/student-t.ts';
import type { GaugeMetric, TrendMetric } from '../../metrics/metric.ts';
import { withEnds } from '../../metrics/numbers.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { PACKED, readPacked, recordsIn } from '../../records/packed-session.ts';
import { ROOT } from '../../system/root.ts';

const RESULTS = join(ROOT, 'results');

/** Paths of sessions below `results/`, and how the method names them. */
const SESSIONS: [path: string, name: string][] = [
  [`example/${readdirSync(join(RESULTS, 'example'))[0]}`, 'the example session'],
  ...readdirSync(join(RESULTS, 'reference/kept'))
    .map((session) => [session, /^study-h-whole-.*\.(broadcast|echo)$/.exec(session)?.[1]] as const)
    .flatMap(([session, part]): [string, string][] =>
      part === undefined ? [] : [[`reference/kept/${session}`, `the ${part} of study H`]],
    ),
];

function recordsOf(path: string): RunRecord[] {
  const records = recordsIn(readPacked(join(RESULTS, path, PACKED))).map(([, text]) => JSON.parse(text) as RunRecord);
  return records.filter(({ slices }) => slices?.histograms !== undefined);
}

const page = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8').replace(/\s+/g, ' ');

/** Logarithms of the medians of a run's slices. */
function medianLogs({ slices }: RunRecord): number[] {
  const [histograms] = Object.values(slices!.histograms!);
  return histograms!.map((one) => Math.log(valueAt(50, countedOf(one))!));
}

/** Logarithms of the means of a run's slices. */
function meanLogs({ slices, metrics, plan }: RunRecord): number[] {
  const [name] = Object.keys(slices!.histograms!);
  const { series } = metrics[name!] as TrendMetric;
  if (series === null || !('sum' in series)) throw new Error(`${name} has no sums`);
  const width = slices!.seconds / plan.bucketSeconds;
  const of = (values: readonly number[], slice: number) => sum(values.slice(slice * width, (slice + 1) * width));
  return slices!.at.map((_, slice) => Math.log(of(series.sum, slice) / of(series.count, slice)));
}

/** The standard deviation about the means of rows and columns of a whole table, %. */
function scatter(rows: readonly (readonly number[])[]): string {
  const columns = rows[0]!.length;
  const ofColumn = Array.from({ length: columns }, (_, column) => mean(rows.map((row) => row[column]!)));
  const all = mean(ofColumn);
  const left = rows.flatMap((row) => row.map((value, column) => value - mean([...row]) - ofColumn[column]! + all));
  const variance = sum(left.map((value) => value ** 2)) / ((rows.length - 1) * (columns - 1));
  return `${(100 * Math.sqrt(variance)).toFixed(1)} %`;
}

/** Logarithm of the medians of the first quarter of a run's slices over those of its last. */
function firstOverLast(record: RunRecord): number {
  const logs = medianLogs(record);
  const few = Math.max(1, Math.floor(logs.length / 4));
  return mean(logs.slice(0, few)) - mean(logs.slice(-few));
}

/** The ratio of all servers, with its 95 % interval over rounds, which are the unit. */
function ratioOf(records: readonly RunRecord[]) {
  const rounds = [...new Set(records.map(({ identity }) => identity.repetition))];
  const logs = rounds.map((round) =>
    mean(records.filter(({ identity }) => identity.repetition === round).map(firstOverLast)),
  );
  const half = (studentQuantile(0.975, logs.length - 1) * sampleStandardDeviation(logs)) / Math.sqrt(logs.length);
  const [value, low, high] = [0, -half, half].map((more) => Math.exp(mean(logs) + more));
  return { value: value!, low: low!, high: high! };
}

test.each(SESSIONS)('what a warm-up leaves: %s', (path, name) => {
  const ratio = ratioOf(recordsOf(path));
  expect(page('reference.md')).toContain(`${withEnds(ratio)} times in ${name}`);
});

test('the scatter of means and of medians', () => {
  const records = recordsOf(SESSIONS[0]![0]);
  const servers = [...new Set(records.map(({ identity }) => identity.framework))];
  const rounds = [...new Set(records.map(({ identity }) => identity.repetition))];
  const runOf = (server: string, round: number) =>
    records.find(({ identity }) => identity.framework === server && identity.repetition === round)!;
  const table = (valuesOf: (run: RunRecord) => number[]) =>
    servers.map((server) => rounds.flatMap((round) => valuesOf(runOf(server, round!))));
  const middle = (valuesOf: (run: RunRecord) => number[]) => (run: RunRecord) => [mean(valuesOf(run))];
  expect(page('reference.md')).toContain(
    `of a slice's mean ${scatter(table(meanLogs))}, of its median ${scatter(table(medianLogs))}; ` +
      `of a run's mean ${scatter(table(middle(meanLogs)))}, of its median ${scatter(table(middle(medianLogs)))} `,
  );
});

test('study H says of a compiler that is still at work what the slices of its broadcast say', () => {
  const study = readFileSync(join(RESULTS, 'reference/studies/study-h.json'), 'utf8');
  const [, ofMean, ofMedian] =
    /CPU is (\S+) % of a core in the mean of the slices, and (\S+) % in the median slice/.exec(study)!;
  const [path] = SESSIONS.find(([, name]) => name === 'the broadcast of study H')!;
  const records = recordsOf(path);
  const slicesOf = ({ slices, metrics }: RunRecord): number[] => {
    const samples = (metrics.serverCpu as GaugeMetric).samples!;
    const each = samples.length / slices!.at.length;
    return slices!.at.map((_, slice) => mean(samples.slice(Math.round(slice * each), Math.round((slice + 1) * each))));
  };
  const said = [...new Set(records.map(({ identity }) => identity.framework))].map((framework) => {
    const runs = records.filter(({ identity }) => identity.framework === framework).map(slicesOf);
    return [mean, median].map((middle) => mean(runs.map(middle)).toFixed(1));
  });
  expect(said).toContainEqual([ofMean, ofMedian]);
});
