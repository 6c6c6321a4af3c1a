/** Quantities: the number that each run of a row gives, and numbers computed from two of one round. */

import type { MetricSpec } from '../../metrics/metric.ts';
import { standardRoles } from '../../metrics/standard-metrics.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { ACROSS_SESSIONS, type RunsSay } from '../compare/effect.ts';
import { recordFigure } from '../record-figures.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { dependsOn, isOfProtocol, type Origin, originOf, usableRuns } from './comparable-runs.ts';
import { compute, type Operation, SIGN } from './operations.ts';
import type { Round, Rows } from './study-rows.ts';
import { notRun, readRow } from './study-rows.ts';
import type { Judged, Missing, Quantity } from './types.ts';

/** A figure of a row: which row, and what of each of its runs. */
export interface FigureName {
  row: string;
  metric: string;
  /** A figure of `recordFigure` or of {@link OWN_FIGURES}, or what the metric is over some seconds. */
  figure: string | Seconds;
}

/** Seconds of the test, the last one included; null: all of them together, otherwise the second with the lowest or the highest. */
export interface Seconds {
  from: number;
  to: number;
  extreme: 'lowest' | 'highest' | null;
}

/** Figures of gauges that rules have besides those of a record. */
export const OWN_FIGURES = ['average', 'perDelivery'] as const;

const FIGURE = /^(.+)\/([a-z][A-Za-z0-9]*)(?:\.(?:([a-z][A-Za-z0-9]*)|(?:(lowest|highest)-)?(\d+)-(\d+)s))?$/;

/**
 * Reads `part/framework/transport/metric.figure`. `metric.0-4s` is over the seconds 0 to 4: a trend's or a gauge's mean, a count per
 * second; `metric.lowest-0-4s` and `metric.highest-0-4s` that of the lowest and the highest second. `metric.average` is a gauge's mean over the test,
 * `metric.perDelivery` the CPU time of the test in ms by message delivered. `metric` alone is the figure that its kind is mostly read by.
 * @returns null when it is none
 */
export function readFigure(text: string): FigureName | null {
  const [, row, metric, figure, extreme, from, to] = FIGURE.exec(text) ?? [];
  if (row === undefined || readRow(row) === null) return null;
  if (from !== undefined)
    return { row, metric: metric!, figure: { from: Number(from), to: Number(to), extreme: secondOf(extreme) } };
  return { row, metric: metric!, figure: figure ?? '' };
}

/** The values of runs, by their round. */
export interface Sample {
  /** In words. */
  label: string;
  /** The metric's, where it is one. */
  unit: string;
  rounds: Round[];
  values: number[];
  remarks: string[];
  /** The rows that it is of. */
  origins: Origin[];
  /** Runs that were left out because their clients were short of CPU. */
  left: number;
}

export const isMissing = (value: object): value is Missing => 'missing' in value;

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const secondOf = (text: string | undefined): Seconds['extreme'] =>
  text === 'lowest' || text === 'highest' ? text : null;

/** Returns a metric over some seconds; null if the run does not have all of them. */
function overSeconds(record: RunRecord, metric: string, seconds: Seconds): number | null {
  const { from, to, extreme } = seconds;
  if (extreme === null) return together(record, metric, seconds);
  const each = Array.from({ length: to - from + 1 }, (_, index) =>
    together(record, metric, { from: from + index, to: from + index, extreme: null }),
  );
  // A trend has seconds in which nothing was sent.
  const known = each.filter((value) => value !== null);
  const complete = record.metrics[metric]?.kind === 'trend' ? known.length > 0 : known.length === each.length;
  return complete ? Math[extreme === 'lowest' ? 'min' : 'max'](...known) : null;
}

function together({ metrics, plan }: RunRecord, metric: string, { from, to }: Seconds): number | null {
  const spec = metrics[metric];
  if (spec?.kind === 'gauge') {
    const { samples, intervalMs } = spec;
    // Sampling ends a little before the test does.
    if (samples === null || intervalMs === null || samples.length * intervalMs < (to + 0.5) * 1000) return null;
    const of = samples.slice(Math.ceil((from * 1000) / intervalMs), Math.ceil(((to + 1) * 1000) / intervalMs));
    return of.length === 0 ? null : sum(of) / of.length;
  }
  const [first, end] = [from / plan.bucketSeconds, (to + 1) / plan.bucketSeconds];
  if (spec?.kind === 'count') {
    const of = spec.series === null || spec.series.length < end ? [] : spec.series.slice(first, end);
    if (of.length === 0) return null;
    return sum(of) / of.length / plan.bucketSeconds;
  }
  if (spec?.kind !== 'trend' || spec.series === null || !('sum' in spec.series)) return null;
  if (spec.series.count.length < end) return null;
  const count = sum(spec.series.count.slice(first, end));
  return count === 0 ? null : sum(spec.series.sum.slice(first, end)) / count;
}

