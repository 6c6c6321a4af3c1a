import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { CPU_GRAPHS, MB, memoryGraph } from '../shared/charts.ts';

const charts: ScenarioCharts = {
  compare: {
    metric: 'lostMessages',
    better: 'less',
    words: { better: 'fewer', worse: 'more' },
    // While a server is away its backend is refused.
    outOf: { metric: 'fedTaken', says: 'A server that takes fewer has fewer to lose.' },
  },
  columns: [
    { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
    { metric: 'lostMessages', figure: 'total', label: 'lost' },
    { metric: 'duplicates', figure: 'total', label: 'doubled' },
    { metric: 'outOfOrder', figure: 'total', label: 'out of order' },
    { metric: 'delivery', figure: 'p99', label: 'delivery p99' },
    { metric: 'slowDelivery', figure: 'max', label: 'slow client: latest' },
    { metric: 'slowLost', figure: 'total', label: 'slow client: lost' },
    { metric: 'slowDisconnects', figure: 'total', label: 'slow client: ended' },
    { metric: 'hit', figure: 'total', label: 'clients hit' },
    { metric: 'back50', figure: 'typical', label: 'half back' },
    { metric: 'back99', figure: 'typical', label: '99 % back' },
    { metric: 'back100', figure: 'typical', label: 'all back' },
    { metric: 'backlogLevel', figure: 'typical', label: 'backlog level' },
    { metric: 'recovered', figure: 'total', label: 'recovered' },
    { metric: 'anew', figure: 'total', label: 'new' },
    { metric: 'gaveUp', figure: 'total', label: 'given up' },
    { metric: 'attempts', figure: 'total', label: 'attempts' },
    { metric: 'fedRefused', figure: 'total', label: 'refused to sender' },
    { metric: 'peakCpu', figure: 'max', label: 'CPU at peak' },
    { metric: 'peakMemory', figure: 'max', label: 'memory at peak', per: MB },
    { metric: 'offline', figure: 'typical', label: 'window' },
  ],
  marked: { from: 'cutAfter', lasts: 'offline', text: 'disturbed' },
  graphs: [
    { id: 'connected', type: 'series', title: 'Clients connected, as they know it', metrics: ['connected'] },
    { id: 'delivered', type: 'series', title: 'Delivered to clients', metrics: ['receivedByClients'] },
    { id: 'backlog', type: 'series', title: 'Backlog: fed, delivered later', metrics: ['backlog'] },
    { id: 'lost', type: 'series', title: 'Lost, by when they were fed', metrics: ['lostMessages'] },
    { id: 'delivery', type: 'series', title: 'Delivery time', metrics: ['delivery'] },
    { id: 'attempts', type: 'series', title: 'Attempts to connect again', metrics: ['attempts'] },
    ...CPU_GRAPHS,
    memoryGraph('Server memory'),
  ],
};

export default charts;
