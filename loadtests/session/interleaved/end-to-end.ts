/** Puts the slices of a run end to end, as if its server had been loaded without a break: the record is made of that. Pure. */
import type { TestOutcome } from '../../../client-launcher/swarm.ts';
import { commonClock } from '../../../member/clock-relation.ts';
import type { MemberReport } from '../../../member/contract.ts';
import { encode, sum as sumHistograms } from '../../../member/histogram.ts';
import type { Measured } from '../../../metrics/metric.ts';
import type { Counts, VerbCounts } from '../../../protocol/control.ts';
import type { RunSlices } from '../../../protocol/run-record.ts';
import type { Counted } from '../../../protocol/verbs.ts';

/** Refusals beyond this many are only counted, as in one test. */
const MOST_REFUSED = 100;

/** A slice with the bucket in which it begins. */
export interface At<T> {
  bucket: number;
  value: T;
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

/** Adds series, each from its own bucket on: what comes after the end of a slice is in the first buckets of the next one. */
export function seriesEndToEnd(parts: readonly At<readonly number[]>[]): number[] {
  const series = new Array<number>(Math.max(0, ...parts.map(({ bucket, value }) => bucket + value.length))).fill(0);
  for (const { bucket, value } of parts) for (const [index, one] of value.entries()) series[bucket + index]! += one;
  return series;
}

function metricEndToEnd(parts: readonly At<Measured>[]): Measured {
  const of = <K extends Measured['kind']>(kind: K): At<Extract<Measured, { kind: K }>>[] =>
    parts.filter((part): part is At<Extract<Measured, { kind: K }>> => part.value.kind === kind);
  const [{ value: first }] = parts as [At<Measured>];
  if (first.kind === 'count')
    return {
      kind: 'count',
      series: seriesEndToEnd(of('count').map((part) => ({ ...part, value: part.value.series }))),
    };
  if (first.kind === 'gauge') return { ...first, samples: of('gauge').flatMap(({ value }) => value.samples) };
  const trends = of('trend');
  const histograms = trends.flatMap(({ value: { hdr } }) => (hdr === null ? [] : [hdr]));
  return {
    kind: 'trend',
    sum: seriesEndToEnd(trends.map((part) => ({ ...part, value: part.value.sum }))),
    count: seriesEndToEnd(trends.map((part) => ({ ...part, value: part.value.count }))),
    hdr: histograms.length === 0 ? null : encode(sumHistograms(histograms)),
    negative: total(trends.map(({ value }) => value.negative)),
  };
}

/** Delays of one slice are the worst of few timers: the middle slice speaks for the run, as a median over seconds does for how busy it was. */
function delayOf(reports: readonly MemberReport[]): MemberReport['loopDelay'] {
  const delays = reports.flatMap(({ loopDelay }) => loopDelay ?? []);
  if (delays.length === 0) return null;
  return { p99: middle(delays.map(({ p99 }) => p99)), max: Math.max(...delays.map(({ max }) => max)) };
}

/** One member's reports of the slices it took part in. */
function reportEndToEnd(parts: readonly At<MemberReport>[]): MemberReport {
  const reports = parts.map(({ value }) => value);
  const names = [...new Set(reports.flatMap(({ metrics }) => Object.keys(metrics)))];
  const metricParts = (name: string): At<Measured>[] =>
    parts.flatMap(({ bucket, value }) => {
      const metric = value.metrics[name];
      return metric === undefined ? [] : [{ bucket, value: metric }];
    });
  const busy = reports.flatMap((report) => report.busy ?? []);
  return {
    ...reports[0]!,
    metrics: Object.fromEntries(names.map((name) => [name, metricEndToEnd(metricParts(name))])),
    refusals: total(reports.map(({ refusals }) => refusals)),
    refused: reports.flatMap(({ refused }) => refused).slice(0, MOST_REFUSED),
    closed: reports.flatMap(({ closed }) => closed),
    gaveUp: total(reports.map(({ gaveUp }) => gaveUp)),
    transports: reports.at(-1)!.transports,
    started: reports.some(({ started }) => started === null) ? null : reports[0]!.started,
    clock: commonClock(reports.map(({ clock }) => clock)),
    loopDelay: delayOf(reports),
    busy: busy.length === 0 ? null : middle(busy),
    error: reports.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** Joins the outcomes of all slices. A member whose report of one slice is missing has those of the others. */
export function outcomeEndToEnd(parts: readonly At<TestOutcome>[]): TestOutcome {
  const members = [...new Set(parts.flatMap(({ value }) => value.reports.map(({ clientIds }) => clientIds[0]!)))];
  const reports = members.map((first) =>
    reportEndToEnd(
      parts.flatMap(({ bucket, value }) =>
        value.reports.filter(({ clientIds }) => clientIds[0] === first).map((report) => ({ bucket, value: report })),
      ),
    ),
  );
  const died = new Map(parts.flatMap(({ value }) => value.died.map((one) => [one.member, one] as const)));
  const error = parts.find(({ value }) => value.error !== null)?.value.error ?? null;
  return { reports, died: [...died.values()], error };
}

/**
 * The histogram of each slice, of all members together. One metric has them, or records would be twice as long.
 * @param ranked names of metrics, best first: the first that all slices have is it
 */
export function histogramsOf(slices: readonly TestOutcome[], ranked: readonly string[]): RunSlices['histograms'] {
  for (const name of ranked) {
    const parts = slices.map(({ reports }) =>
      reports.flatMap(({ metrics }) => {
        const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
        return metric?.kind === 'trend' ? (metric.hdr ?? []) : [];
      }),
    );
    if (parts.every((part) => part.length > 0)) return { [name]: parts.map((part) => encode(sumHistograms(part))) };
  }
  return undefined;
}

/** Null when the server could not be asked after one of the slices. */
export function countsEndToEnd(parts: readonly At<Counts | null>[]): Counts | null {
  const known = parts.filter((part): part is At<Counts> => part.value !== null);
  const [first] = known;
  if (first === undefined || known.length < parts.length) return null;
  const series = (verb: Counted, direction: keyof VerbCounts): number[] =>
    seriesEndToEnd(known.map(({ bucket, value }) => ({ bucket, value: value.verbs[verb][direction] })));
  const verbs = (Object.keys(first.value.verbs) as Counted[]).map((verb) => [
    verb,
    { received: series(verb, 'received'), sent: series(verb, 'sent') },
  ]);
  return {
    ...known.at(-1)!.value,
    startedAt: first.value.startedAt,
    refused: total(known.map(({ value }) => value.refused)),
    verbs: Object.fromEntries(verbs) as Counts['verbs'],
  };
}
