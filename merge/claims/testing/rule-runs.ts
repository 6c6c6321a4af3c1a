/** Runs made up from a rule: some that agree with it, some that contradict one comparison of it. Nothing here was measured. */
import type { Metric, MetricSpec } from '../../../metrics/metric.ts';
import { valuesNeeded } from '../../../metrics/percentiles.ts';
import { FLAG_CODES, type Flag, type RunRecord } from '../../../protocol/run-record.ts';
import { studySessionId } from '../../../protocol/study-session.ts';
import { makeDistribution, makeRun } from '../../testing/make-run.ts';
import { comparisonsOf } from '../published-figures.ts';
import { type FigureName, readFigure } from '../quantity.ts';
import { readRow } from '../study-rows.ts';
import type { Bounds, Rule, Study } from '../types.ts';
import { solve, type Target } from './solve.ts';

export interface Wanted {
  study: Study;
  /** The metric specs of a part, by name. */
  specs: (part: string) => ReadonlyMap<string, MetricSpec>;
  /** Of each row, in each start of the study. */
  runs: number;
  /** Starts of the study: rules that compare its sessions need several. */
  starts: number;
}

/** Runs that agree with every comparison of `rule`. */
export const agreeing = (rule: Rule, wanted: Wanted): RunRecord[] => make(comparisonsOf(rule), true, wanted);

/** Runs that contradict `comparison`, and say nothing else. */
export const contradicting = (comparison: Rule, wanted: Wanted): RunRecord[] => make([comparison], false, wanted);

