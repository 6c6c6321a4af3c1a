/** The run record's first schema as a JSON Schema (draft 7): what `run-record-1.ts` says in types, for data from elsewhere. */
import { RUN_ID_PATTERN } from './run-record.ts';
import { FINDING_CODES_1, RUN_SCHEMA_1, TRANSPORTS_1 } from './run-record-1.ts';
import {
  amount,
  array,
  count,
  distribution,
  exactly,
  findingText,
  MAX_BUCKETS,
  MAX_SAMPLES,
  machine,
  orNull,
  type Schema,
  text,
  versions,
  when,
} from './schema-parts.ts';

const samples = exactly({
  intervalMs: { type: 'number', exclusiveMinimum: 0 },
  cpuPercent: array(amount, MAX_SAMPLES),
  memoryBytes: array(amount, MAX_SAMPLES),
});

const buckets = orNull(array(count, MAX_BUCKETS));

/** JSON Schema (draft 7) of a run record of the first schema. */
export const runRecord1Schema: Schema = exactly({
  schema: { const: RUN_SCHEMA_1 },
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
    transport: { enum: [...TRANSPORTS_1] },
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
  when,
  machine,
  versions,
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
      code: { enum: [...FINDING_CODES_1] },
      level: { enum: ['fatal', 'warning'] },
      message: findingText,
    }),
    100,
  ),
  notMeasured: { type: 'object', additionalProperties: { type: 'string', maxLength: 1000 }, maxProperties: 100 },
});
