import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };

const charts: ScenarioCharts = {
  compare: { metric: 'handledPerSecond', better: 'more', words: { better: 'more', worse: 'fewer' } },
  columns: [
    { metric: 'handledPerSecond', figure: 'typical', label: 'handled per second' },
    { metric: 'toClient', figure: 'mean', label: 'behind' },
    { metric: 'toClient', figure: 'max', label: 'most behind' },
    { metric: 'delivery', figure: 'mean', label: 'delivery' },
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'pageMemory', figure: 'max', label: 'page memory', per: MB },
    { metric: 'swarmMemory', figure: 'max', label: 'swarm memory', per: MB },
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    { metric: 'serverCpuWait', figure: 'typical', label: 'CPU wait' },
    { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
  ],
  graphs: [
    { id: 'handled', type: 'series', title: 'Delivered per second', metrics: ['receivedByClients'] },
    { id: 'behind', type: 'series', title: 'How far behind the server', metrics: ['toClient'] },
    { id: 'hops', type: 'parts', title: 'Where the time goes', metrics: ['toServer', 'inServer', 'toClient'] },
    { id: 'page-memory', type: 'series', title: 'Memory of the page', metrics: ['pageMemory'], per: MB },
    { id: 'swarm-memory', type: 'series', title: 'Memory of the swarm', metrics: ['swarmMemory'], per: MB },
    { id: 'memory', type: 'series', title: 'Memory of the server', metrics: ['serverMemory'], per: MB },
  ],
};

export default charts;