/** A little inside of the bounds, or a little outside of them. */
function spanOf({ least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Bounds, inside: boolean) {
  if (!inside && most < Number.POSITIVE_INFINITY)
    return { low: Math.max(most * 1.2, 1e-6), high: Math.max(most * 1.5, 1) };
  if (!inside) return { low: least / 1.5, high: least / 1.2 };
  const inset = most - least < Number.POSITIVE_INFINITY ? (most - least) / 100 : 0;
  return {
    low: least === Number.NEGATIVE_INFINITY ? most / 3 : least * (inset ? 1 : 1.05) + inset,
    high: most - inset,
  };
}

function targetOf(rule: Rule, inside: boolean): Target[] {
  if (rule.kind === 'level') return [{ of: rule.of, ...spanOf(rule, inside) }];
  if (rule.kind === 'ratio') return [{ of: { over: [rule.over, rule.under] }, ...spanOf(rule, inside) }];
  if (rule.kind !== 'order') return [];
  const [lower, higher] = rule.rising;
  // A difference of nothing and less contradicts.
  if (rule.fixed)
    return [{ of: { minus: [higher!, lower!] }, ...(inside ? { low: 1, high: 9 } : { low: -9, high: -1 }) }];
  return [{ of: { over: [higher!, lower!] }, ...spanOf({ least: 1 }, inside) }];
}

function make(comparisons: readonly Rule[], inside: boolean, wanted: Wanted): RunRecord[] {
  const rows = new Map<string, Row>();
  const rowOf = (name: string): Row => {
    const row = rows.get(name) ?? { name, metrics: {}, validity: [] };
    rows.set(name, row);
    return row;
  };
  const targets = comparisons.flatMap((rule) => targetOf(rule, inside));
  const values = targets.length === 0 ? new Map<string, number>() : solve(targets);
  // A count's lowest second is put in after its seconds.
  for (const [text, value] of [...values].sort(
    ([a], [b]) => Number(a.includes('lowest')) - Number(b.includes('lowest')),
  )) {
    const figure = readFigure(text)!;
    give(rowOf(figure.row), figure, value, wanted);
  }
  for (const rule of comparisons) flag(rule, inside, rowOf, wanted);
  return [...rows.values()].flatMap((row) => runsOf(row, wanted));
}

interface Row {
  name: string;
  metrics: Record<string, Metric>;
  validity: Flag[];
}

const SECONDS = 15;
const DELIVERED = 1000;

/** Adds the figure to the row's metrics. @throws Error where the part's scenario has no such metric */
function give({ name, metrics }: Row, { metric, figure }: FigureName, value: number, { specs }: Wanted): void {
  const spec = specs(readRow(name)!.part).get(metric);
  if (spec === undefined) throw new Error(`${name}: its scenario has no metric "${metric}"`);
  const before = metrics[metric];
  const seconds = Array.from({ length: SECONDS }, (_, second) => second);
  const isIn = (second: number) => typeof figure !== 'string' && second >= figure.from && second <= figure.to;
  if (spec.kind === 'gauge') {
    const sample = figure === 'perDelivery' ? (value * DELIVERED * 100) / (SECONDS * 1000) : value;
    metrics[metric] = {
      ...spec,
      kind: 'gauge',
      samples: seconds.map(() => sample),
      intervalMs: 1000,
      median: null,
      max: null,
    };
    if (figure === 'perDelivery') metrics.receivedByClients = count(DELIVERED);
  } else if (spec.kind === 'count') {
    const series = before?.kind === 'count' && before.series ? before.series : seconds.map(() => value);
    if (typeof figure !== 'string' && figure.extreme === 'lowest') {
      // The mean stays what it was, and the fewest is no more than that.
      const fewest = Math.min(value, series[figure.from]!);
      series[figure.from + 1]! += series[figure.from]! - fewest;
      series[figure.from] = fewest;
    }
    metrics[metric] = { ...count(value), ...spec, kind: 'count', series };
  } else {
    const given = before?.kind === 'trend' ? before : null;
    const was = given?.series && 'sum' in given.series ? given.series : null;
    const sum = seconds.map((second) => (isIn(second) ? value : (was?.sum[second] ?? value)));
    // As many values as any percentile needs.
    const distribution = { ...(given?.distribution ?? { ...makeDistribution([value]), count: valuesNeeded('p999') }) };
    if (typeof figure === 'string') Object.assign(distribution, { [figure === '' ? 'mean' : figure]: value });
    const series = typeof figure === 'string' ? (was ?? null) : { sum, count: seconds.map(() => 1) };
    metrics[metric] = { ...spec, kind: 'trend', series, distribution };
  }
}

const count = (total: number) => ({
  kind: 'count' as const,
  unit: 'messages',
  label: 'made up',
  about: 'Made up.',
  total,
  expected: null,
  series: null,
});

/** Sets the findings of rules that judge each run by itself: wrong counts and flags. */
function flag(rule: Rule, inside: boolean, rowOf: (name: string) => Row, wanted: Wanted): void {
  if (rule.kind === 'every-run') {
    const figure = readFigure(rule.of)!;
    const row = rowOf(figure.row);
    if (row.metrics[figure.metric] === undefined) give(row, figure, 10, wanted);
    const metric = row.metrics[figure.metric]!;
    if (rule.equals === 'measured') {
      if (!inside) Object.assign(metric, { kind: 'gauge', samples: null, intervalMs: null, median: null, max: null });
      return;
    }
    const right = rule.equals === 'expected' ? 10 : rule.equals;
    Object.assign(metric, { total: inside ? right : right + 1, expected: right });
    // As in real runs, where a wrong count is fatal.
    if (!inside) row.validity.push(finding('messages-lost'));
  } else if (rule.kind === 'finding' || rule.kind === 'no-finding') {
    const row = rowOf(rule.rows[0]!);
    if ((rule.kind === 'finding') === inside) row.validity.push(finding(rule.codes[0]!));
  }
}

const finding = (code: string): Flag => ({
  code,
  level: (FLAG_CODES as Record<string, Flag['level']>)[code] ?? 'fatal',
  message: 'Made up.',
});

const TEMPLATE = makeRun({ identity: { clients: 1, params: { messages: 1, rate: 1 } } });

function runsOf({ name, metrics, validity }: Row, { study, runs, starts }: Wanted): RunRecord[] {
  const { part, clients, framework, transport } = readRow(name)!;
  const sessions = Array.from({ length: starts }, (_, start) =>
    studySessionId({ study: study.id, size: 'whole', attempt: `2026010${start + 1}t100000z-00aa`, part }),
  );
  const run = (session: string, repetition: number, many: number, own: Record<string, Metric>): RunRecord => ({
    ...TEMPLATE,
    id: `${session}.${name}.${many}.${repetition}`,
    session: { ...TEMPLATE.session, id: session },
    identity: {
      ...TEMPLATE.identity,
      framework,
      frameworkLabel: framework,
      transport: transport as RunRecord['identity']['transport'],
      clients: many,
      repetition,
    },
    metrics: own,
    validity,
  });
  const repetitions = Array.from({ length: runs }, (_, index) => index + 1);
  const mine = clients === 'most' ? 20 : 10;
  // A part of several numbers of clients has runs of both.
  const beside = clients === null ? [] : [run(sessions[0]!, 1, 30 - mine, {})];
  return [...sessions.flatMap((session) => repetitions.map((each) => run(session, each, mine, metrics))), ...beside];
}
