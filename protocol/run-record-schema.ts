/** The run record as a JSON Schema (draft 7): what `run-record.ts` and `metrics.ts` say in types, for data from elsewhere. */

import { NAME_PATTERN } from '../metrics/metric.ts';
import { TRANSPORTS } from '../metrics/transports.ts';
import { conditionsMeasuredSchema, conditionsSchema } from './conditions.ts';
import { harnessOverheadSchema } from './harness-overhead.ts';
import { preflightCheckSchema } from './preflight-check.ts';
import { runHostSchema } from './run-host.ts';
import { ARMS, FLAG_PATTERN, RUN_ID_PATTERN, RUN_SCHEMA, VERSION_PATTERN } from './run-record.ts';
import {
  aboveZero,
  amount,
  array,
  atLeastOne,
  count,
  dateTime,
  distribution,
  exactly,
  hdr,
  MAX_BUCKETS,
  MAX_SAMPLES,
  machine,
  number,
  orNull,
  type Schema,
  sentence,
  text,
  versions,
  when,
} from './schema-parts.ts';

/** An object with names of ours as keys. Draft 7 bounds the keys of an object by `propertyNames`. */
const named = (values: Schema, most: number): Schema => ({
  type: 'object',
  propertyNames: { pattern: NAME_PATTERN },
  additionalProperties: values,
  maxProperties: most,
});

const params = named({ anyOf: [number, { type: 'boolean' }, { type: 'string', maxLength: 400 }] }, 50);

const spec = {
  unit: { type: 'string', minLength: 1, maxLength: 40 },
  label: { type: 'string', minLength: 1, maxLength: 80 },
  about: { type: 'string', minLength: 1, maxLength: 400 },
};

const countMetric = exactly({
  kind: { const: 'count' },
  ...spec,
  total: orNull(count),
  expected: orNull(count),
  series: orNull(array(count, MAX_BUCKETS)),
});

const trendMetric = exactly({
  kind: { const: 'trend' },
  ...spec,
  series: {
    anyOf: [
      exactly({ sum: array(amount, MAX_BUCKETS), count: array(count, MAX_BUCKETS) }),
      exactly({ mean: array(orNull(amount), MAX_BUCKETS) }),
      { type: 'null' },
    ],
  },
  distribution: orNull(distribution),
});

const gaugeMetric = exactly({
  kind: { const: 'gauge' },
  ...spec,
  samples: orNull(array(amount, MAX_SAMPLES)),
  intervalMs: orNull(aboveZero),
  median: orNull(amount),
  max: orNull(amount),
});

/** By kind, so that a fault in a metric is told of its own kind alone. */
const METRICS: [kind: string, schema: Schema][] = [
  ['count', countMetric],
  ['trend', trendMetric],
  ['gauge', gaugeMetric],
];

const metric: Schema = {
  type: 'object',
  properties: { kind: { enum: METRICS.map(([kind]) => kind) } },
  required: ['kind'],
  allOf: METRICS.map(([kind, schema]) => ({
    if: { properties: { kind: { const: kind } }, required: ['kind'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: schema,
  })),
};

const flags = array(
  exactly({
    code: { type: 'string', pattern: FLAG_PATTERN },
    level: { enum: ['fatal', 'warning'] },
    message: sentence,
  }),
  100,
);

const discarded = array(exactly({ startedAt: dateTime, because: flags }), 100);

const slices = exactly(
  {
    seconds: atLeastOne,
    servers: atLeastOne,
    readyAfter: amount,
    at: array(amount, MAX_BUCKETS),
    place: array(atLeastOne, MAX_BUCKETS),
  },
  { histograms: named(array(hdr, MAX_BUCKETS), 20) },
);

/** JSON Schema (draft 7) of a run record. */
export const runRecordSchema: Schema = exactly(
  {
    schema: { const: RUN_SCHEMA },
    id: { type: 'string', pattern: RUN_ID_PATTERN },
    kind: { enum: ['measured', 'imported'] },
    session: exactly(
      {
        id: { type: 'string', pattern: RUN_ID_PATTERN },
        profile: orNull(text),
        note: orNull({ type: 'string', maxLength: 4000 }),
        search: orNull(exactly({ name: { ...text, minLength: 1 }, params })),
      },
      { until: exactly({ percent: aboveZero }), look: atLeastOne },
    ),
    identity: exactly(
      {
        scenario: { ...text, minLength: 1 },
        params,
        framework: { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]{0,63}$' },
        frameworkLabel: { ...text, minLength: 1 },
        transport: { enum: [...TRANSPORTS] },
        swarm: { enum: ['browser', 'console', null] },
        browser: orNull(text),
        members: orNull(atLeastOne),
        clients: orNull(atLeastOne),
        repetition: atLeastOne,
      },
      {
        conditions: conditionsSchema,
        version: { type: 'string', pattern: VERSION_PATTERN },
        arm: { enum: [...ARMS] },
      },
    ),
    when,
    machine,
    versions,
    plan: exactly({ seconds: orNull(amount), bucketSeconds: aboveZero }),
    metrics: named(metric, 200),
    validity: flags,
    notMeasured: { type: 'object', additionalProperties: { type: 'string', maxLength: 1000 }, maxProperties: 1000 },
  },
  {
    slices,
    discarded,
    conditionsMeasured: conditionsMeasuredSchema,
    hosts: array(runHostSchema, 1_000),
    preflight: preflightCheckSchema,
    harnessOverhead: harnessOverheadSchema,
    notice: { ...text, minLength: 1 },
    reference: { const: true },
  },
);
