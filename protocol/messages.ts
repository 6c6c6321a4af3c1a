/**
 * The load test on the wire: the events between a load client and an app's hub.
 * A hub in another language follows the same shapes and is tested on the same files in `vectors/`.
 *
 * Times are milliseconds (fractions allowed). `due`, `sent` and `startTime` are read from the sender's clock and mean
 * nothing to the server; `received` is the server's own clock.
 */

/** A `message` payload of more UTF-8 bytes than this is refused with `too-large`; the connection stays. */
export const PAYLOAD_LIMIT_BYTES = 1_048_576;

/** Any single event over this many bytes may be answered by closing the connection. Transports are configured to it. */
export const TRANSPORT_LIMIT_BYTES = 4 * 1_048_576;

/** `broadcast`: every message goes to every connection. `echo`: it goes back to its sender alone. */
export type TestType = 'broadcast' | 'echo';

/** Client to server, from the master only: begins a test. The hub must be idle. */
export interface InitTest {
  testType: TestType;
  /** How many clients take part, 1 or more; their `clientId`s are 1..clientCount. */
  clientCount: number;
  /** Width of a bucket in whole seconds, 1 or more. */
  spacing: number;
  /** The master's clock when it asked. */
  startTime: number;
}

/** Server to every connection: the test has begun; a client's own bucket 0 begins when it gets this. */
export type TestStarted = InitTest;

/** Client to server: one unit of load. `id` is `c:<clientId>m:<seq>`. */
export interface LoadMessage {
  id: string;
  clientId: number;
  /** 0, 1, 2 ... per client. */
  seq: number;
  /** When the schedule wanted it sent. */
  due: number;
  /** When it was sent. */
  sent: number;
  payload: string;
}

/** Server to client: the same message, stamped with the server's clock. */
export interface DeliveredMessage extends LoadMessage {
  received: number;
}

/** Client to server: this client has sent all its messages and has its own back (or gave up waiting for them). */
export interface Complete {
  clientId: number;
}

/** Server to every connection: hand in your report. */
export interface Harvest {
  /** How many messages the server sent to every connection; 0 in an echo test. */
  broadcasts: number;
}

/**
 * Client to server, once per page or worker, for all its clients: what they saw. Arrays are per bucket since the
 * client's start, index 0 first. Histograms are HDR, V2 compressed, base64, microseconds.
 */
export interface Report {
  clientIds: number[];
  /** Messages sent, by the bucket they were sent in. */
  sentByClients: number[];
  /** Deliveries of any client's messages, by the bucket they arrived in. */
  receivedByClients: number[];
  /** Sum of latency from `sent` in ms of own messages (first copies), by the bucket they were sent in. */
  latencySum: number[];
  /** How many latencies are in `latencySum`. */
  latencyCount: number[];
  /** Own messages, first copies: arrival minus `sent`. */
  fromSent: string;
  /** Own messages, first copies: arrival minus `due`. */
  fromDue: string;
  /** All deliveries: arrival minus `sent`; null where sender and receiver do not share a clock. */
  delivery: string | null;
  /** How late messages were sent: `sent` minus `due`. */
  lateness: string;
  /** Deliveries of a message that had been delivered to that client before. */
  duplicates: number;
  /** Deliveries that should have come and did not, over all clients of the report. */
  missing: number;
  /** Deliveries of a message older than one already delivered from the same sender. */
  outOfOrder: number;
  /** Latencies below zero; they are counted here and left out of the histograms. */
  negative: number;
  /** Refusals the clients got. */
  refused: Refused[];
  /** Clients whose connection ended before the harvest. */
  closed: { clientId: number; reason: string }[];
  /** The transport in use at the end, as the framework reports it, and how many clients used it. */
  transports: Record<string, number>;
  /** Event-loop or timer delay of the page or worker in ms: 99th percentile and maximum; null if not measured. */
  loopDelay: { p99: number; max: number } | null;
}

/** A client the hub stopped waiting for. */
export interface Vanished {
  /** Null when the connection ended before it had said which client it was. */
  clientId: number | null;
  why: 'disconnected' | 'silent' | 'no-report';
}

/** What the hub itself counted. Arrays are per bucket since the server's start of the test, index 0 first. */
export interface ServerCounts {
  /** The server's clock (ms since the epoch) when the test began, and when its last report came. */
  startedAt: number;
  finishedAt: number;
  spacing: number;
  receivedByServer: number[];
  /** A broadcast to N connections counts N. */
  sentByServer: number[];
  /** Messages that went to every connection; 0 in an echo test. */
  broadcasts: number;
  /** Events refused during the test. */
  refused: number;
}

/** Server to the master: everything about the test. */
export interface HarvestComplete {
  dataset: Dataset;
}

export interface Dataset {
  testType: TestType;
  clientCount: number;
  server: ServerCounts;
  reports: Report[];
  vanished: Vanished[];
}

/** Why an event was refused. `reason` is for people, `code` for programs. */
export type RefusalCode =
  | 'bad-json' // not JSON, or not an envelope with an event name
  | 'unknown-event' // no such event
  | 'wrong-state' // a known event that the hub cannot take now
  | 'missing-field' // a required field is absent
  | 'wrong-type' // a field has the wrong JSON type
  | 'out-of-range' // a field has the right type and an impossible value
  | 'client-taken' // the clientId belongs to another connection
  | 'too-large'; // over PAYLOAD_LIMIT_BYTES

/** Server to the one who sent what cannot be taken. The connection stays, nothing is counted. */
export interface Refused {
  /** The event refused; null when it could not be read. */
  event: string | null;
  code: RefusalCode;
  reason: string;
}

export type HubState = 'idle' | 'running' | 'harvesting';

/** How long the hub waits; milliseconds. The vectors set their own. */
export interface HubDeadlines {
  /** From a client's disconnection to counting it out (it may be between two polls). */
  vanish: number;
  /** Without any valid event while running: all clients not complete are counted out. */
  silence: number;
  /** From `harvest` to counting out clients whose report has not come. */
  report: number;
}

export const HUB_DEADLINES: HubDeadlines = { vanish: 5_000, silence: 30_000, report: 20_000 };
