/** The run record as a JSON Schema (draft 7): what `run-record.ts` says in types, for data from elsewhere. */
import { FINDING_CODES, RUN_ID_PATTERN, RUN_SCHEMA } from './run-record.ts';

const count = { type: 'integer', minimum: 0 } as const;
const amount = { type: 'number', minimum: 0 } as const;
const text = { type: 'string', maxLength: 400 } as const;
const MAX_BUCKETS = 100_000;
const MAX_SAMPLES = 1_000_000;

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema fragment
type Schema = Record<string, any>;
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const array = (items: Schema, maxItems: number): Schema => ({ type: 'array', items, maxItems });
/** An object with exactly these properties, all required. */
const exactly = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const distribution = exactly({
  hdr: { type: 'string', maxLength: 4_000_000, pattern: '^[A-Za-z0-9+/=]+$' },
  count,
  mean: amount,
  min: amount,
  p50: amount,
  p90: amount,
  p99: amount,
  p999: amount,
  max: amount,
});

const samples = exactly({
  intervalMs: { type: 'number', exclusiveMinimum: 0 },
  cpuPercent: array(amount, MAX_SAMPLES),
  memoryBytes: array(amount, MAX_SAMPLES),
});

const buckets = orNull(array(count, MAX_BUCKETS));

/** JSON Schema (draft 7) of a run record. */
export const runRecordSchema: Schema = exactly({
  schema: { const: RUN_SCHEMA },
  id: { type: 'string', pattern: RUN_ID_PATTERN },
  kind: { enum: ['measured', 'imported'] },
  session: exactly({
    id: { type: 'string', pattern: RUN_ID_PATTERN },
    profile: orNull(text),
    note: orNull({ type: 'string', maxLength: 4000 }),
  }),
  identity: exactly({
    scenario: { ...text, minLength: 1 },
    testType: { enum: ['broadcast', 'echo'] },
    framework: { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]{0,63}$' },
    frameworkLabel: { ...text, minLength: 1 },
    transport: { enum: ['websocket', 'sse', 'http-streaming', 'long-polling', 'polling', 'ws-polling'] },
    swarm: { enum: ['browser', 'console'] },
    browser: orNull(text),
    members: { type: 'integer', minimum: 1 },
    clients: { type: 'integer', minimum: 1 },
    rate: { type: 'number', exclusiveMinimum: 0 },
    messages: { type: 'integer', minimum: 1 },
    payloadBytes: count,
    phase: { enum: ['together', 'spread'] },
    repetition: { type: 'integer', minimum: 1 },
    standIn: orNull(text),
  }),
  when: exactly({
    startedAt: orNull({ type: 'string', format: 'date-time' }),
    finishedAt: orNull({ type: 'string', format: 'date-time' }),
  }),
  machine: orNull(exactly({ cpu: text, cores: { type: 'integer', minimum: 1 }, memoryBytes: amount, kernel: text })),
  versions: exactly({
    framework: orNull(text),
    client: orNull(text),
    runtime: orNull(text),
    browser: orNull(text),
    driver: orNull(text),
    node: orNull(text),
    outcry: orNull(text),
  }),
  perSecond: exactly({
    bucketSeconds: { type: 'integer', minimum: 1 },
    sentByClients: buckets,
    receivedByServer: buckets,
    sentByServer: buckets,
    receivedByClients: buckets,
    latencySum: orNull(array(amount, MAX_BUCKETS)),
    latencyCount: buckets,
    latencyMean: orNull(array(orNull(amount), MAX_BUCKETS)),
  }),
  totals: exactly({
    sentByClients: orNull(count),
    receivedByServer: orNull(count),
    sentByServer: orNull(count),
    receivedByClients: orNull(count),
    expectedDeliveries: orNull(count),
  }),
  latency: exactly({
    fromSent: orNull(distribution),
    fromDue: orNull(distribution),
    delivery: orNull(distribution),
    lateness: orNull(distribution),
  }),
  resources: exactly({
    server: orNull(samples),
    swarm: orNull(samples),
    machineCpuPercent: orNull(array(amount, MAX_SAMPLES)),
    serverCpuMedian: orNull(amount),
    serverMemoryMax: orNull(amount),
  }),
  wire: exactly({ bytes: orNull(count), httpRequests: orNull(count) }),
  validity: array(
    exactly({
      code: { enum: Object.keys(FINDING_CODES) },
      level: { enum: ['fatal', 'warning'] },
      message: { type: 'string', minLength: 1, maxLength: 2000 },
    }),
    100,
  ),
  notMeasured: { type: 'object', additionalProperties: { type: 'string', maxLength: 1000 }, maxProperties: 100 },
});
