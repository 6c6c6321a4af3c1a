import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, CPU_GRAPHS, figures, hopsGraph, LESS_IS_FASTER } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: {
    metric: 'delivery',
    otherwise: ['fromDue', 'fromSent'],
    ...LESS_IS_FASTER,
  },
  columns: [
    ...figures('delivery', { mean: 'latency', p50: 'p50', p99: 'p99', max: 'max' }),
    ...figures('fromSent', { mean: 'round trip', min: 'round trip min', p99: 'round trip p99' }),
    ...COLUMNS.hops,
    { metric: 'joining', figure: 'mean', label: 'joining' },
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'httpRequests', figure: 'total', label: 'HTTP requests' },
    ...COLUMNS.cpu,
  ],
  graphs: [
    { id: 'latency', type: 'series', title: 'Latency per second', metrics: ['delivery'] },
    { id: 'latencies', type: 'distribution', title: 'Distribution of latencies', metrics: ['delivery'] },
    { id: 'round-trip', type: 'series', title: 'Round trip per second', metrics: ['fromSent'] },
    { id: 'distribution', type: 'distribution', title: 'Distribution of round trips', metrics: ['fromSent'] },
    hopsGraph('Where the round trip goes'),
    { id: 'delivered', type: 'series', title: 'Delivered to users', metrics: ['receivedByClients'] },
    ...CPU_GRAPHS,
  ],
};

export default charts;
