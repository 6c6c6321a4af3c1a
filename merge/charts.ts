/** Charts made from kinds: for a scenario that is not known here, and for metrics that a scenario's charts do not name. */
import type { MetricKind, MetricRoles, MetricSpec } from '../metrics/metric.ts';
import { standardRoles } from '../metrics/standard-metrics.ts';
import type {
  Figure,
  GraphPlan,
  RankedBy,
  ScenarioAbout,
  ScenarioCharts,
  TableColumn,
} from '../protocol/scenario-charts.ts';
import { rankedFor } from './compare/ranked.ts';
import type { Merge } from './types.ts';

/** The figures that a metric of each kind is told by. */
export const FIGURES: Record<MetricKind, Figure[]> = {
  trend: ['mean', 'p50', 'p99', 'max'],
  count: ['total'],
  gauge: ['typical', 'max'],
};

/** By name, of all `merges`; of two by one name the first. */
export function specsOf(merges: Pick<Merge, 'metrics'>[]): Record<string, MetricSpec> {
  const specs: Record<string, MetricSpec> = {};
  for (const { metrics } of merges) {
    for (const [name, { kind, unit, label, about }] of Object.entries(metrics))
      specs[name] ??= { kind, unit, label, about };
  }
  return specs;
}

/** Everything there is, each metric by its kind; rows are compared by the first trend, or else the first gauge, or count. */
export function chartsFromKinds(specs: Record<string, MetricSpec>): ScenarioCharts {
  const all = Object.entries(specs);
  const first = (kind: MetricKind) => all.find(([, spec]) => spec.kind === kind)?.[0];
  const columns = all.flatMap(([metric, { kind }]) => FIGURES[kind].map((figure): TableColumn => ({ metric, figure })));
  const graphs = all.flatMap(([name, { kind, label }]): GraphPlan[] => [
    { id: name, type: 'series', title: label, metrics: [name] },
    ...(kind === 'trend'
      ? [
          {
            id: `${name}-distribution`,
            type: 'distribution' as const,
            title: `Distribution: ${label}`,
            metrics: [name],
          },
        ]
      : []),
  ]);
  return {
    compare: {
      metric: first('trend') ?? first('gauge') ?? first('count') ?? '',
      better: 'less',
      words: { better: 'less', worse: 'more' },
    },
    roles: {
      latency: all.find(([, { kind, unit }]) => kind === 'trend' && unit === 'ms')?.[0],
      ...standardRoles(specs),
    },
    columns,
    graphs,
  };
}

/** What the scenario itself says, for rows of which some may not have the metric that it prefers. */
function declaredCharts(scenario: string, scenarios: ScenarioAbout[], merges: Merge[]): ScenarioCharts {
  const own = scenarios.find(({ name }) => name === scenario);
  return own?.charts ?? chartsFromKinds(specsOf(ofScenario(merges, scenario)));
}

const ofScenario = (merges: Merge[], scenario: string): Merge[] =>
  merges.filter(({ combination }) => combination.scenario === scenario);

/** The metrics that a scenario ranks rows by; {@link rankedFor} and {@link rankedAmong} choose one. */
export const rankedBy = (scenario: string, scenarios: ScenarioAbout[], merges: Merge[]): RankedBy =>
  declaredCharts(scenario, scenarios, merges).compare;

/** The metrics that have a role in a scenario; where it is not among `scenarios`, what their names and kinds say. */
export const rolesOf = (scenario: string, scenarios: ScenarioAbout[], merges: Merge[]): MetricRoles =>
  declaredCharts(scenario, scenarios, merges).roles ?? {};

/**
 * A scenario's charts: its own where it is among `scenarios`, otherwise made from what its merges have. They show the metric that all of
 * these are ranked by.
 */
export function chartsOf(scenario: string, scenarios: ScenarioAbout[], merges: Merge[]): ScenarioCharts {
  const charts = declaredCharts(scenario, scenarios, merges);
  const compare = rankedFor(charts.compare, ofScenario(merges, scenario));
  if (compare.metric === charts.compare.metric) return charts;
  const shown = (metric: string): string => (metric === charts.compare.metric ? compare.metric : metric);
  const columns = charts.columns.map((column) => ({ ...column, metric: shown(column.metric) }));
  return {
    ...charts,
    compare,
    // A scenario may show what it would be ranked by otherwise in columns of its own: the first of two that are alike stays.
    columns: columns.filter(
      ({ metric, figure }, index) =>
        columns.findIndex((other) => other.metric === metric && other.figure === figure) === index,
    ),
    graphs: charts.graphs.map((graph) => ({ ...graph, metrics: graph.metrics.map(shown) })),
  };
}
