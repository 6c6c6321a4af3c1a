/** The tables' figures as one CSV file: every number in full, units in the heading. */
import { figureOf } from '../../merge/figures.ts';
import type { Merge, MergedMetric } from '../../merge/types.ts';
import { conditionsText } from '../../protocol/conditions.ts';
import { networkText } from '../../protocol/network.ts';
import { placementText } from '../../protocol/placement.ts';
import type { Figure } from '../../protocol/scenario-charts.ts';
import { type Specs, specOf } from './layout.ts';
import type { Entry } from './rows.ts';

type Field = string | number | null | undefined;

/** A column that is there whatever was measured: scripts find it by its place. */
type Fixed = [heading: string, read: (merge: Merge) => Field];

const value = (metric: string, figure: Figure) => (merge: Merge) => figureOf(merge, metric, figure)?.value;

const interval = (side: 'low' | 'high') => (merge: Merge) => figureOf(merge, 'fromSent', 'mean')?.overRuns?.[side];

const expectedOf = ({ metrics }: Merge): Field => {
  const metric = metrics.receivedByClients;
  return metric?.kind === 'count' ? metric.expected : null;
};

const FIXED: Fixed[] = [
  ['framework', ({ combination }) => combination.framework],
  ['transport', ({ combination }) => combination.transport],
  ['scenario', ({ combination }) => combination.scenario],
  ['swarm', ({ combination }) => combination.swarm],
  ['kind', ({ kind }) => kind],
  ['clients', ({ combination }) => combination.clients],
  ['runs', ({ runs }) => runs],
  ['excluded', ({ excluded }) => excluded.length],
  ['sessions', ({ sessions }) => sessions.join(' ')],
  ['window high (ms)', value('fromSent', 'windowHigh')],
  ['window low (ms)', value('fromSent', 'windowLow')],
  ['window average (ms)', value('fromSent', 'window')],
  ['mean (ms)', value('fromSent', 'mean')],
  ['mean 95 % low (ms)', interval('low')],
  ['mean 95 % high (ms)', interval('high')],
  ['p50 (ms)', value('fromSent', 'p50')],
  ['p90 (ms)', value('fromSent', 'p90')],
  ['p99 (ms)', value('fromSent', 'p99')],
  ['max (ms)', value('fromSent', 'max')],
  ['mean from due (ms)', value('fromDue', 'mean')],
  ['p50 from due (ms)', value('fromDue', 'p50')],
  ['p99 from due (ms)', value('fromDue', 'p99')],
  ['delivered', value('receivedByClients', 'total')],
  ['expected', expectedOf],
  ['server CPU (% of one core)', value('serverCpu', 'typical')],
  ['server memory (bytes)', value('serverMemory', 'max')],
  ['wire (bytes per run)', value('wireBytes', 'mean')],
  ['flags', ({ flags }) => flags.map(({ code }) => code).join(' ')],
  ['stand-in', ({ combination }) => combination.standIn],
  ['notice', ({ notices }) => notices.join('; ')],
  ['network', ({ combination: { network } }) => network && networkText(network)],
  ['placement', ({ combination: { placement } }) => placement && placementText(placement)],
  ['conditions', ({ combination: { conditions } }) => conditions && conditionsText(conditions)],
  ['version', ({ combination }) => combination.version],
];

/** The metrics that the columns above are of. */
const TOLD = ['fromSent', 'fromDue', 'receivedByClients', 'serverCpu', 'serverMemory', 'wireBytes'];

const FIGURES: Record<MergedMetric['kind'], Figure[]> = {
  trend: ['mean', 'p50', 'p99', 'max'],
  count: ['total'],
  gauge: ['typical', 'max'],
};

/** Columns of the parameters that rows have, and of every metric that has no place above. */
function further(merges: Merge[], specs: Specs): Fixed[] {
  const params = [...new Set(merges.flatMap(({ combination }) => Object.keys(combination.params)))];
  const metrics = Object.keys(specs).filter((metric) => !TOLD.includes(metric));
  return [
    ...params.map((name): Fixed => [name, ({ combination }) => combination.params[name]?.toString()]),
    ...metrics.flatMap((metric) => {
      const { kind, label, unit } = specOf(specs, metric);
      return FIGURES[kind].map(
        (figure): Fixed => [`${label} ${figure === 'typical' ? 'median' : figure} (${unit})`, value(metric, figure)],
      );
    }),
  ];
}

/** The last column: the metrics of which a figure comes from fewer runs than the row has, each with how many. */
const FEWER: Fixed = [
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
export function tableRows(entries: Entry[], specs: Specs): Field[][] {
  const merges = entries.map(({ merge }) => merge);
  const columns = [...FIXED, ...further(merges, specs), FEWER];
  return [columns.map(([heading]) => heading), ...merges.map((merge) => columns.map(([, read]) => read(merge)))];
}
