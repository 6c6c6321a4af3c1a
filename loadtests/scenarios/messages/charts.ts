/** Tables and graphs where every client sends messages that come back. */
import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, CPU_GRAPHS, figures, hopsGraph, LESS_IS_FASTER, MB, memoryGraph } from '../shared/charts.ts';

/** @param metric the one that rows are ranked by; `otherwise` the one without it, best first */
export const messageCharts = (metric: string, ...otherwise: string[]): ScenarioCharts => ({
  compare: { metric, otherwise, ...LESS_IS_FASTER },
  columns: [
    ...figures(metric, { mean: 'mean', window: '5..14 s', p50: 'p50', p99: 'p99', max: 'max' }),
    ...figures('fromSent', { mean: 'from sent', p99: 'from sent p99' }),
    { metric: 'clientShare', figure: 'typical', label: "clients' share" },
    ...COLUMNS.hops,
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    ...COLUMNS.cpu,
    { metric: 'cpuPerDeliveries', figure: 'typical', label: 'CPU per 1,000' },
    { metric: 'bytesPerDelivery', figure: 'typical', label: 'bytes per delivery' },
    ...COLUMNS.memory,
  ],
  graphs: [
    { id: 'latency', type: 'series', title: 'Mean latency per second', metrics: [metric] },
    { id: 'distribution', type: 'distribution', title: 'Latency distribution', metrics: [metric] },
    hopsGraph('Where the latency comes from'),
    { id: 'sent-by-clients', type: 'series', title: 'Sent by clients', metrics: ['sentByClients'] },
    { id: 'received-by-server', type: 'series', title: 'Received by server', metrics: ['receivedByServer'] },
    { id: 'sent-by-server', type: 'series', title: 'Sent by server', metrics: ['sentByServer'] },
    { id: 'delivered', type: 'series', title: 'Delivered to clients', metrics: ['receivedByClients'] },
    ...CPU_GRAPHS,
    memoryGraph('Server memory', MB),
    { id: 'bytes', type: 'series', title: 'Bytes on the wire', metrics: ['wireBytes'], per: MB },
  ],
});
