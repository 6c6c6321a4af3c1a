/** Columns and graphs that the charts of several scenarios have. */
import type { Figure, GraphPlan, RankedBy, TableColumn } from '../../../protocol/scenario-charts.ts';

export const MB = { value: 1_000_000, unit: 'MB' };

/** Of what rows are compared by, where that is a latency. */
export const LESS_IS_FASTER: Omit<RankedBy, 'metric'> = {
  better: 'less',
  words: { better: 'faster', worse: 'slower' },
};

/** Columns of several figures of a metric, each with its label. */
export const figures = (metric: string, labels: Partial<Record<Figure, string>>): TableColumn[] =>
  Object.entries(labels).map(([figure, label]) => ({ metric, figure: figure as Figure, label }));

/** `hops`: where a latency comes from. `cpu` and `memory`: the server's. `wire`: what went over the network. */
export const COLUMNS = {
  hops: [
    { metric: 'toServer', figure: 'mean', label: 'to server' },
    { metric: 'inServer', figure: 'mean', label: 'in server' },
    { metric: 'toClient', figure: 'mean', label: 'to client' },
  ],
  cpu: [
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    { metric: 'serverCpuWait', figure: 'typical', label: 'CPU wait' },
  ],
  memory: [{ metric: 'serverMemory', figure: 'max', label: 'memory max', per: MB }],
  wire: [
    { metric: 'wireBytes', figure: 'total', label: 'bytes' },
    { metric: 'httpRequests', figure: 'total', label: 'HTTP requests' },
  ],
} as const satisfies Record<string, TableColumn[]>;

export const CPU_GRAPHS: GraphPlan[] = [
  { id: 'cpu', type: 'series', title: 'Server CPU', metrics: ['serverCpu'] },
  { id: 'cpu-wait', type: 'series', title: 'Server waiting for a CPU', metrics: ['serverCpuWait'] },
];

/** The parts of a latency, one upon the other. */
export const hopsGraph = (title: string): GraphPlan => ({
  ...{ id: 'hops', type: 'parts', title },
  metrics: ['toServer', 'inServer', 'toClient'],
});

export const memoryGraph = (title: string, per = MB): GraphPlan => ({
  ...{ id: 'memory', type: 'series', title, per },
  metrics: ['serverMemory'],
});
