import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };

const charts: ScenarioCharts = {
  compare: { metric: 'serverMemory', better: 'less', words: { better: 'smaller', worse: 'larger' } },
  columns: [
    { metric: 'held', figure: 'total', label: 'held' },
    { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    { metric: 'serverCpuWait', figure: 'typical', label: 'CPU wait' },
    { metric: 'swarmMemory', figure: 'max', label: 'swarm memory', per: MB },
  ],
  graphs: [
    { id: 'memory', type: 'series', title: 'Memory of the server', metrics: ['serverMemory'], per: MB },
    { id: 'cpu', type: 'series', title: 'CPU of the server', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
  ],
};

export default charts;
