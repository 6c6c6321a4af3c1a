/** The parts of the run record's schema, as JSON Schema (draft 7). */

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema fragment
export type Schema = Record<string, any>;

/** A larger number is not exact, and a larger count no count. */
const maximum = Number.MAX_SAFE_INTEGER;

export const count = { type: 'integer', minimum: 0, maximum } as const;
export const atLeastOne = { type: 'integer', minimum: 1, maximum } as const;
export const amount = { type: 'number', minimum: 0, maximum } as const;
export const aboveZero = { type: 'number', exclusiveMinimum: 0, maximum } as const;
export const number = { type: 'number', minimum: -maximum, maximum } as const;
export const text = { type: 'string', maxLength: 400 } as const;
export const sentence = { type: 'string', minLength: 1, maxLength: 2000 } as const;
export const MAX_BUCKETS = 100_000;
export const MAX_SAMPLES = 1_000_000;

export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const array = (items: Schema, maxItems: number): Schema => ({ type: 'array', items, maxItems });

/** An object with exactly these properties, all required, and with none but `optional` ones besides. */
export const exactly = (properties: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});

export const hdr = { type: 'string', maxLength: 4_000_000, pattern: '^[A-Za-z0-9+/=]+$' } as const;

export const distribution = exactly({
  hdr,
  count,
  mean: amount,
  min: amount,
  p50: amount,
  p90: amount,
  p99: amount,
  p999: amount,
  max: amount,
});

export const spread = exactly({ p50: amount, p99: amount, max: amount });

export const dateTime = { type: 'string', format: 'date-time' } as const;
export const when = exactly({ startedAt: orNull(dateTime), finishedAt: orNull(dateTime) });

export const machine = orNull(
  exactly({ cpu: text, cores: atLeastOne, memoryBytes: amount, kernel: text }, { cpuQuota: amount }),
);

export const versions = exactly({
  framework: orNull(text),
  client: orNull(text),
  runtime: orNull(text),
  browser: orNull(text),
  driver: orNull(text),
  node: orNull(text),
  outcry: orNull(text),
});
