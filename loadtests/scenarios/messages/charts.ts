/** Tables and graphs where every client sends messages that come back. */
import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };
const MIB = { value: 2 ** 20, unit: 'MiB' };

/** @param metric what rows are ranked by; `otherwise` what they are ranked by without it, best first */
export const messageCharts = (metric: string, ...otherwise: string[]): ScenarioCharts => ({
  compare: { metric, otherwise, better: 'less', words: { better: 'faster', worse: 'slower' } },
  columns: [
    { metric, figure: 'mean', label: 'mean' },
    { metric, figure: 'window', label: '5..14 s' },
    { metric, figure: 'p50', label: 'p50' },
    { metric, figure: 'p99', label: 'p99' },
    { metric, figure: 'max', label: 'max' },
    { metric: 'fromSent', figure: 'mean', label: 'from sent' },
    { metric: 'fromSent', figure: 'p99', label: 'from sent p99' },
    { metric: 'toServer', figure: 'mean', label: 'to server' },
    { metric: 'inServer', figure: 'mean', label: 'in server' },
    { metric: 'toClient', figure: 'mean', label: 'to client' },
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    { metric: 'serverCpuWait', figure: 'typical', label: 'CPU wait' },
    { metric: 'cpuPerDeliveries', figure: 'typical', label: 'CPU per 1,000' },
    { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
  ],
  graphs: [
    { id: 'latency', type: 'series', title: 'Mean latency per second', metrics: [metric] },
    { id: 'distribution', type: 'distribution', title: 'Latency distribution', metrics: [metric] },
    {
      id: 'hops',
      type: 'parts',
      title: 'Where the latency comes from',
      metrics: ['toServer', 'inServer', 'toClient'],
    },
    { id: 'sent-by-clients', type: 'series', title: 'Sent by clients', metrics: ['sentByClients'] },
    { id: 'received-by-server', type: 'series', title: 'Received by server', metrics: ['receivedByServer'] },
    { id: 'sent-by-server', type: 'series', title: 'Sent by server', metrics: ['sentByServer'] },
    { id: 'delivered', type: 'series', title: 'Delivered to clients', metrics: ['receivedByClients'] },
    { id: 'cpu', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
    { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
    { id: 'memory', type: 'series', title: 'Server memory', metrics: ['serverMemory'], per: MIB },
    { id: 'bytes', type: 'series', title: 'Bytes on the wire', metrics: ['wireBytes'], per: MIB },
  ],
});