/** `average`: a gauge's mean over the test; `perDelivery`: CPU time of the test, ms, by message delivered. */
function ownFigure({ metrics }: RunRecord, metric: string, figure: (typeof OWN_FIGURES)[number]): number | null {
  const gauge = metrics[metric];
  if (gauge?.kind !== 'gauge' || !gauge.samples?.length || gauge.intervalMs === null) return null;
  if (figure === 'average') return sum(gauge.samples) / gauge.samples.length;
  const delivered = metrics[standardRoles(metrics).delivered ?? ''];
  if (delivered?.kind !== 'count' || !delivered.total) return null;
  return ((sum(gauge.samples) / 100) * gauge.intervalMs) / delivered.total;
}

function runValue(record: RunRecord, { metric, figure }: FigureName): number | null {
  if (typeof figure !== 'string') return overSeconds(record, metric, figure);
  const own = OWN_FIGURES.find((name) => name === figure);
  return own ? ownFigure(record, metric, own) : recordFigure(record, figure === '' ? metric : `${metric}.${figure}`);
}

const SHORT = {
  average: ', average',
  perDelivery: ' time per delivery (ms)',
  typical: '',
  max: ', highest',
  min: ', lowest',
  mean: '',
  total: '',
  p50: ', median',
} as Record<string, string>;

/** The class of what is measured, by which the sizes of a plan say what they judge. */
function classOf({ kind, unit }: Pick<MetricSpec, 'kind' | 'unit'>): Judged {
  if (kind === 'trend') return 'times';
  if (kind === 'gauge') return unit === 'bytes' ? 'memory' : 'loads';
  return unit === 'bytes' ? 'bytes' : 'counts';
}

const secondsText = ({ from, to, extreme }: Seconds): string =>
  extreme === null ? `, seconds ${from} to ${to}` : `, ${extreme} second of ${from} to ${to}`;

function sampleOfFigure(text: string, rows: Rows): Sample | Missing {
  const name = readFigure(text);
  if (name === null) return notRun(`"${text}" is no figure of a row`);
  const row = rows.find(name.row, (record) => runValue(record, name) !== null);
  if ('missing' in row) return row;
  const { metric, figure } = name;
  const spec = row.valid.find(({ metrics }) => metrics[metric])?.metrics[metric];
  const judged = spec ? classOf(spec) : 'counts';
  const limit = spec ? rows.limit(name.row, judged) : null;
  if (limit !== null) return limit;
  const on = figure === 'perDelivery' ? 'work' : dependsOn(judged, spec?.unit, name.row);
  const usable = usableRuns(row, on);
  if (isMissing(usable)) return usable;
  const telling = rows.telling(usable.runs, metric);
  const given = telling.flatMap((record) => {
    const value = runValue(record, name);
    return value === null ? [] : [{ record, value }];
  });
  if (given.length === 0) {
    return notRun(`no run of ${row.label} has ${text.split('/').at(-1)}${whyNot(row.valid, metric)}`);
  }
  const which = typeof figure === 'string' ? (SHORT[figure] ?? `, ${figure}`) : secondsText(figure);
  const records = given.map(({ record }) => record);
  return {
    label: `${spec?.label ?? metric}${figure === '' ? '' : which} of ${row.label}`,
    unit: spec?.unit ?? '',
    rounds: records.map((record) => rows.roundOf(name.row, record)),
    values: given.map(({ value }) => value),
    remarks: row.remarks,
    origins: [originOf(row.label, on, records)],
    left: usable.left + usable.runs.length - telling.length,
  };
}

function whyNot(records: RunRecord[], metric: string): string {
  const paths = records.flatMap(({ notMeasured }) =>
    Object.entries(notMeasured).filter(
      ([path]) => path === `metrics.${metric}` || path.startsWith(`metrics.${metric}.`),
    ),
  );
  return paths.length === 0 ? '' : `: ${paths[0]![1]}`;
}

/** `server CPU of Alpha over sse (load)` beside another of the same figure is `Alpha over sse (load)`. */
export function shorter(label: string, beside: string): string {
  if (label.startsWith('(') || beside.startsWith('(')) return label;
  const figure = (text: string) => text.split(' of ')[0]!;
  return figure(label) === figure(beside) ? label.slice(figure(label).length + ' of '.length) : label;
}

type Pair = Exclude<Operation, 'variance'>;

const isTogether = (a: Sample, b: Sample): boolean => {
  const sessions = new Set(a.rounds.map(({ session }) => session));
  return b.rounds.some(({ session }) => sessions.has(session));
};

/** The means of a sample's sessions, by the starts of the study that they are of. */
function byAttempt({ rounds, values }: Sample): Pick<Sample, 'rounds' | 'values'> {
  const attempts = [...new Set(rounds.map(({ attempt }) => attempt))];
  const means = attempts.map((attempt) => {
    const mine = values.filter((_, index) => rounds[index]!.attempt === attempt);
    return sum(mine) / mine.length;
  });
  return { rounds: attempts.map((attempt) => ({ session: attempt, repetition: 1, attempt })), values: means };
}

