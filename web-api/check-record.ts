/** Checks a run record: first its JSON Schema, then what a schema cannot say. */
import { Ajv, type ErrorObject } from 'ajv';
import { FINDING_CODES, type LatencyDistribution, RUN_SCHEMA, type RunRecord } from '../protocol/run-record.ts';
import { runRecordSchema } from '../protocol/run-record-schema.ts';
import { countOfHistogram } from './check-histogram.ts';
import { RecordError } from './errors.ts';

/** Folders of the results folder that are no sessions. */
export const RESERVED_SESSIONS: readonly string[] = ['example', 'reference'];

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const ajv = new Ajv({ strict: false, strictNumbers: true });
ajv.addFormat('date-time', (text: string) => DATE_TIME.test(text) && Number.isFinite(Date.parse(text)));
const matchesSchema = ajv.compile<RunRecord>(runRecordSchema);

/** `/perSecond/sentByClients/3` -> `perSecond.sentByClients[3]`. */
function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function describe(error: ErrorObject, nullable: boolean): RecordError {
  const field = fieldName(error.instancePath);
  const within = (name: string) => (field ? `${field}.${name}` : name);
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return new RecordError(within(params.missingProperty), 'is missing');
    case 'additionalProperties':
      return new RecordError(within(String(params.additionalProperty).slice(0, 100)), 'is not a field of a run record');
    case 'const':
      return new RecordError(field, `must be "${params.allowedValue}"`);
    case 'enum':
      return new RecordError(field, `must be one of ${params.allowedValues.join(', ')}`);
    default:
      return new RecordError(field, `${error.message ?? 'is not valid'}${nullable ? ' or null' : ''}`);
  }
}

/**
 * The schema's complaint that says most: within `anyOf: [X, null]` the one about X, which lies deepest.
 */
function schemaError(errors: ErrorObject[]): RecordError {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  const telling = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null');
  const deepest = telling.reduce(
    (best, error) => (depth(error) > depth(best) ? error : best),
    telling[0] ?? errors[0]!,
  );
  const nullable = errors.some((error) => error.keyword === 'anyOf' && error.instancePath === deepest.instancePath);
  return describe(deepest, nullable && deepest.keyword === 'type');
}

/** Every number is finite and small enough to be exact as a count; a schema lets 1e300 pass as an integer. */
function checkNumbers(value: unknown, field: string): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RecordError(field, 'must be a finite number');
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RecordError(field, 'is too large to be exact');
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkNumbers(value[i], `${field}[${i}]`);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) checkNumbers(inner, field ? `${field}.${key}` : key);
  }
}

/** A measured run counts every second in every series; an imported one keeps the lengths its file had. */
function checkSeries({ kind, perSecond }: RunRecord): void {
  const { bucketSeconds: _, ...series } = perSecond;
  const given = Object.entries(series).filter((entry): entry is [string, number[]] => entry[1] !== null);
  const [first, ...others] = given;
  const differing = first && others.find(([, values]) => values.length !== first[1].length);
  if (kind === 'measured' && differing) {
    const [name, values] = differing;
    throw new RecordError(
      `perSecond.${name}`,
      `has ${values.length} buckets, ${first[0]} has ${first[1].length}; all series must be of one length`,
    );
  }
  if ((perSecond.latencySum === null) !== (perSecond.latencyCount === null)) {
    const missing = perSecond.latencySum === null ? 'latencySum' : 'latencyCount';
    throw new RecordError(`perSecond.${missing}`, 'must be given together with its counterpart, or both be null');
  }
  if (kind === 'measured' && perSecond.latencyMean !== null) {
    throw new RecordError('perSecond.latencyMean', 'must be null in a measured run, which has latencySum instead');
  }
}

function checkDistribution(field: string, distribution: LatencyDistribution): void {
  let count: number;
  try {
    count = countOfHistogram(distribution.hdr);
  } catch (error) {
    throw new RecordError(`${field}.hdr`, (error as Error).message);
  }
  if (count !== distribution.count) {
    throw new RecordError(`${field}.count`, `is ${distribution.count}, the histogram holds ${count} values`);
  }
  // A percentile is the upper end of its histogram bucket, so it may lie above the maximum.
  const rising = ['p50', 'p90', 'p99', 'p999'] as const;
  for (const [i, name] of rising.entries()) {
    const before = rising[i - 1];
    if (before && distribution[name] < distribution[before]) {
      throw new RecordError(`${field}.${name}`, `must be >= ${before} (${distribution[before]})`);
    }
  }
  if (distribution.max < distribution.min)
    throw new RecordError(`${field}.max`, `must be >= min (${distribution.min})`);
}

function checkFindings(record: RunRecord): void {
  for (const [i, { code, level }] of record.validity.entries()) {
    if (level !== FINDING_CODES[code]) {
      throw new RecordError(`validity[${i}].level`, `must be "${FINDING_CODES[code]}" for ${code}`);
    }
  }
}

/**
 * Checks what claims to be a run record.
 * @returns the same object
 * @throws RecordError that names the field
 */
export function checkRecord(data: unknown): RunRecord {
  const { schema } = (data ?? {}) as { schema?: unknown };
  if (typeof schema === 'string' && schema !== RUN_SCHEMA) throw new RecordError('schema', `must be "${RUN_SCHEMA}"`);
  if (!matchesSchema(data)) throw schemaError(matchesSchema.errors ?? []);
  checkNumbers(data, '');
  if (RESERVED_SESSIONS.includes(data.session.id)) {
    throw new RecordError('session.id', `"${data.session.id}" is reserved; use another name`);
  }
  checkSeries(data);
  for (const [name, distribution] of Object.entries(data.latency)) {
    if (distribution !== null) checkDistribution(`latency.${name}`, distribution);
  }
  checkFindings(data);
  return data;
}
