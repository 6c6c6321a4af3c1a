/** A made-up scenario's charts, for tests: of the shape that scenarios have whose messages come back. */
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';

const MB = { value: 1_000_000, unit: 'MB' };

export const MADE_UP_SCENARIO: ScenarioAbout = {
  name: 'auction-broadcast',
  about: 'Nothing is measured.',
  params: { rate: { text: '{}/s' } },
  charts: {
    compare: { metric: 'fromSent', better: 'less', words: { better: 'faster', worse: 'slower' } },
    roles: { latency: 'fromSent', latencyFromDue: 'fromDue', delivered: 'receivedByClients' },
    columns: [
      { metric: 'fromSent', figure: 'mean', label: 'mean' },
      { metric: 'fromSent', figure: 'window', label: '5..14 s' },
      { metric: 'fromSent', figure: 'p50', label: 'p50' },
      { metric: 'fromSent', figure: 'p99', label: 'p99' },
      { metric: 'fromSent', figure: 'max', label: 'max' },
      { metric: 'toServer', figure: 'mean', label: 'to server' },
      { metric: 'inServer', figure: 'mean', label: 'in server' },
      { metric: 'toClient', figure: 'mean', label: 'to client' },
      { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
      { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
      { metric: 'serverMemory', figure: 'max', label: 'memory', per: MB },
    ],
    graphs: [
      { id: 'latency', type: 'series', title: 'Mean latency per second', metrics: ['fromSent'] },
      { id: 'distribution', type: 'distribution', title: 'Latency distribution', metrics: ['fromSent'] },
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
      { id: 'memory', type: 'series', title: 'Server memory', metrics: ['serverMemory'], per: MB },
      { id: 'bytes', type: 'series', title: 'Bytes on the wire', metrics: ['wireBytes'], per: MB },
    ],
  },
};
