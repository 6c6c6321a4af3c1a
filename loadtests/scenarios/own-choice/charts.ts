import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, CPU_GRAPHS, figures, LESS_IS_FASTER, memoryGraph } from '../shared/charts.ts';
import { CHOICE_METRICS } from './scenario.ts';

const chosen = Object.keys(CHOICE_METRICS).filter((name) => name.startsWith('on'));

const charts: ScenarioCharts = {
  compare: { metric: 'connect', ...LESS_IS_FASTER },
  roles: { latency: 'connect', connected: 'held' },
  columns: [
    ...figures('connect', { mean: 'connect', max: 'slowest' }),
    { metric: 'held', figure: 'total', label: 'connected' },
    { metric: 'failed', figure: 'total', label: 'failed' },
    ...chosen.map((metric) => ({ metric, figure: 'mean' as const, label: CHOICE_METRICS[metric]!.label })),
    ...COLUMNS.memory,
    ...COLUMNS.wire,
  ],
  graphs: [
    { id: 'connect', type: 'distribution', title: 'Time to connect', metrics: ['connect'] },
    memoryGraph('Server memory'),
    ...CPU_GRAPHS,
  ],
};

export default charts;
