/**
 * Study A's figures that were taken by hand: `{Framework, Type, Transport, Data}`, one number per run. They are put into the runs they
 * belong to, which must be imported together with them: a kept record is never changed.
 */
import type { ValidateFunction } from 'ajv';
import type { CountMetric, GaugeMetric } from '../../metrics/metric.ts';
import { RESOURCE_METRICS } from '../../metrics/standard-metrics.ts';
import type { Transport } from '../../metrics/transports.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { RecordError } from '../../records/record-errors.ts';
import { compile, demand, flag, list, object, slug } from './study-a.ts';

type MetricName = 'wireBytes' | 'serverCpu' | 'serverMemory';

const TYPES: Record<string, MetricName> = {
  'Bytes sent/received': 'wireBytes',
  'Median processor usage': 'serverCpu',
  'Max memory consumption': 'serverMemory',
};

const TRANSPORT_NAMES: Record<string, Transport> = {
  Websockets: 'websocket',
  'Server Sent Events': 'sse',
  'Http-Streaming': 'http-streaming',
  'Long-Polling': 'long-polling',
  'WS-Polling': 'ws-polling',
  Polling: 'polling',
};

export interface HandTaken {
  Framework: string;
  Type: string;
  Transport: string;
  /** Index = repetition - 1. */
  Data: number[];
}

let handTaken: ValidateFunction<HandTaken> | undefined;

/** @throws RecordError that names the field */
export function readHandTaken(data: unknown): HandTaken {
  handTaken ??= compile<HandTaken>(
    object({
      Framework: { type: 'string', pattern: '\\S', maxLength: 160 },
      Type: { enum: Object.keys(TYPES) },
      Transport: { enum: Object.keys(TRANSPORT_NAMES) },
      Data: list({ type: 'integer', minimum: 0, maximum: 1e12 }, 10_000, 1),
    }),
  );
  demand(handTaken, data);
  return data;
}

function metricOf(name: MetricName, value: number): CountMetric | GaugeMetric {
  if (name === 'wireBytes')
    return { ...RESOURCE_METRICS.wireBytes, kind: 'count', total: value, expected: null, series: null };
  const figures = name === 'serverCpu' ? { median: value, max: null } : { median: null, max: value * 1024 };
  return { ...RESOURCE_METRICS[name], kind: 'gauge', samples: null, intervalMs: null, ...figures };
}

function put(run: RunRecord, name: MetricName, value: number): void {
  run.metrics[name] = metricOf(name, value);
  delete run.notMeasured[`metrics.${name}`];
  if (name !== 'wireBytes') run.notMeasured[`metrics.${name}.samples`] = 'study A kept no samples';
  if (name === 'serverMemory') {
    const unit = 'whose unit is printed as KB; it is taken as KB of 1,024 bytes';
    run.validity.push(flag('import-unit-assumed', `Maximum memory is ${value} in the file, ${unit}.`));
  }
}

/**
 * Puts figures into the runs of the same framework and transport, by their order.
 * @returns a note when some are of other runs
 * @throws RecordError when they fit no run, or fit them badly: then none is put
 */
export function addFigures(figures: HandTaken[], runs: RunRecord[]): string[] {
  const matched = figures.map(({ Framework, Type, Transport, Data }) => {
    const own = runs.filter(
      ({ identity }) =>
        identity.framework === slug(Framework.trim()) && identity.transport === TRANSPORT_NAMES[Transport],
    );
    return { name: TYPES[Type]!, what: `"${Type}" of ${Framework} over ${Transport}`, Data, own };
  });
  const used = matched.filter(({ own }) => own.length > 0);
  if (used.length === 0) {
    throw new RecordError('the figures taken by hand', 'are of no run here; import them together with their runs');
  }
  const seen = new Set<string>();
  for (const { what, Data, own } of used) {
    if (Data.length !== own.length) throw new RecordError(what, `has ${Data.length} figures for ${own.length} runs`);
    if (seen.has(what)) throw new RecordError(what, 'is given twice');
    seen.add(what);
  }
  for (const { name, Data, own } of used) {
    for (const [i, run] of own.entries()) put(run, name, Data[i]!);
  }
  const others = matched.length - used.length;
  return others === 0 ? [] : [`${others} of ${matched.length} rows are of runs that are not in this import`];
}
