import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, CPU_GRAPHS, figures, hopsGraph, LESS_IS_FASTER, memoryGraph } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: { metric: 'pingDuring', ...LESS_IS_FASTER },
  roles: { latency: 'delivery', cpu: 'cpuDuring' },
  columns: [
    ...figures('pingDuring', { mean: 'response during', p99: 'p99' }),
    { metric: 'pingBefore', figure: 'mean', label: 'before' },
    ...figures('delivery', { mean: 'delivery', p99: 'p99' }),
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'missing', figure: 'total', label: 'lost' },
    { metric: 'duplicates', figure: 'total', label: 'doubled' },
    { metric: 'cpuDuring', figure: 'typical', label: 'CPU during' },
    ...COLUMNS.memory,
    { metric: 'backendLateness', figure: 'p99', label: 'backend late' },
  ],
  graphs: [
    { id: 'response', type: 'series', title: 'Response time while bodies are fed', metrics: ['pingDuring'] },
    { id: 'responses', type: 'distribution', title: 'Distribution of response times', metrics: ['pingDuring'] },
    { id: 'delivery', type: 'series', title: 'Delivery time', metrics: ['delivery'] },
    { id: 'deliveries', type: 'distribution', title: 'Distribution of delivery times', metrics: ['delivery'] },
    hopsGraph('Where the time goes'),
    { id: 'delivered', type: 'series', title: 'Delivered to clients', metrics: ['receivedByClients'] },
    ...CPU_GRAPHS,
    memoryGraph('Server memory'),
  ],
};

export default charts;
