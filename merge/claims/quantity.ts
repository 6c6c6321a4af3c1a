/** Quantities: the number that each run of a row gives, and what follows from two such numbers of one round. */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { RunsSay } from '../effect.ts';
import { recordFigure } from '../record-figures.ts';
import type { Rows } from './rows.ts';
import { disturbance, readRow } from './rows.ts';
import type { Quantity } from './types.ts';

/** A figure of a row: which row, and what of each of its runs. */
export interface FigureName {
  row: string;
  metric: string;
  /** A figure of `recordFigure`, or the mean of a trend over some of its seconds, the last one included. */
  figure: string | { from: number; to: number };
}

const FIGURE = /^(.+)\/([a-z][A-Za-z0-9]*)(?:\.(?:([a-z][a-z0-9]*)|(\d+)-(\d+)s))?$/;

/**
 * Reads `part/framework/transport/metric.figure`. `metric.0-4s` is a trend's mean over the seconds 0 to 4; `metric` alone the figure that
 * the metric's kind is mostly read by.
 * @returns null when it is none
 */
export function readFigure(text: string): FigureName | null {
  const [, row, metric, figure, from, to] = FIGURE.exec(text) ?? [];
  if (row === undefined || readRow(row) === null) return null;
  if (from !== undefined) return { row, metric: metric!, figure: { from: Number(from), to: Number(to) } };
  return { row, metric: metric!, figure: figure ?? '' };
}

/** What runs give, by their round. */
export interface Sample {
  /** In words. */
  label: string;
  /** The metric's, where it is one. */
  unit: string;
  rounds: { session: string; repetition: number }[];
  values: number[];
  remarks: string[];
}

export type Missing = { missing: string };
export const isMissing = (value: object): value is Missing => 'missing' in value;

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Mean over the values of a trend's seconds; null where the run does not have all of these seconds. */
function overSeconds({ metrics, plan }: RunRecord, metric: string, from: number, to: number): number | null {
  const trend = metrics[metric];
  if (trend?.kind !== 'trend' || trend.series === null || !('sum' in trend.series)) return null;
  const [first, end] = [from / plan.bucketSeconds, (to + 1) / plan.bucketSeconds];
  if (trend.series.count.length < end) return null;
  const count = sum(trend.series.count.slice(first, end));
  return count === 0 ? null : sum(trend.series.sum.slice(first, end)) / count;
}

const SHORT = { typical: '', max: ', highest', min: ', lowest', mean: '', total: '', p50: ', median' } as Record<
  string,
  string
>;

/** What other work on the machine changes: times, which are trends, and loads and rates, which are all gauges but those of memory. */
const isTimeOrLoad = (spec: RunRecord['metrics'][string] | undefined): boolean =>
  spec?.kind === 'trend' || (spec?.kind === 'gauge' && spec.unit !== 'bytes');

function sampleOfFigure(text: string, rows: Rows): Sample | Missing {
  const name = readFigure(text);
  if (name === null) return { missing: `"${text}" is no figure of a row` };
  const row = rows.find(name.row);
  if ('missing' in row) return row;
  const { metric, figure } = name;
  const path = figure === '' ? metric : `${metric}.${figure}`;
  const read = (record: RunRecord): number | null =>
    typeof figure === 'string' ? recordFigure(record, path) : overSeconds(record, metric, figure.from, figure.to);
  const given = row.valid.flatMap((record) => {
    const value = read(record);
    return value === null ? [] : [{ record, value }];
  });
  if (given.length === 0)
    return { missing: `no run of ${row.label} has ${text.split('/').at(-1)}${whyNot(row.valid, metric)}` };
  const spec = given[0]!.record.metrics[metric];
  const disturbed = isTimeOrLoad(spec) ? disturbance(row) : null;
  if (disturbed !== null) return { missing: disturbed };
  const which =
    typeof figure === 'string' ? (SHORT[figure] ?? `, ${figure}`) : `, seconds ${figure.from} to ${figure.to}`;
  return {
    label: `${spec?.label ?? metric}${figure === '' ? '' : which} of ${row.label}`,
    unit: spec?.unit ?? '',
    rounds: given.map(({ record }) => ({ session: record.session.id, repetition: record.identity.repetition })),
    values: given.map(({ value }) => value),
    remarks: row.remarks,
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

type Operation = 'plus' | 'minus' | 'over';
const COMPUTE: Record<Operation, (a: number, b: number) => number> = {
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  over: (a, b) => a / b,
};
const SIGN: Record<Operation, string> = { plus: '+', minus: '−', over: '/' };

/** Of two samples, the rounds that both have: what the machine did in a round it did to both. */
function combined(operation: Operation, [left, right]: [Quantity, Quantity], rows: Rows): Sample | Missing {
  const [a, b] = [sampleOf(left, rows), sampleOf(right, rows)];
  if (isMissing(a)) return a;
  if (isMissing(b)) return b;
  const keyOf = (round: Sample['rounds'][number]) => JSON.stringify([round.session, round.repetition]);
  const there = new Map(b.rounds.map((round, index) => [keyOf(round), b.values[index]!]));
  const both = a.rounds.flatMap((round, index) => {
    const value = there.get(keyOf(round));
    return value === undefined ? [] : [{ round, value: COMPUTE[operation](a.values[index]!, value) }];
  });
  const finite = both.filter(({ value }) => Number.isFinite(value));
  const label = `(${a.label} ${SIGN[operation]} ${b.label})`;
  if (finite.length === 0) return { missing: `no round has both parts of ${label}` };
  return {
    label,
    unit: operation === 'over' ? 'times' : a.unit,
    rounds: finite.map(({ round }) => round),
    values: finite.map(({ value }) => value),
    remarks: [...new Set([...a.remarks, ...b.remarks])],
  };
}

/** What the runs give for `quantity`; the reason where they give nothing. */
export function sampleOf(quantity: Quantity, rows: Rows): Sample | Missing {
  if (typeof quantity === 'string') return sampleOfFigure(quantity, rows);
  if ('plus' in quantity) return combined('plus', quantity.plus, rows);
  if ('minus' in quantity) return combined('minus', quantity.minus, rows);
  return combined('over', quantity.over, rows);
}

/** A sample as the merge's statistics take it. */
export function runsSayOf({ rounds, values }: Sample): RunsSay {
  return { kind: 'measured', rounds, runValues: values, runOf: values.map((_, index) => index) };
}
