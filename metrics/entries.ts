/**
 * The metrics that many scenarios have, and those that the runner adds to every run: one entry each, which records, tables, charts and
 * files read. The names of the first six are those of study A's data.
 */
import { type MetricSpec, type Role, spec } from './metric.ts';

/** The figures that the monitor samples, with their units. */
const SAMPLED_FIGURES = {
  cpuPercent: '% of one core',
  memoryBytes: 'bytes',
  busiestPercent: '% of the time',
  busiestPerTurnMs: 'ms',
  allPercent: '% of one core',
  allPerTurnMs: 'ms',
} as const;

/** The sampled thing and its figure. If nothing was sampled, the records' `gauges.ts` says why. */
export type SampledThing = 'server' | 'swarm' | 'machine' | 'front' | 'serverWait' | 'swarmWait' | 'frontWait';
type Sampled = readonly [SampledThing, keyof typeof SAMPLED_FIGURES];

/** A metric as it is declared, in one place: what records keep of it, and facts that make it appear elsewhere. */
export interface MetricEntry extends MetricSpec {
  /** The default role in scenarios that declare none. */
  role?: Role;
  /** The name of the latency in titles. */
  title?: string;
  /** From one member to another, or from a backend to a member: measured where these share a clock. */
  betweenMembers?: true;
  /** Of a gauge that the monitor samples: what of its samples. */
  sampled?: Sampled;
  /** The meaning if an engine counts it for a container, in the place of `about`. */
  byEngine?: string;
  /** Of a count on the wire: every record has it, if only to say that it was not counted. */
  inEveryRecord?: true;
  /** Of a count between clients and a front: the same between front and server. */
  outside?: string;
  /** Its usual figure stands under this head in every CSV file of tables. */
  column?: string;
  /** The page shows it as what a choice costs. */
  cost?: true;
}

/** A gauge that the monitor samples. */
const sampled = (from: Sampled, label: string, about: string, more: Partial<MetricEntry> = {}): MetricEntry => ({
  ...spec('gauge', SAMPLED_FIGURES[from[1]], label, about),
  sampled: from,
  ...more,
});

/** The parts of a latency that a member tells apart by the server's hops. */
export const HOPS = {
  toServer: spec('trend', 'ms', 'client to server', 'From sending an own message to the server having it.'),
  inServer: spec('trend', 'ms', 'in the server', 'From the server having an own message to its handing it on.'),
  toClient: spec(
    'trend',
    'ms',
    'server to client',
    'From the server handing an own message on to its client getting it.',
  ),
} as const satisfies Record<string, MetricEntry>;

/** Counted and timed by clients. */
export const CLIENTS = {
  sentByClients: spec('count', 'messages', 'sent by clients', 'Messages that clients handed to their framework.'),
  receivedByClients: {
    ...spec('count', 'messages', 'delivered to clients', 'Messages that reached a client, each copy counted.'),
    role: 'delivered',
  },
  fromSent: {
    ...spec(
      'trend',
      'ms',
      'latency from sent',
      "From sending a message to getting it back, of a client's own messages.",
    ),
    role: 'latency',
    title: 'from sending',
  },
  fromDue: {
    ...spec(
      'trend',
      'ms',
      'latency from due',
      'From when the schedule wanted a message sent to getting it back, own messages.',
    ),
    role: 'latencyFromDue',
    title: 'from when it was due',
  },
  delivery: {
    ...spec('trend', 'ms', 'delivery latency', 'From sending a message to any client getting it.'),
    betweenMembers: true,
    title: 'to every receiver',
  },
  lateness: {
    ...spec('trend', 'ms', 'lateness', 'From when the schedule wanted a message sent to when it was sent.'),
    role: 'lateness',
  },
  ...HOPS,
  duplicates: spec('count', 'messages', 'delivered twice', 'Deliveries of a message that the client had already.'),
  outOfOrder: spec(
    'count',
    'messages',
    'out of order',
    'Deliveries of a message older than one already had from the same sender.',
  ),
  missing: spec('count', 'messages', 'missing', 'Deliveries that should have come and did not.'),
} as const satisfies Record<string, MetricEntry>;

/** Counted and timed by a scenario's backend. */
export const BACKEND = {
  sentByBackend: spec('count', 'messages', 'sent by backend', 'Bodies that the backend handed to its feed.'),
  backendLateness: {
    ...spec('trend', 'ms', 'backend lateness', 'From when the schedule wanted a body fed to when the backend fed it.'),
    role: 'feedLateness',
  },
} as const satisfies Record<string, MetricEntry>;

/** Counted by the server, for the verbs that the scenario says. */
export const SERVER = {
  receivedByServer: spec('count', 'messages', 'received by server', 'Messages that the server received from clients.'),
  sentByServer: spec(
    'count',
    'messages',
    'sent by server',
    'Messages that the server sent; one to N connections counts N.',
  ),
} as const satisfies Record<string, MetricEntry>;

