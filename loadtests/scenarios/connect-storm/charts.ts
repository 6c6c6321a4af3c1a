import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, CPU_GRAPHS, figures, LESS_IS_FASTER, memoryGraph } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: { metric: 'connect', ...LESS_IS_FASTER },
  roles: { latency: 'connect', connected: 'held' },
  columns: [
    ...figures('connect', { mean: 'connect', max: 'slowest' }),
    ...figures('connectToMessage', { mean: 'to message', min: 'fastest', p50: 'p50', max: 'max' }),
    { metric: 'held', figure: 'total', label: 'connected' },
    { metric: 'failed', figure: 'total', label: 'failed' },
    { metric: 'receivedByClients', figure: 'total', label: 'got the message' },
    ...COLUMNS.memory,
    ...COLUMNS.wire,
  ],
  graphs: [
    { id: 'connect', type: 'distribution', title: 'Time to connect', metrics: ['connect'] },
    { id: 'message', type: 'distribution', title: 'From connected to message', metrics: ['connectToMessage'] },
    { id: 'parts', type: 'parts', title: 'From asking to message', metrics: ['connect', 'connectToMessage'] },
    { id: 'connected', type: 'series', title: 'Connected per second', metrics: ['held'] },
    memoryGraph('Server memory'),
    ...CPU_GRAPHS,
  ],
};

export default charts;
