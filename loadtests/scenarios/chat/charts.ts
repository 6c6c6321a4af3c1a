import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const charts: ScenarioCharts = {
  compare: {
    metric: 'delivery',
    otherwise: ['fromDue', 'fromSent'],
    better: 'less',
    words: { better: 'faster', worse: 'slower' },
  },
  columns: [
    { metric: 'delivery', figure: 'mean', label: 'latency' },
    { metric: 'delivery', figure: 'p50', label: 'p50' },
    { metric: 'delivery', figure: 'p99', label: 'p99' },
    { metric: 'delivery', figure: 'max', label: 'max' },
    { metric: 'fromSent', figure: 'mean', label: 'round trip' },
    { metric: 'fromSent', figure: 'min', label: 'round trip min' },
    { metric: 'fromSent', figure: 'p99', label: 'round trip p99' },
    { metric: 'toServer', figure: 'mean', label: 'to server' },
    { metric: 'inServer', figure: 'mean', label: 'in server' },
    { metric: 'toClient', figure: 'mean', label: 'to client' },
    { metric: 'joining', figure: 'mean', label: 'joining' },
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'httpRequests', figure: 'total', label: 'HTTP requests' },
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    { metric: 'serverCpuWait', figure: 'typical', label: 'CPU wait' },
  ],
  graphs: [
    { id: 'latency', type: 'series', title: 'Latency per second', metrics: ['delivery'] },
    { id: 'latencies', type: 'distribution', title: 'Distribution of latencies', metrics: ['delivery'] },
    { id: 'round-trip', type: 'series', title: 'Round trip per second', metrics: ['fromSent'] },
    { id: 'distribution', type: 'distribution', title: 'Distribution of round trips', metrics: ['fromSent'] },
    {
      id: 'hops',
      type: 'parts',
      title: 'Where the round trip goes',
      metrics: ['toServer', 'inServer', 'toClient'],
    },
    { id: 'delivered', type: 'series', title: 'Delivered to users', metrics: ['receivedByClients'] },
    { id: 'cpu', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
  ],
};

export default charts;
