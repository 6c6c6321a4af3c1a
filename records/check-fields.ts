/** The checks of records: complaints that name the field, and rules that a schema cannot express. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Distribution } from '../metrics/metric.ts';
import { countOfHistogram } from '../protocol/check-histogram.ts';
import { FLAG_CODES, type Flag, type RunRecord } from '../protocol/run-record.ts';
import { RecordError } from './record-errors.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

// To optimize the code of a schema takes longer than it saves in ten thousand records.
// The schema of JSON Schema takes longer to compile than ours, which is no input to be checked by it.
const ajv = new Ajv({
  strict: false,
  strictNumbers: true,
  code: { optimize: false },
  meta: false,
  validateSchema: false,
});
ajv.addFormat('date-time', (text: string) => DATE_TIME.test(text) && Number.isFinite(Date.parse(text)));

export const compile = <T>(schema: object): ValidateFunction<T> => ajv.compile<T>(schema);

/** `/perSecond/sentByClients/3` -> `perSecond.sentByClients[3]`. */
function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 100))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function describe(error: ErrorObject, nullable: boolean): RecordError {
  const field = fieldName(error.instancePath);
  const within = (name: string) => (field ? `${field}.${name}` : name);
  const { params } = error;
  if (error.propertyName !== undefined) {
    return new RecordError(within(error.propertyName.slice(0, 100)), `is not a name: it ${error.message}`);
  }
  switch (error.keyword) {
    case 'required':
      return new RecordError(within(params.missingProperty), 'is missing');
    case 'additionalProperties':
      return new RecordError(within(String(params.additionalProperty).slice(0, 100)), 'is not a field of a run record');
    case 'const':
      return new RecordError(field, `must be "${params.allowedValue}"`);
    case 'enum':
      return new RecordError(field, `must be one of ${params.allowedValues.join(', ')}`);
    case 'minimum':
    case 'maximum':
      if (Math.abs(params.limit) === Number.MAX_SAFE_INTEGER) return new RecordError(field, 'is too large to be exact');
      return new RecordError(field, error.message!);
    default:
      return new RecordError(field, `${error.message ?? 'is not valid'}${nullable ? ' or null' : ''}`);
  }
}

/** Keywords that complain only of what another complaint says better. */
const VAGUE = ['anyOf', 'if', 'propertyNames'];

/** The schema's complaint that says most: within `anyOf: [X, null]` the one about X, which lies deepest. */
export function schemaError(errors: ErrorObject[]): RecordError {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  const telling = errors.filter(({ keyword, params }) => !VAGUE.includes(keyword) && params.type !== 'null');
  const deepest = telling.reduce(
    (best, error) => (depth(error) > depth(best) ? error : best),
    telling[0] ?? errors[0]!,
  );
  const nullable = errors.some((error) => error.keyword === 'anyOf' && error.instancePath === deepest.instancePath);
  return describe(deepest, nullable && deepest.keyword === 'type');
}

/** Every bucket of a measured run is in each of its series: they are of one length. */
export function checkLengths(given: [field: string, values: unknown[]][]): void {
  const [first, ...others] = given;
  const differing = first && others.find(([, values]) => values.length !== first[1].length);
  if (!differing) return;
  const [field, values] = differing;
  throw new RecordError(
    field,
    `has ${values.length} buckets, ${first[0].split('.').slice(1).join('.')} has ${first[1].length}; all series must be of one length`,
  );
}

/** Returns the number of values in a histogram. */
function checkedCount(field: string, hdr: string): number {
  try {
    return countOfHistogram(hdr);
  } catch (error) {
    throw new RecordError(field, (error as Error).message);
  }
}

/** Every slice has a histogram, and together they hold what the run's holds. */
export function checkSliceHistograms({ slices, metrics }: RunRecord): void {
  for (const [name, histograms] of Object.entries(slices?.histograms ?? {})) {
    const field = `slices.histograms.${name}`;
    if (histograms.length !== slices!.at.length) {
      throw new RecordError(field, `has ${histograms.length} histograms for ${slices!.at.length} slices`);
    }
    const count = histograms.reduce((sum, hdr, slice) => sum + checkedCount(`${field}[${slice}]`, hdr), 0);
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    const whole = metric?.kind === 'trend' ? (metric.distribution?.count ?? count) : count;
    if (count !== whole) throw new RecordError(field, `holds ${count} values, the histogram of the run ${whole}`);
  }
}

/** The histogram can be read, and what stands beside it agrees with it. */
export function checkDistribution(field: string, distribution: Distribution): void {
  const count = checkedCount(`${field}.hdr`, distribution.hdr);
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

/** Codes that every run may carry have the level they always have; a scenario's own have the one that the record says. */
export function checkFindings(validity: Flag[]): void {
  for (const [i, { code, level }] of validity.entries()) {
    const known = Object.hasOwn(FLAG_CODES, code) ? FLAG_CODES[code as keyof typeof FLAG_CODES] : level;
    if (level !== known) throw new RecordError(`validity[${i}].level`, `must be "${known}" for ${code}`);
  }
}
