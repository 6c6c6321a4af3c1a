/** The scoreboard: rows down, what matters of them across, each figure beside its ratio to the best. Pure. */
import type { Answer } from '../../../merge/compare/answers.ts';
import { byFigure } from '../../../merge/compare/order.ts';
import { figureOf } from '../../../merge/figures.ts';
import type { Merge } from '../../../merge/types.ts';
import type { MetricRoles } from '../../../metrics/metric.ts';
import { figure, NONE, share, timesFigure } from '../../../metrics/numbers.ts';
import { costsOf } from '../../../metrics/standard-metrics.ts';
import { shownUnit, typicalWord } from '../../../metrics/units.ts';
import type { Figure } from '../../../protocol/scenario-charts.ts';
import { capital, type Specs, specOf } from './layout.ts';

/** The figure of a row; null: it has none. */
type Read = (merge: Merge) => number | null;

interface Column {
  head: string;
  /** Below the head: which figure, in which unit. */
  unit: string;
  /** The meaning of the column. */
  about: string;
  better: 'less' | 'more';
  read: Read;
  text: (value: number) => string;
}

interface ScoreHead {
  head: string;
  unit: string;
  about: string;
  /** Shown on the narrowest page too. */
  main: boolean;
}

interface ScoreCell {
  text: string;
  /** The ratio to the best figure of its column, such as `1.4 ×`; empty for the best, and if there is nothing to say. */
  ratio: string;
  /** The distance from the best, 0 to {@link HOTTEST}; null: it has no place on the scale. */
  heat: number | null;
  title: string;
  main: boolean;
}

interface ScoreRow {
  merge: Merge;
  ranked: boolean;
  cells: ScoreCell[];
}

export interface Board {
  heads: ScoreHead[];
  rows: ScoreRow[];
}

const HOTTEST = 6;
/** The ratio from which on a figure has the last colour. */
const HOTTEST_RATIO = 4;
/** A ratio below that is not worth a number. */
const ALIKE = 1.005;

/** A column of one figure of a metric. @param head by default the metric's name */
function columnOf(metric: string, of: Figure, specs: Specs, more: Partial<Column> = {}): Column {
  const spec = specOf(specs, metric);
  const { unit, size } = shownUnit(spec);
  return {
    head: capital(spec.label),
    unit,
    about: spec.about,
    better: 'less',
    read: (merge) => figureOf(merge, metric, of)?.value ?? null,
    text: (value) => figure(value / size),
    ...more,
  };
}

/** The share of expected messages that arrived, per 1. */
const arrived =
  (metric: string): Read =>
  ({ metrics }) => {
    const count = metrics[metric];
    if (count?.kind !== 'count' || count.total === null || !count.expected) return null;
    return count.total / count.expected;
  };

const MIDDLES = { trend: 'mean', gauge: 'typical', count: 'mean' } as const;

/** The figures of what rows are ranked by; then what the scenario's roles name; then what it costs. */
function columnsOf(question: Answer['question'], roles: MetricRoles, specs: Specs): Column[] {
  const { metric, better } = question;
  const { kind, unit } = specOf(specs, metric);
  const latencies = [roles.latencyFromDue, roles.latency].filter(
    (name): name is string => name !== undefined && name !== metric,
  );
  const middle = MIDDLES[kind];
  const mean = columnOf(metric, middle, specs, {
    head: middle === 'typical' ? capital(typicalWord({ unit })) : 'Mean',
    better,
  });
  const median = columnOf(metric, 'p50', specs, { head: 'Median' });
  const middles = kind !== 'trend' ? [mean] : question.figure === 'p50' ? [median, mean] : [mean, median];
  const tails: Column[] =
    kind !== 'trend'
      ? []
      : [columnOf(metric, 'p99', specs, { head: 'p99', about: 'The figure that 99 of 100 messages stay below.' })];
  const further = latencies.map((name) => {
    const column = columnOf(name, 'mean', specs);
    return { ...column, unit: `mean, ${column.unit}` };
  });
  const delivered = [roles.delivered, roles.connected].flatMap((name): Column[] =>
    name === undefined || name === metric
      ? []
      : [
          columnOf(name, 'total', specs, {
            head: name === roles.delivered ? 'Delivered' : 'Connected',
            unit: 'of all',
            better: 'more',
            read: arrived(name),
            text: (value) => share(value, 1),
          }),
        ],
  );
  const costs = costsOf(roles)
    .filter((cost) => cost.metric !== metric)
    .map((cost) => {
      const column = columnOf(cost.metric, cost.figure, specs);
      return cost.figure === 'max' ? { ...column, unit: `maximum, ${column.unit}` } : column;
    });
  return [...middles, ...tails, ...further, ...delivered, ...costs];
}

/** Returns how many times as bad as the best a value is, at least 1; null if there is no such number. */
function timesWorse(value: number | null, best: number | null, better: Column['better']): number | null {
  if (value === null || best === null) return null;
  if (value === best) return 1;
  const ratio = better === 'less' ? value / best : best / value;
  return Number.isFinite(ratio) && ratio >= 1 ? ratio : null;
}

const heatOf = (ratio: number | null): number | null =>
  ratio === null ? null : Math.min(HOTTEST, Math.round((Math.log(ratio) / Math.log(HOTTEST_RATIO)) * HOTTEST));

function bestOf(values: (number | null)[], better: Column['better']): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return better === 'less' ? Math.min(...known) : Math.max(...known);
}

/** The rows of an answer: the platform alone, ranked ones, and others. Rows that are not ranked have figures without colours, and are never the best. */
export function boardOf(answer: Answer, roles: MetricRoles, specs: Specs): Board {
  const { reference, ranked, skipped, question } = answer;
  const others = byFigure(
    skipped.map(({ merge }) => merge),
    question,
  );
  const merges = [...(reference === null ? [] : [reference]), ...ranked, ...others];
  const columns = columnsOf(question, roles, specs).filter(({ read }) => merges.some((merge) => read(merge) !== null));
  const bests = columns.map(({ read, better }) => bestOf(ranked.map(read), better));
  const cellsOf = (merge: Merge): ScoreCell[] =>
    columns.map(({ read, text, better, head, unit }, index) => {
      const value = read(merge);
      const ratio = ranked.length > 1 && ranked.includes(merge) ? timesWorse(value, bests[index]!, better) : null;
      const times = ratio === null || ratio < ALIKE ? '' : `${timesFigure(ratio)} ×`;
      return {
        text: value === null ? NONE : text(value),
        ratio: times,
        heat: heatOf(ratio),
        title: ratio === null ? '' : times === '' ? `${head}: the best` : `${head}, ${unit}: ${times} the best`,
        main: index === 0,
      };
    });
  return {
    heads: columns.map(({ head, unit, about }, index) => ({ head, unit, about, main: index === 0 })),
    rows: merges.map((merge) => ({ merge, ranked: ranked.includes(merge), cells: cellsOf(merge) })),
  };
}
