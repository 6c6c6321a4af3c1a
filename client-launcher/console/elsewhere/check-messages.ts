/** Checks what comes from workers and monitors of other machines, which may be broken or hostile. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { MemberReport, TestRequest } from '../../../member/contract.ts';
import { mergeReports } from '../../../member/merge-reports.ts';
import { type Measured, NAME_PATTERN } from '../../../metrics/metric.ts';
import { countOfHistogram } from '../../../protocol/check-histogram.ts';
import { array, exactly, MAX_BUCKETS, MAX_SAMPLES, orNull, type Schema } from '../../../protocol/schema-parts.ts';
import { surroundingsSchema } from '../../../protocol/surroundings.ts';
import { lazily } from '../../../system/lazily.ts';
import type { HostSamples } from '../../member-host.ts';
import type { WorkerSays } from '../ipc.ts';

/** Most that a figure may be, and all of one metric together: what all workers say is to be exact when it is added up. */
const MOST = 1e13;
const number = { type: 'number', minimum: -MOST, maximum: MOST } as const;
const amount = { type: 'number', minimum: 0, maximum: MOST } as const;
const count = { type: 'integer', minimum: 0, maximum: MOST } as const;
const sentence = { type: 'string', maxLength: 10_000 };
const ids = array({ type: 'integer', minimum: 1 }, 100_000);
const named = (values: Schema, most: number): Schema => ({
  type: 'object',
  propertyNames: { pattern: NAME_PATTERN },
  additionalProperties: values,
  maxProperties: most,
});

const clock = exactly({ offsetMs: number, errorMs: amount }, { driftMs: number });

const measured: Schema = {
  anyOf: [
    exactly({ kind: { const: 'count' }, series: array(amount, MAX_BUCKETS) }),
    exactly({
      kind: { const: 'trend' },
      sum: array(amount, MAX_BUCKETS),
      count: array(count, MAX_BUCKETS),
      hdr: orNull({ type: 'string', maxLength: 4_000_000 }),
      negative: count,
    }),
    exactly({
      kind: { const: 'gauge' },
      intervalMs: { type: 'number', exclusiveMinimum: 0 },
      samples: array(amount, MAX_SAMPLES),
    }),
  ],
};

const report = exactly({
  clientIds: ids,
  metrics: named(measured, 200),
  refusals: count,
  // As the server sent them, which may be anything.
  refused: array({}, 100),
  closed: array(exactly({ clientId: { type: 'integer', minimum: 1 }, reason: sentence }), 100_000),
  gaveUp: count,
  transports: { type: 'object', propertyNames: { maxLength: 40 }, additionalProperties: count, maxProperties: 20 },
  started: orNull(exactly({ atServer: orNull(number) })),
  clock: orNull(clock),
  loopDelay: orNull(exactly({ p99: amount, max: amount })),
  busy: orNull(amount),
  error: orNull(sentence),
});

const sampled = exactly({
  intervalMs: { type: 'number', exclusiveMinimum: 0 },
  at: array(number, MAX_SAMPLES),
  cpuPercent: array(number, MAX_SAMPLES),
});

const samples = exactly({
  machine: sampled,
  members: sampled,
  surroundings: surroundingsSchema,
});

const SAYS: Record<WorkerSays['says'], Schema> = {
  ready: exactly({ says: { const: 'ready' } }),
  connected: exactly({ says: { const: 'connected' }, connected: { type: 'integer', minimum: 0, maximum: 100_000 } }),
  done: exactly(
    { says: { const: 'done' }, number: { type: 'integer', minimum: 1 }, error: orNull(sentence) },
    { report, clock: orNull(clock) },
  ),
};

const checks = lazily(() => {
  const ajv = new Ajv({ strict: false, strictNumbers: true });
  return {
    areSamples: ajv.compile<HostSamples | null>(orNull(samples)),
    isSaid: Object.fromEntries(Object.entries(SAYS).map(([says, schema]) => [says, ajv.compile(schema)])) as Record<
      WorkerSays['says'],
      ValidateFunction<WorkerSays>
    >,
  };
});

/** The place and what is wrong there; never what was said. */
function faultIn({ errors }: ValidateFunction): string {
  const [first] = errors ?? [];
  return `${first?.instancePath || 'it'} ${first?.message}`.slice(0, 200);
}

/** @param said what a worker said, which may be anything. @throws Error that says what is wrong with it */
export function checkedSaid(said: unknown): WorkerSays {
  const { says } = (said ?? {}) as { says?: unknown };
  const check = Object.hasOwn(SAYS, String(says)) ? checks().isSaid[says as WorkerSays['says']] : undefined;
  if (check === undefined) throw new Error('nothing of the kind is ever said');
  if (!check(said)) throw new Error(faultIn(check));
  return said;
}

const areComplete = (samples: HostSamples | null): boolean =>
  samples === null || [samples.machine, samples.members].every(({ at, cpuPercent }) => at.length === cpuPercent.length);

/** @param samples what a monitor measured, which may be anything. @throws Error that says what is wrong with it */
export function checkedSamples(samples: unknown): HostSamples | null {
  const wrong = (fault: string) => new Error(`the monitor there said what no monitor says: ${fault}`);
  const { areSamples } = checks();
  if (!areSamples(samples)) throw wrong(faultIn(areSamples));
  if (!areComplete(samples)) throw wrong('it has times without a figure');
  return samples;
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** @throws Error that says what is wrong with it */
function checkTrend(name: string, { sum, count: counts, hdr }: Measured & { kind: 'trend' }): void {
  if (sum.length !== counts.length) throw new Error(`${name} has sums and counts of different lengths`);
  let values = 0;
  try {
    values = hdr === null ? 0 : countOfHistogram(hdr);
  } catch (error) {
    throw new Error(`the histogram of ${name} ${(error as Error).message}`);
  }
  if (Math.max(total(sum), total(counts), values) > MOST) throw new Error(`${name} is too large to be added up`);
}

/**
 * Checks what a schema cannot check: the report is of the worker's own clients and has metrics of the test alone. These must be safe to
 * decode and must add up with those of others.
 * @param clientIds those that the worker was given
 * @param metrics those that clients of the scenario measure
 * @throws Error that says what is wrong with it
 */
export function checkReport(said: MemberReport, clientIds: readonly number[], metrics: TestRequest['metrics']): void {
  if (said.clientIds.length !== clientIds.length || said.clientIds.some((id, index) => id !== clientIds[index])) {
    throw new Error('the report is of other clients than it was given');
  }
  for (const [name, metric] of Object.entries(said.metrics)) {
    const declared = Object.hasOwn(metrics, name) ? metrics[name]!.kind : null;
    if (metric.kind !== declared) throw new Error(`the test has no ${metric.kind} "${name}"`);
    if (metric.kind === 'trend') checkTrend(name, metric);
    if (metric.kind === 'count' && total(metric.series) > MOST) throw new Error(`${name} is too large to be added up`);
  }
  try {
    mergeReports([said]);
  } catch (error) {
    throw new Error(`its figures cannot be added up: ${(error as Error).message}`);
  }
}
