/** The load page's results of a test while it runs and when it is over. Pure. */
import { clientMetrics } from '../../member/client-metrics.ts';
import type { MemberReport, SoFar } from '../../member/contract.ts';
import { judgeHops } from '../../member/hop-error.ts';
import { judgeReports, whatReportsLack } from '../../member/judge-reports.ts';
import { padMetrics } from '../../member/pad-metrics.ts';
import type { Metric, TrendMetric } from '../../metrics/metric.ts';
import { counted, figure, grouped } from '../../metrics/numbers.ts';
import type { Transport } from '../../metrics/transports.ts';
import type { Params } from '../../protocol/run-record.ts';
import { type SmallChart, smallChart } from './chart.ts';
import type { PageCharts, PageScenario } from './page-scenario.ts';

/** Width of a bucket, seconds. */
export const BUCKET_SECONDS = 1;

export interface PageTest {
  scenario: PageScenario;
  params: Params;
  clients: number;
  transport: Transport;
}

export interface TrendRow {
  label: string;
  about: string;
  count: string;
  mean: string;
  p50: string;
  p99: string;
  max: string;
}

export interface Results {
  what: string;
  counts: { label: string; value: string }[];
  trends: TrendRow[];
  charts: SmallChart[];
}

export interface Verdict {
  text: string;
  good: boolean;
}

/** The scenario's metrics by what this page measured, those that follow from them included. */
function metricsOf({ scenario, params, clients }: PageTest, measured: SoFar): Record<string, Metric> {
  const ignore = () => {};
  const run = { params, clients, swarm: 'browser' as const };
  const own = clientMetrics(scenario, run, [measured], '', ignore);
  const metrics = padMetrics(judgeHops(own, [measured], ignore));
  const derived = Object.entries(scenario.derived ?? {}).flatMap(([name, { from, ...spec }]): [string, Metric][] => {
    const samples = from(metrics, { swarm: 'browser', members: 1 });
    // A sentence says what is missing: most levels follow from the server's CPU, which a page does not know.
    return typeof samples === 'string' ? [] : [[name, { ...spec, samples, intervalMs: null, median: null, max: null }]];
  });
  return { ...metrics, ...Object.fromEntries(derived) };
}

/** A trend that has no values has no figures, not zeros; one that was not measured has no row. */
function trendRow({ label, about, unit, series, distribution }: TrendMetric): TrendRow[] {
  if (series === null && distribution === null) return [];
  const { mean, p50, p99, max } = distribution ?? {};
  return [
    {
      label: unit === 'ms' ? label : `${label}, ${unit}`,
      about,
      count: grouped(distribution?.count ?? 0),
      ...{ mean: figure(mean), p50: figure(p50), p99: figure(p99), max: figure(max) },
    },
  ];
}

/** Counts, with what they should be as long as they are not; and levels. Faults that did not happen are in the verdict. */
function countRow(metric: Metric): Results['counts'] {
  if (metric.kind === 'gauge') {
    const samples = [...(metric.samples ?? [])].sort((a, b) => a - b);
    const typical = samples[Math.floor(samples.length / 2)];
    return typical === undefined ? [] : [{ label: metric.label, value: figure(typical) }];
  }
  if (metric.kind !== 'count' || metric.total === null || (metric.expected === 0 && metric.total === 0)) return [];
  const { label, total, expected } = metric;
  const off = expected !== null && expected !== total ? ` of ${grouped(expected)}` : '';
  return [{ label, value: `${grouped(total)}${off}` }];
}

/** One value per second; null: the metric has none over time. */
function perSecond(metric: Metric | undefined): (number | null)[] | null {
  if (metric?.kind === 'count') return metric.series;
  if (metric?.kind !== 'trend' || metric.series === null || !('count' in metric.series)) return null;
  const { sum, count } = metric.series;
  return sum.map((value, second) => (count[second]! > 0 ? value / count[second]! : null));
}

/** Says which metric stands for another: for the one that rows are ranked by, the first of those instead of it that was measured. */
function inPlaceOf({ compare: { metric, otherwise = [] } }: PageCharts, metrics: Record<string, Metric>) {
  const ranked = [metric, ...otherwise].find((name) => perSecond(metrics[name]) !== null) ?? metric;
  return (name: string): string => (name === metric ? ranked : name);
}

/** The scenario's graphs over time of which a page knows the values. @param running the last second is not over yet */
function chartsOf({ scenario, params, clients }: PageTest, metrics: Record<string, Metric>, running: boolean) {
  const shown = inPlaceOf(scenario.charts, metrics);
  const planned = scenario.plannedSeconds(params, clients);
  return scenario.charts.graphs.flatMap(({ type, title, metrics: [name = ''] }) => {
    const metric = metrics[shown(name)];
    const values = type === 'series' ? perSecond(metric) : null;
    return values === null ? [] : [smallChart(title, metric!.unit, running ? values.slice(0, -1) : values, planned)];
  });
}

/** The figures of the scenario's columns, then what else its clients count, and its graphs. */
export function resultsOf(test: PageTest, measured: SoFar, running: boolean): Results {
  const { scenario, transport, clients } = test;
  const metrics = metricsOf(test, measured);
  const columns = scenario.charts.columns.map(({ metric }) => inPlaceOf(scenario.charts, metrics)(metric));
  const names = new Set([...columns, ...Object.keys(scenario.metrics)]);
  const known = [...names].flatMap((name) => metrics[name] ?? []);
  return {
    what: `${scenario.name} over ${transport}, ${counted(clients, 'client')}`,
    counts: known.flatMap(countRow),
    trends: known.flatMap((metric) => (metric.kind === 'trend' ? trendRow(metric) : [])),
    charts: chartsOf(test, metrics, running),
  };
}

/** The outcome as a whole, in a sentence. */
export function verdictOf(test: PageTest, report: MemberReport): Verdict {
  const { scenario, params, clients, transport } = test;
  const outcome = { reports: [report], died: [], error: null };
  const flags = [
    ...judgeReports(outcome, transport),
    ...scenario.judge({
      ...{ params, clients, outcome, counts: null },
      metrics: metricsOf(test, report),
      plannedSeconds: scenario.plannedSeconds(params, clients),
      bucketSeconds: BUCKET_SECONDS,
    }),
  ];
  const lack = flags.some(({ code }) => code === 'messages-lost') ? null : whatReportsLack(outcome);
  const faults = [...flags.map(({ message }) => message), ...(lack === null ? [] : [lack])];
  return faults.length === 0
    ? { text: 'The test is valid: no message was lost or came twice.', good: true }
    : { text: `The test is not valid: ${faults.join('; ')}.`, good: false };
}
