import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, CPU_GRAPHS, figures, memoryGraph } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: { metric: 'cpuPerMessages', better: 'less', words: { better: 'cheaper', worse: 'dearer' } },
  roles: { latency: 'response' },
  columns: [
    { metric: 'cpuPerMessages', figure: 'typical', label: 'CPU per 1,000' },
    ...COLUMNS.cpu,
    ...figures('response', { mean: 'response', p99: 'p99', max: 'max' }),
    { metric: 'confirmed', figure: 'mean', label: 'confirmed' },
    { metric: 'lateness', figure: 'p99', label: 'sent late' },
    { metric: 'toServer', figure: 'mean', label: 'to server' },
    { metric: 'sentByClients', figure: 'total', label: 'sent' },
    { metric: 'receivedByServer', figure: 'total', label: 'received' },
    ...COLUMNS.memory,
    ...COLUMNS.wire,
  ],
  graphs: [
    { id: 'response', type: 'series', title: 'Response time per second', metrics: ['response'] },
    { id: 'responses', type: 'distribution', title: 'Distribution of response times', metrics: ['response'] },
    { id: 'confirmed', type: 'distribution', title: 'From the last message to knowing', metrics: ['confirmed'] },
    { id: 'sent', type: 'series', title: 'Sent by clients', metrics: ['sentByClients'] },
    { id: 'received', type: 'series', title: 'Received by server', metrics: ['receivedByServer'] },
    ...CPU_GRAPHS,
    memoryGraph('Server memory'),
  ],
};

export default charts;
