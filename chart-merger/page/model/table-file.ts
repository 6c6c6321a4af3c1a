/** The tables' figures as one CSV file: every number in full, units in the heading. */

import { FIGURES, rolesOf } from '../../../merge/charts.ts';
import { figureOf } from '../../../merge/figures.ts';
import type { Merge } from '../../../merge/types.ts';
import type { MetricRoles } from '../../../metrics/metric.ts';
import { factsOf, metricsWith, standardRoles } from '../../../metrics/standard-metrics.ts';
import { typicalWord, usualFigure } from '../../../metrics/units.ts';
import { conditionsText } from '../../../protocol/conditions.ts';
import type { Figure, ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import { type Specs, specOf } from './layout.ts';

type Field = string | number | null | undefined;

type Column = [heading: string, read: (merge: Merge, roles: MetricRoles) => Field];
type Role = keyof MetricRoles;

/** A merge, and what its scenario's metrics are for. */
interface Row {
  merge: Merge;
  roles: MetricRoles;
}

const value = (metric: string, figure: Figure) => (merge: Merge) => figureOf(merge, metric, figure)?.value;

const of = (role: Role, figure: Figure) => (merge: Merge, roles: MetricRoles) =>
  figureOf(merge, roles[role] ?? '', figure)?.value;

const interval = (side: 'low' | 'high') => (merge: Merge, roles: MetricRoles) =>
  figureOf(merge, roles.latency ?? '', 'mean')?.overRuns?.[side];

const expectedOf = ({ metrics }: Merge, { delivered = '' }: MetricRoles): Field => {
  const metric = metrics[delivered];
  return metric?.kind === 'count' ? metric.expected : null;
};

/** Conditions with a column of their own. */
const CONDITION_COLUMNS = ['network', 'placement'];

const condition = (heading: string, name = heading): Column => [
  heading,
  ({ combination: { conditions = {} } }) => conditions[name]?.text,
];
/** All the other conditions that belong to the load. */
function otherConditions({ combination: { conditions = {} } }: Merge): Field {
  return (
    conditionsText(
      Object.fromEntries(Object.entries(conditions).filter(([name]) => !CONDITION_COLUMNS.includes(name))),
    ) || null
  );
}

/** Columns that are there whatever was measured: scripts find them by their place. */
const FIXED: Column[] = [
  ['framework', ({ combination }) => combination.framework],
  ['transport', ({ combination }) => combination.transport],
  ['scenario', ({ combination }) => combination.scenario],
  ['swarm', ({ combination }) => combination.swarm],
  ['kind', ({ kind }) => kind],
  ['clients', ({ combination }) => combination.clients],
  ['runs', ({ runs }) => runs],
  ['excluded', ({ excluded }) => excluded.length],
  ['sessions', ({ sessions }) => sessions.join(' ')],
  ['window high (ms)', of('latency', 'windowHigh')],
  ['window low (ms)', of('latency', 'windowLow')],
  ['window average (ms)', of('latency', 'window')],
  ['mean (ms)', of('latency', 'mean')],
  ['mean 95 % low (ms)', interval('low')],
  ['mean 95 % high (ms)', interval('high')],
  ['p50 (ms)', of('latency', 'p50')],
  ['p90 (ms)', of('latency', 'p90')],
  ['p99 (ms)', of('latency', 'p99')],
  ['max (ms)', of('latency', 'max')],
  ['mean from due (ms)', of('latencyFromDue', 'mean')],
  ['p50 from due (ms)', of('latencyFromDue', 'p50')],
  ['p99 from due (ms)', of('latencyFromDue', 'p99')],
  ['delivered', of('delivered', 'total')],
  ['expected', expectedOf],
  ...metricsWith('column').map(({ name, entry }): Column => [entry.column, value(name, usualFigure(entry))]),
  ['flags', ({ flags }) => flags.map(({ code }) => code).join(' ')],
  condition('substitute', 'substitute-server'),
  ['notice', ({ notices }) => notices.join('; ')],
  ...CONDITION_COLUMNS.map((name) => condition(name)),
  ['conditions', otherConditions],
  ['version', ({ combination }) => combination.version],
];

/** The roles that columns above are of. */
const ROLES_TOLD: Role[] = ['latency', 'latencyFromDue', 'delivered'];

/**
 * Tells whether the columns above have the metric for every row that has it. A metric with the scenario's own name appears under that name
 * too.
 */
function isTold(metric: string, rows: Row[]): boolean {
  const isOf = (roles: MetricRoles) => ROLES_TOLD.some((role) => roles[role] === metric);
  const isShown = ({ merge, roles }: Row) =>
    !(metric in merge.metrics) || (isOf(roles) && isOf(standardRoles(merge.metrics)));
  return factsOf(metric).column !== undefined || rows.every(isShown);
}

/** Columns of the parameters that rows have, and of every metric that has no place above. */
function further(rows: Row[], specs: Specs): Column[] {
  const params = [...new Set(rows.flatMap(({ merge }) => Object.keys(merge.combination.params)))];
  const metrics = Object.keys(specs).filter((metric) => !isTold(metric, rows));
  return [
    ...params.map((name): Column => [name, ({ combination }) => combination.params[name]?.toString()]),
    ...metrics.flatMap((metric) => {
      const { kind, label, unit } = specOf(specs, metric);
      return FIGURES[kind].map(
        (figure): Column => [
          `${label} ${figure === 'typical' ? typicalWord({ unit }) : figure} (${unit})`,
          value(metric, figure),
        ],
      );
    }),
  ];
}

/** The last column: the metrics of which a figure comes from fewer runs than the row has, each with how many. */
const FEWER: Column = [
  'figures of fewer runs',
  (merge) =>
    Object.entries(merge.metrics)
      .flatMap(([name, { kind }]) => {
        const figures: Figure[] = kind === 'count' ? ['total', 'mean'] : [...FIGURES[kind], 'window'];
        return figures.flatMap((figure) => {
          const found = figureOf(merge, name, figure);
          return found !== null && found.n < merge.runs ? [`${name} ${figure}: ${found.n}`] : [];
        });
      })
      .join('; '),
];

/** A heading, then a line per entry. */
export function tableRows(entries: { merge: Merge }[], specs: Specs, scenarios: ScenarioAbout[]): Field[][] {
  const merges = entries.map(({ merge }) => merge);
  const rows = merges.map((merge) => ({ merge, roles: rolesOf(merge.combination.scenario, scenarios, merges) }));
  const columns = [...FIXED, ...further(rows, specs), FEWER];
  return [
    columns.map(([heading]) => heading),
    ...rows.map(({ merge, roles }) => columns.map(([, read]) => read(merge, roles))),
  ];
}