/** The rounds of both samples with a key: the values of one key belong together. */
interface Keyed {
  of: Pick<Sample, 'rounds' | 'values'>;
  key: (round: Round) => string;
}

/**
 * What the values of two samples are paired by. The machine's state in a round affects both alike. Of parts that took no turns each start of
 * the study is one pair, unless the protocol fixes the figures: then their repetitions are paired.
 */
function pairing(a: Sample, b: Sample): [Keyed, Keyed] | Missing {
  if (isTogether(a, b)) return keyed(a, b, ({ session, repetition }) => JSON.stringify([session, repetition]));
  if (isOfProtocol([...a.origins, ...b.origins])) return keyed(a, b, ({ repetition }) => String(repetition));
  const [one, other] = [byAttempt(a), byAttempt(b)];
  const few = Math.min(one.values.length, other.values.length) < ENOUGH_RUNS;
  return few ? { missing: ACROSS_SESSIONS, open: 'not judged' } : keyed(one, other, ({ attempt }) => attempt);
}

const keyed = (a: Keyed['of'], b: Keyed['of'], key: Keyed['key']): [Keyed, Keyed] => [
  { of: a, key },
  { of: b, key },
];

function combined(operation: Pair, [left, right]: [Quantity, Quantity], rows: Rows): Sample | Missing {
  const [a, b] = [sampleOf(left, rows), sampleOf(right, rows)];
  if (isMissing(a)) return a;
  if (isMissing(b)) return b;
  const pairs = pairing(a, b);
  if (isMissing(pairs)) return pairs;
  const [one, other] = pairs;
  const there = new Map(other.of.rounds.map((round, index) => [other.key(round), other.of.values[index]!]));
  const both = one.of.rounds.flatMap((round, index) => {
    const value = there.get(one.key(round));
    return value === undefined ? [] : [{ round, value: compute(operation, [one.of.values[index]!, value]) }];
  });
  const finite = both.filter(({ value }) => Number.isFinite(value));
  const label = `(${a.label}${SIGN[operation]}${shorter(b.label, a.label)})`;
  if (finite.length === 0) return notRun(`no round has both parts of ${label}`);
  return {
    label,
    unit: operation === 'over' ? 'times' : a.unit,
    rounds: finite.map(({ round }) => round),
    values: finite.map(({ value }) => value),
    remarks: [...new Set([...a.remarks, ...b.remarks])],
    origins: [...a.origins, ...b.origins],
    left: a.left + b.left,
  };
}

/** The variance of the logarithms of quantities, in each round that has all of them. Their rows are of one session. */
function varianceOf(quantities: readonly Quantity[], rows: Rows): Sample | Missing {
  const samples: Sample[] = [];
  for (const quantity of quantities) {
    const sample = sampleOf(quantity, rows);
    if (isMissing(sample)) return sample;
    samples.push(sample);
  }
  const [first, ...others] = samples as [Sample, ...Sample[]];
  if (!others.every((other) => isTogether(first, other))) return { missing: ACROSS_SESSIONS, open: 'not judged' };
  const key = ({ session, repetition }: Round) => JSON.stringify([session, repetition]);
  const there = others.map(({ rounds, values }) => new Map(rounds.map((round, at) => [key(round), values[at]!])));
  const all = first.rounds.flatMap((round, at) => {
    const values = [first.values[at], ...there.map((other) => other.get(key(round)))];
    const value = values.includes(undefined) ? Number.NaN : compute('variance', values as number[]);
    return Number.isFinite(value) ? [{ round, value }] : [];
  });
  const names = [first.label, ...others.map(({ label }) => shorter(label, first.label))];
  const label = `(variance of ${names.join(SIGN.variance)})`;
  if (all.length === 0) return notRun(`no round has all parts of ${label}`);
  return {
    label,
    unit: '',
    rounds: all.map(({ round }) => round),
    values: all.map(({ value }) => value),
    remarks: [...new Set(samples.flatMap(({ remarks }) => remarks))],
    origins: samples.flatMap(({ origins }) => origins),
    left: samples.reduce((left, sample) => left + sample.left, 0),
  };
}

/** The values of `quantity` in the runs, or the reason why there are none. */
export function sampleOf(quantity: Quantity, rows: Rows): Sample | Missing {
  if (typeof quantity === 'string') return sampleOfFigure(quantity, rows);
  if ('plus' in quantity) return combined('plus', quantity.plus, rows);
  if ('minus' in quantity) return combined('minus', quantity.minus, rows);
  if ('variance' in quantity) return varianceOf(quantity.variance, rows);
  return combined('over', quantity.over, rows);
}

/** A sample as the merge's statistics take it. */
export function runsSayOf({ rounds, values }: Sample): RunsSay {
  return { kind: 'measured', rounds, runValues: values, runOf: values.map((_, index) => index) };
}
