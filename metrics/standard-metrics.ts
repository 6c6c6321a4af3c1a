/**
 * The metrics that many scenarios have, and those that the runner adds to every run. A scenario that measures one of these
 * names it as here, so that scenarios can be read side by side. The names of the first six are those of study A's data.
 */

import type { MetricRoles } from '../protocol/scenario-charts.ts';
import type { MetricSpec } from './metric.ts';

export const spec = (kind: MetricSpec['kind'], unit: string, label: string, about: string): MetricSpec => ({
  kind,
  unit,
  label,
  about,
});

/** The parts of a latency that a member tells apart by the server's hops. */
export const HOP_METRICS = {
  toServer: spec('trend', 'ms', 'client to server', 'From sending an own message to the server having it.'),
  inServer: spec('trend', 'ms', 'in the server', 'From the server having an own message to its handing it on.'),
  toClient: spec(
    'trend',
    'ms',
    'server to client',
    'From the server handing an own message on to its client getting it.',
  ),
} as const satisfies Record<string, MetricSpec>;

/** Counted and timed by clients. */
export const CLIENT_METRICS = {
  sentByClients: spec('count', 'messages', 'sent by clients', 'Messages that clients handed to their framework.'),
  receivedByClients: spec(
    'count',
    'messages',
    'delivered to clients',
    'Messages that reached a client, each copy counted.',
  ),
  fromSent: spec(
    'trend',
    'ms',
    'latency from sent',
    "From sending a message to getting it back, of a client's own messages.",
  ),
  fromDue: spec(
    'trend',
    'ms',
    'latency from due',
    'From when the schedule wanted a message sent to getting it back, own messages.',
  ),
  delivery: spec('trend', 'ms', 'delivery latency', 'From sending a message to any client getting it.'),
  lateness: spec('trend', 'ms', 'lateness', 'From when the schedule wanted a message sent to when it was sent.'),
  ...HOP_METRICS,
  duplicates: spec('count', 'messages', 'delivered twice', 'Deliveries of a message that the client had already.'),
  outOfOrder: spec(
    'count',
    'messages',
    'out of order',
    'Deliveries of a message older than one already had from the same sender.',
  ),
  missing: spec('count', 'messages', 'missing', 'Deliveries that should have come and did not.'),
} as const satisfies Record<string, MetricSpec>;

/** What standard metrics are for in a scenario that has them and does not say otherwise. */
const STANDARD_ROLES: MetricRoles = {
  latency: 'fromSent',
  latencyFromDue: 'fromDue',
  lateness: 'lateness',
  feedLateness: 'backendLateness',
  delivered: 'receivedByClients',
};

/** The roles that metrics have by their names alone. @param metrics by name */
export const standardRoles = (metrics: object): MetricRoles =>
  Object.fromEntries(Object.entries(STANDARD_ROLES).filter(([, name]) => Object.hasOwn(metrics, name)));

/** From one member to another, or from a backend to a member: measured where these share a clock. */
export const BETWEEN_MEMBERS: ReadonlySet<string> = new Set(['delivery']);

/** What titles say of which latency they show, where it is one of these. */
export const LATENCY_TITLES: Readonly<Record<string, string>> = {
  fromSent: 'from sending',
  fromDue: 'from when it was due',
  delivery: 'to every receiver',
};

/** Counted and timed by a scenario's backend. */
export const BACKEND_METRICS = {
  sentByBackend: spec('count', 'messages', 'sent by backend', 'Bodies that the backend handed to its feed.'),
  backendLateness: spec(
    'trend',
    'ms',
    'backend lateness',
    'From when the schedule wanted a body fed to when the backend fed it.',
  ),
} as const satisfies Record<string, MetricSpec>;

/** Counted by the server, for the verbs that the scenario says. */
export const SERVER_METRICS = {
  receivedByServer: spec('count', 'messages', 'received by server', 'Messages that the server received from clients.'),
  sentByServer: spec(
    'count',
    'messages',
    'sent by server',
    'Messages that the server sent; one to N connections counts N.',
  ),
} as const satisfies Record<string, MetricSpec>;

/** The metrics of one kind that clients and servers measure in many scenarios. */
export const standardNames = (wanted: MetricSpec['kind']): string[] =>
  Object.entries<MetricSpec>({ ...CLIENT_METRICS, ...SERVER_METRICS }).flatMap(([name, { kind }]) =>
    kind === wanted ? [name] : [],
  );

/** Of a front, which stands between clients and server and is measured apart from both. */
export const FRONT_METRICS = {
  frontCpu: spec('gauge', '% of one core', 'front CPU', "CPU of the front's process tree; 200 means two cores busy."),
  frontMemory: spec('gauge', 'bytes', 'front memory', "Resident memory of the front's process tree."),
  frontCpuWait: spec(
    'gauge',
    '% of the time',
    'front CPU wait',
    "Time in which the front's busiest thread could run and waited for a CPU.",
  ),
  frontTurnWait: spec(
    'gauge',
    'ms',
    'front wait per turn',
    "Time that the front's busiest thread waited for a CPU before each turn on it.",
  ),
  frontWireBytesToFront: spec('count', 'bytes', 'bytes to front', 'TCP and UDP payload from clients to the front.'),
  frontWireBytesToClients: spec('count', 'bytes', 'bytes from front', 'TCP and UDP payload from the front to clients.'),
  frontWireConnections: spec(
    'count',
    'connections',
    'connections to front',
    'TCP connections of clients to the front.',
  ),
} as const satisfies Record<string, MetricSpec>;

/** Sampled by the monitor, and counted on the wire. */
export const RESOURCE_METRICS = {
  serverCpu: spec(
    'gauge',
    '% of one core',
    'server CPU',
    "CPU of the server's process tree; 200 means two cores busy.",
  ),
  serverMemory: spec('gauge', 'bytes', 'server memory', "Resident memory of the server's process tree."),
  swarmCpu: spec('gauge', '% of one core', 'swarm CPU', "CPU of the swarm's processes on this machine."),
  swarmMemory: spec('gauge', 'bytes', 'swarm memory', "Resident memory of the swarm's processes on this machine."),
  serverCpuWait: spec(
    'gauge',
    '% of the time',
    'server CPU wait',
    "Time in which the server's busiest thread could run and waited for a CPU.",
  ),
  serverTurnWait: spec(
    'gauge',
    'ms',
    'server wait per turn',
    "Time that the server's busiest thread waited for a CPU before each turn on it.",
  ),
  serverCpuWaitAll: spec(
    'gauge',
    '% of one core',
    'server CPU wait, all threads',
    "Time that the server's threads waited for a CPU, added up.",
  ),
  swarmCpuWait: spec(
    'gauge',
    '% of one core',
    'swarm CPU wait',
    "Time that the swarm's threads on this machine waited for a CPU, added up.",
  ),
  swarmTurnWait: spec(
    'gauge',
    'ms',
    'swarm wait per turn',
    "Time that the swarm's threads on this machine waited for a CPU before each turn on it.",
  ),
  machineCpu: spec('gauge', '% of one core', 'machine CPU', 'CPU of everything on the machine.'),
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
  wireBytes: spec('count', 'bytes', 'bytes on the wire', 'TCP payload both ways between clients and server.'),
  httpRequests: spec('count', 'requests', 'HTTP requests', 'HTTP requests of the clients.'),
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
} as const satisfies Record<string, MetricSpec>;
