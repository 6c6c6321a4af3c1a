import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, figures, hopsGraph, MB, memoryGraph } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: { metric: 'handledPerSecond', better: 'more', words: { better: 'more', worse: 'fewer' } },
  roles: { latency: 'delivery' },
  columns: [
    { metric: 'handledPerSecond', figure: 'typical', label: 'handled per second' },
    ...figures('toClient', { mean: 'behind', max: 'most behind' }),
    { metric: 'delivery', figure: 'mean', label: 'delivery' },
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'pageMemory', figure: 'max', label: 'page memory', per: MB },
    { metric: 'swarmMemory', figure: 'max', label: 'swarm memory', per: MB },
    ...COLUMNS.cpu,
    ...COLUMNS.memory,
  ],
  graphs: [
    { id: 'handled', type: 'series', title: 'Delivered per second', metrics: ['receivedByClients'] },
    { id: 'behind', type: 'series', title: 'How far behind the server', metrics: ['toClient'] },
    hopsGraph('Where the time goes'),
    { id: 'page-memory', type: 'series', title: 'Memory of the page', metrics: ['pageMemory'], per: MB },
    { id: 'swarm-memory', type: 'series', title: 'Memory of the swarm', metrics: ['swarmMemory'], per: MB },
    memoryGraph('Memory of the server'),
  ],
};

export default charts;
