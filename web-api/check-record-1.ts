/** What a schema cannot say of a run record of the first schema. */
import type { ValidateFunction } from 'ajv';
import type { RunRecord1 } from '../protocol/run-record-1.ts';
import { runRecord1Schema } from '../protocol/run-record-1-schema.ts';
import { checkDistribution, checkLengths, compile } from './check-fields.ts';
import { RecordError } from './errors.ts';

let compiled: ValidateFunction<RunRecord1> | undefined;

/** The schema's check, compiled when the first record of it comes: most commands meet none. */
export function matchesSchema1(): ValidateFunction<RunRecord1> {
  compiled ??= compile<RunRecord1>(runRecord1Schema);
  return compiled;
}

/** A measured run counts every second in every series; an imported one keeps the lengths its file had. */
function checkSeries({ kind, perSecond }: RunRecord1): void {
  const { bucketSeconds: _, ...series } = perSecond;
  const given = Object.entries(series).filter((entry): entry is [string, number[]] => entry[1] !== null);
  if (kind === 'measured') checkLengths(given.map(([name, values]) => [`perSecond.${name}`, values]));
  if ((perSecond.latencySum === null) !== (perSecond.latencyCount === null)) {
    const missing = perSecond.latencySum === null ? 'latencySum' : 'latencyCount';
    throw new RecordError(`perSecond.${missing}`, 'must be given together with its counterpart, or both be null');
  }
  if (kind === 'measured' && perSecond.latencyMean !== null) {
    throw new RecordError('perSecond.latencyMean', 'must be null in a measured run, which has latencySum instead');
  }
}

/** @throws RecordError that names the field */
export function checkMeasured1(record: RunRecord1): void {
  checkSeries(record);
  for (const [name, distribution] of Object.entries(record.latency)) {
    if (distribution !== null) checkDistribution(`latency.${name}`, distribution);
  }
}
