import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, MB, memoryGraph } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: { metric: 'serverMemory', better: 'less', words: { better: 'smaller', worse: 'larger' } },
  roles: { connected: 'held' },
  columns: [
    { metric: 'held', figure: 'total', label: 'held' },
    ...COLUMNS.memory,
    ...COLUMNS.cpu,
    { metric: 'swarmMemory', figure: 'max', label: 'swarm memory', per: MB },
  ],
  graphs: [
    memoryGraph('Memory of the server'),
    { id: 'cpu', type: 'series', title: 'CPU of the server', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
  ],
};

export default charts;
