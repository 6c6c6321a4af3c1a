import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };

const charts: ScenarioCharts = {
  compare: { metric: 'pingDuring', better: 'less', words: { better: 'faster', worse: 'slower' } },
  columns: [
    { metric: 'pingDuring', figure: 'mean', label: 'response during' },
    { metric: 'pingDuring', figure: 'p99', label: 'p99' },
    { metric: 'pingBefore', figure: 'mean', label: 'before' },
    { metric: 'delivery', figure: 'mean', label: 'delivery' },
    { metric: 'delivery', figure: 'p99', label: 'p99' },
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'missing', figure: 'total', label: 'lost' },
    { metric: 'duplicates', figure: 'total', label: 'doubled' },
    { metric: 'cpuDuring', figure: 'typical', label: 'CPU during' },
    { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
    { metric: 'backendLateness', figure: 'p99', label: 'backend late' },
  ],
  graphs: [
    { id: 'response', type: 'series', title: 'Response time while bodies are fed', metrics: ['pingDuring'] },
    { id: 'responses', type: 'distribution', title: 'Distribution of response times', metrics: ['pingDuring'] },
    { id: 'delivery', type: 'series', title: 'Delivery time', metrics: ['delivery'] },
    { id: 'deliveries', type: 'distribution', title: 'Distribution of delivery times', metrics: ['delivery'] },
    { id: 'hops', type: 'parts', title: 'Where the time goes', metrics: ['toServer', 'inServer', 'toClient'] },
    { id: 'delivered', type: 'series', title: 'Delivered to clients', metrics: ['receivedByClients'] },
    { id: 'cpu', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
    { id: 'memory', type: 'series', title: 'Server memory', metrics: ['serverMemory'], per: MB },
  ],
};

export default charts;
