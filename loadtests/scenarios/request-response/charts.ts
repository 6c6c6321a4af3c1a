import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { COLUMNS, CPU_GRAPHS, figures, hopsGraph, memoryGraph } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: { metric: 'perSecond', better: 'more', words: { better: 'faster', worse: 'slower' } },
  roles: { latency: 'response' },
  columns: [
    { metric: 'perSecond', figure: 'typical', label: 'replies/s' },
    ...figures('response', { mean: 'response', p50: 'p50', p99: 'p99', max: 'max' }),
    { metric: 'connect', figure: 'mean', label: 'connect' },
    ...figures('whole', { mean: 'whole', max: 'longest' }),
    ...COLUMNS.hops,
    { metric: 'receivedByClients', figure: 'total', label: 'replies' },
    ...COLUMNS.cpu,
    ...COLUMNS.memory,
    ...COLUMNS.wire,
  ],
  graphs: [
    { id: 'replies', type: 'series', title: 'Replies per second', metrics: ['receivedByClients'] },
    { id: 'response', type: 'distribution', title: 'Response time', metrics: ['response'] },
    { id: 'response-seconds', type: 'series', title: 'Mean response time per second', metrics: ['response'] },
    { id: 'whole', type: 'parts', title: 'Connecting and asking', metrics: ['connect', 'asking'] },
    hopsGraph('Where it comes from'),
    ...CPU_GRAPHS,
    memoryGraph('Server memory'),
  ],
};

export default charts;
