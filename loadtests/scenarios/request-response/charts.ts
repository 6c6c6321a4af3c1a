import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };

const charts: ScenarioCharts = {
  compare: { metric: 'perSecond', better: 'more', words: { better: 'faster', worse: 'slower' } },
  columns: [
    { metric: 'perSecond', figure: 'typical', label: 'replies/s' },
    { metric: 'response', figure: 'mean', label: 'response' },
    { metric: 'response', figure: 'p50', label: 'p50' },
    { metric: 'response', figure: 'p99', label: 'p99' },
    { metric: 'response', figure: 'max', label: 'max' },
    { metric: 'connect', figure: 'mean', label: 'connect' },
    { metric: 'whole', figure: 'mean', label: 'whole' },
    { metric: 'whole', figure: 'max', label: 'longest' },
    { metric: 'toServer', figure: 'mean', label: 'to server' },
    { metric: 'inServer', figure: 'mean', label: 'in server' },
    { metric: 'toClient', figure: 'mean', label: 'to client' },
    { metric: 'receivedByClients', figure: 'total', label: 'replies' },
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    { metric: 'serverCpuWait', figure: 'typical', label: 'CPU wait' },
    { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
    { metric: 'wireBytes', figure: 'total', label: 'bytes' },
    { metric: 'httpRequests', figure: 'total', label: 'HTTP requests' },
  ],
  graphs: [
    { id: 'replies', type: 'series', title: 'Replies per second', metrics: ['receivedByClients'] },
    { id: 'response', type: 'distribution', title: 'Response time', metrics: ['response'] },
    { id: 'response-seconds', type: 'series', title: 'Mean response time per second', metrics: ['response'] },
    { id: 'whole', type: 'parts', title: 'Connecting and asking', metrics: ['connect', 'asking'] },
    { id: 'hops', type: 'parts', title: 'Where it comes from', metrics: ['toServer', 'inServer', 'toClient'] },
    { id: 'cpu', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
    { id: 'memory', type: 'series', title: 'Server memory', metrics: ['serverMemory'], per: MB },
  ],
};

export default charts;
