import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };

const charts: ScenarioCharts = {
  compare: { metric: 'cpuPerMessages', better: 'less', words: { better: 'cheaper', worse: 'dearer' } },
  columns: [
    { metric: 'cpuPerMessages', figure: 'typical', label: 'CPU per 1,000' },
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    { metric: 'serverCpuWait', figure: 'typical', label: 'CPU wait' },
    { metric: 'response', figure: 'mean', label: 'response' },
    { metric: 'response', figure: 'p99', label: 'p99' },
    { metric: 'response', figure: 'max', label: 'max' },
    { metric: 'confirmed', figure: 'mean', label: 'confirmed' },
    { metric: 'lateness', figure: 'p99', label: 'sent late' },
    { metric: 'toServer', figure: 'mean', label: 'to server' },
    { metric: 'sentByClients', figure: 'total', label: 'sent' },
    { metric: 'receivedByServer', figure: 'total', label: 'received' },
    { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
    { metric: 'wireBytes', figure: 'total', label: 'bytes' },
    { metric: 'httpRequests', figure: 'total', label: 'HTTP requests' },
  ],
  graphs: [
    { id: 'response', type: 'series', title: 'Response time per second', metrics: ['response'] },
    { id: 'responses', type: 'distribution', title: 'Distribution of response times', metrics: ['response'] },
    { id: 'confirmed', type: 'distribution', title: 'From the last message to knowing', metrics: ['confirmed'] },
    { id: 'sent', type: 'series', title: 'Sent by clients', metrics: ['sentByClients'] },
    { id: 'received', type: 'series', title: 'Received by server', metrics: ['receivedByServer'] },
    { id: 'cpu', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
    { id: 'memory', type: 'series', title: 'Server memory', metrics: ['serverMemory'], per: MB },
  ],
};

export default charts;
