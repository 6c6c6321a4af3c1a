/** Checks a run record: first its JSON Schema, then what a schema cannot say. */
import type { Metric } from '../metrics/metric.ts';
import { RUN_SCHEMA, type RunRecord } from '../protocol/run-record.ts';
import { runRecordSchema } from '../protocol/run-record-schema.ts';
import {
  checkDistribution,
  checkFindings,
  checkLengths,
  checkSliceHistograms,
  compile,
  schemaError,
} from './check-fields.ts';
import { RecordError } from './record-errors.ts';

/** Folders of the results folder that are no sessions. */
export const RESERVED_SESSIONS: readonly string[] = ['example', 'reference'];

/** Ids that no new run and no new session may have; kept records that have one are read. */
const RESERVED_IDS: readonly string[] = ['session', ...RESERVED_SESSIONS];

/** @throws RecordError when a record has an id that no new one may have */
export function checkNewIds({ id, session }: RunRecord): void {
  for (const [field, name] of Object.entries({ id, 'session.id': session.id })) {
    if (RESERVED_IDS.includes(name)) throw new RecordError(field, `"${name}" is reserved; use another name`);
  }
}

/** Compiled for the first record: this takes longer than most commands have to wait for. */
let matchesSchema: ReturnType<typeof compile<RunRecord>> | undefined;

/** The series of a metric, each with its field. */
function seriesOf(field: string, metric: Metric): [field: string, values: unknown[]][] {
  if (metric.kind === 'gauge' || metric.series === null) return [];
  if (metric.kind === 'count') return [[`${field}.series`, metric.series]];
  return Object.entries(metric.series).map(([part, values]) => [`${field}.series.${part}`, values]);
}

function checkMetric(field: string, metric: Metric, kind: RunRecord['kind']): void {
  if (metric.kind === 'gauge') {
    if ((metric.samples === null) !== (metric.intervalMs === null)) {
      const missing = metric.samples === null ? 'samples' : 'intervalMs';
      throw new RecordError(`${field}.${missing}`, 'must be given together with its counterpart, or both be null');
    }
    if (kind === 'measured' && (metric.median !== null || metric.max !== null)) {
      const said = metric.median === null ? 'max' : 'median';
      throw new RecordError(`${field}.${said}`, 'must be null in a measured run, which has samples instead');
    }
    return;
  }
  if (metric.kind === 'count') return;
  if (metric.series && 'mean' in metric.series) {
    if (kind === 'measured') {
      throw new RecordError(`${field}.series.mean`, 'must not be in a measured run, which has sum and count instead');
    }
  } else if (metric.series) {
    checkLengths(seriesOf(field, metric));
  }
  if (metric.distribution) checkDistribution(`${field}.distribution`, metric.distribution);
}

/** Of an imported run it need not be known who its clients were. */
function checkIdentity({ kind, identity }: RunRecord): void {
  if (kind === 'imported') return;
  const unknown = (['swarm', 'members', 'clients'] as const).find((name) => identity[name] === null);
  if (unknown) throw new RecordError(`identity.${unknown}`, 'must be known of a measured run');
}

/** A measured run counts every bucket in every series; an imported one keeps the lengths its file had. */
function checkMetrics({ kind, metrics }: RunRecord): void {
  const all = Object.entries(metrics);
  for (const [name, metric] of all) checkMetric(`metrics.${name}`, metric, kind);
  if (kind === 'measured') checkLengths(all.flatMap(([name, metric]) => seriesOf(`metrics.${name}`, metric)));
}

/**
 * Checks what claims to be a run record.
 * @returns the same object
 * @throws RecordError that names the field
 */
export function checkRecord(data: unknown): RunRecord {
  const { schema } = (data ?? {}) as { schema?: unknown };
  if (typeof schema === 'string' && schema !== RUN_SCHEMA) {
    throw new RecordError('schema', `is "${schema.slice(0, 80)}"; this Outcry reads "${RUN_SCHEMA}" alone`);
  }
  matchesSchema ??= compile<RunRecord>(runRecordSchema);
  if (!matchesSchema(data)) throw schemaError(matchesSchema.errors ?? []);
  const record: RunRecord = data;
  if (RESERVED_SESSIONS.includes(record.session.id)) {
    throw new RecordError('session.id', `"${record.session.id}" is reserved; use another name`);
  }
  checkIdentity(record);
  checkMetrics(record);
  checkSliceHistograms(record);
  checkFindings(record.validity);
  return record;
}