/** Sampled by the monitor while the test runs. */
export const SAMPLED = {
  serverCpu: sampled(
    ['server', 'cpuPercent'],
    'server CPU',
    "CPU of the server's process tree; 200 means two cores busy.",
    {
      byEngine: "CPU of the server's container, as its engine counts it; 200 means two cores busy.",
      column: 'server CPU (% of one core)',
      cost: true,
    },
  ),
  serverMemory: sampled(['server', 'memoryBytes'], 'server memory', "Resident memory of the server's process tree.", {
    byEngine: "Memory of the server's container, as its engine counts it, without what the kernel keeps of files.",
    column: 'server memory (bytes)',
    cost: true,
  }),
  swarmCpu: sampled(['swarm', 'cpuPercent'], 'swarm CPU', "CPU of the swarm's processes on this machine."),
  swarmMemory: sampled(
    ['swarm', 'memoryBytes'],
    'swarm memory',
    "Resident memory of the swarm's processes on this machine.",
  ),
  serverCpuWait: sampled(
    ['serverWait', 'busiestPercent'],
    'server CPU wait',
    "Time in which the server's busiest thread could run and waited for a CPU.",
  ),
  serverTurnWait: sampled(
    ['serverWait', 'busiestPerTurnMs'],
    'server wait per turn',
    "Time that the server's busiest thread waited for a CPU before each turn on it.",
  ),
  serverCpuWaitAll: sampled(
    ['serverWait', 'allPercent'],
    'server CPU wait, all threads',
    "Time that the server's threads waited for a CPU, added up.",
  ),
  swarmCpuWait: sampled(
    ['swarmWait', 'allPercent'],
    'swarm CPU wait',
    "Time that the swarm's threads on this machine waited for a CPU, added up.",
  ),
  swarmTurnWait: sampled(
    ['swarmWait', 'allPerTurnMs'],
    'swarm wait per turn',
    "Time that the swarm's threads on this machine waited for a CPU before each turn on it.",
  ),
  machineCpu: sampled(['machine', 'cpuPercent'], 'machine CPU', 'CPU of everything on the machine.'),
} as const satisfies Record<string, MetricEntry>;

/** Follows from what was counted and sampled, in scenarios whose messages come back. */
export const FOLLOWING = {
  clientShare: {
    ...spec(
      'gauge',
      '% of the latency',
      "clients' share",
      "The part of the mean latency from sent that the clients' own work is at most, since they share a process.",
    ),
    role: 'clientShare',
  },
} as const satisfies Record<string, MetricEntry>;

/** Of the other servers of an interleaved run, one sample for all slices together. */
export const IDLE = {
  idleServersCpu: spec(
    'gauge',
    '% of one core',
    'CPU of idle servers',
    'CPU of the other servers that were up meanwhile, added up; none of them was loaded.',
  ),
  idleServersMemory: spec(
    'gauge',
    'bytes',
    'memory of idle servers',
    'Resident memory of the other servers that were up meanwhile, added up.',
  ),
} as const satisfies Record<string, MetricEntry>;

/** Counted on the wire between clients and server. */
export const WIRE = {
  wireBytes: {
    ...spec('count', 'bytes', 'bytes on the wire', 'TCP payload both ways between clients and server.'),
    ...{ inEveryRecord: true, column: 'wire (bytes per run)', cost: true },
  },
  httpRequests: {
    ...spec('count', 'requests', 'HTTP requests', 'HTTP requests of the clients.'),
    inEveryRecord: true,
  },
  wireBytesToServer: spec('count', 'bytes', 'bytes to server', 'TCP payload from clients to the server.'),
  wireBytesToClients: spec('count', 'bytes', 'bytes to clients', 'TCP payload from the server to clients.'),
  wireSegmentsToServer: spec('count', 'segments', 'segments to server', 'TCP segments with a payload, to the server.'),
  wireSegmentsToClients: spec('count', 'segments', 'segments to clients', 'TCP segments with a payload, to clients.'),
  wireConnections: spec('count', 'connections', 'TCP connections', 'TCP connections that clients opened.'),
  webSocketFramesToServer: spec('count', 'frames', 'frames to server', 'WebSocket frames from clients to the server.'),
  webSocketFramesToClients: spec(
    'count',
    'frames',
    'frames to clients',
    'WebSocket frames from the server to clients.',
  ),
} as const satisfies Record<string, MetricEntry>;

export type WireMetric = keyof typeof WIRE;

/** Of a front, which stands between clients and server and is measured apart from both. */
export const FRONT = {
  frontCpu: sampled(['front', 'cpuPercent'], 'front CPU', "CPU of the front's process tree; 200 means two cores busy."),
  frontMemory: sampled(['front', 'memoryBytes'], 'front memory', "Resident memory of the front's process tree."),
  frontCpuWait: sampled(
    ['frontWait', 'busiestPercent'],
    'front CPU wait',
    "Time in which the front's busiest thread could run and waited for a CPU.",
  ),
  frontTurnWait: sampled(
    ['frontWait', 'busiestPerTurnMs'],
    'front wait per turn',
    "Time that the front's busiest thread waited for a CPU before each turn on it.",
  ),
  // Of TLS, requests and frames cannot be seen.
  frontWireBytesToFront: {
    ...spec('count', 'bytes', 'bytes to front', 'TCP and UDP payload from clients to the front.'),
    outside: 'wireBytesToServer',
  },
  frontWireBytesToClients: {
    ...spec('count', 'bytes', 'bytes from front', 'TCP and UDP payload from the front to clients.'),
    outside: 'wireBytesToClients',
  },
  frontWireConnections: {
    ...spec('count', 'connections', 'connections to front', 'TCP connections of clients to the front.'),
    outside: 'wireConnections',
  },
} as const satisfies Record<string, MetricEntry>;

/** All entries, by the names of their metrics. */
export const ENTRIES: Readonly<Record<string, MetricEntry>> = {
  ...{ ...CLIENTS, ...BACKEND, ...SERVER },
  ...{ ...SAMPLED, ...FOLLOWING, ...IDLE, ...WIRE, ...FRONT },
};
