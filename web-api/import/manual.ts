/**
 * Study A's figures that were taken by hand: `{Framework, Type, Transport, Data}`, one number per run. They are put
 * into the runs they belong to, which must be imported in the same call: a record that is kept is never changed.
 */
import type { CountMetric, GaugeMetric } from '../../metrics/metric.ts';
import { RESOURCE_METRICS } from '../../metrics/standard-metrics.ts';
import type { Transport } from '../../metrics/transports.ts';
import type { Flag, RunRecord } from '../../protocol/run-record.ts';
import { ChartError, textOf } from './charts.ts';
import { planKey } from './plan-of-counts.ts';
import { frameworkNamed, transportNamed } from './read-names.ts';
import { finding } from './study-a.ts';

/** How a figure gets into a record. */
interface Kind {
  what: string;
  /** The metric it becomes; the record has it not. */
  metric: keyof typeof RESOURCE_METRICS;
  read(value: number): CountMetric | GaugeMetric;
  /** What must be said with it. */
  remark?(value: number): Flag;
  whole: boolean;
}

const withoutSamples = (figures: { median: number | null; max: number | null }) =>
  ({ kind: 'gauge', samples: null, intervalMs: null, ...figures }) as const;

const KINDS: Record<string, Kind> = {
  'bytes sent/received': {
    what: 'bytes',
    metric: 'wireBytes',
    read: (total) => ({ ...RESOURCE_METRICS.wireBytes, kind: 'count', total, expected: null, series: null }),
    whole: true,
  },
  'median processor usage': {
    what: 'median CPU',
    metric: 'serverCpu',
    read: (median) => ({ ...RESOURCE_METRICS.serverCpu, ...withoutSamples({ median, max: null }) }),
    whole: false,
  },
  'max memory consumption': {
    what: 'maximum memory',
    metric: 'serverMemory',
    read: (value) => ({ ...RESOURCE_METRICS.serverMemory, ...withoutSamples({ median: null, max: value * 1024 }) }),
    remark: (value) =>
      finding(
        'import-unit-assumed',
        `Maximum memory is ${value} in the file, whose unit is printed as KB; it is taken as KB of 1,024 bytes.`,
      ),
    whole: false,
  },
};

export interface ManualFigures {
  /** As written. */
  name: string;
  framework: string;
  transport: Transport;
  kind: Kind;
  /** Index = repetition - 1. */
  data: number[];
}

/** @throws ChartError that names the field */
export function readManual(value: Record<string, unknown>): ManualFigures {
  const name = textOf(value.Framework, 'Framework');
  const type = textOf(value.Type, 'Type').trim();
  const kind = Object.hasOwn(KINDS, type.toLowerCase()) ? KINDS[type.toLowerCase()] : undefined;
  if (!kind)
    throw new ChartError(`Type: "${type.slice(0, 80)}" is not known; known are ${Object.keys(KINDS).join(', ')}`);
  const written = textOf(value.Transport, 'Transport');
  const named = frameworkNamed(name);
  const transport = named.transport ?? transportNamed(written);
  if (!transport) throw new ChartError(`Transport: "${written.slice(0, 80)}" is not known`);
  if (!Array.isArray(value.Data) || value.Data.length === 0 || value.Data.length > 10_000) {
    throw new ChartError('Data: must be an array of 1 to 10000 numbers, one per run');
  }
  const data = value.Data.map((figure, i) => {
    const good =
      typeof figure === 'number' && figure >= 0 && figure <= 1e12 && (!kind.whole || Number.isInteger(figure));
    if (!good) throw new ChartError(`Data[${i}]: must be a ${kind.whole ? 'whole ' : ''}number from 0 to 1e12`);
    return figure;
  });
  return { name: name.trim(), framework: named.id, transport, kind, data };
}

function put(run: RunRecord, { metric, read, remark }: Kind, value: number): void {
  const measured = read(value);
  run.metrics[metric] = measured;
  if (remark) run.validity.push(remark(value));
  delete run.notMeasured[`metrics.${metric}`];
  if (measured.kind === 'gauge') run.notMeasured[`metrics.${metric}.samples`] = 'study A kept no samples';
}

/** Puts `figures` into the runs of the same framework and transport among `runs`. @returns what could not be used */
export function applyManual(figures: ManualFigures[], runs: RunRecord[]): string[] {
  const notes: string[] = [];
  const homeless = new Map<string, string[]>();
  for (const { name, framework, transport, kind, data } of figures) {
    const where = `${name} over ${transport}`;
    const matching = runs.filter(
      ({ identity }) => identity.framework === framework && identity.transport === transport,
    );
    const sessions = new Set(matching.map(({ session }) => session.id));
    if (matching.length === 0) {
      homeless.set(where, [...(homeless.get(where) ?? []), kind.what]);
      continue;
    }
    if (sessions.size > 1) {
      notes.push(`${kind.what} of ${where}: not used, as runs of it come from ${sessions.size} files`);
      continue;
    }
    const plans = new Set(matching.map(({ identity }) => planKey(identity)));
    if (plans.size > 1) {
      notes.push(`${kind.what} of ${where}: not used, as runs of it are of ${plans.size} plans`);
      continue;
    }
    const twice = matching.some(({ metrics }) => metrics[kind.metric] !== undefined);
    if (twice) {
      notes.push(`${kind.what} of ${where}: given twice, only the first is used`);
      continue;
    }
    for (const run of matching) {
      const value = data[run.identity.repetition - 1];
      if (value === undefined) continue;
      put(run, kind, value);
    }
    if (data.length !== matching.length) {
      notes.push(
        `${kind.what} of ${where}: ${data.length} figures for ${matching.length} runs; matched by their order`,
      );
    }
  }
  for (const [where, what] of homeless) {
    notes.push(
      `${what.join(', ')} of ${where}: not taken, as no run of it is in this import; import the file of these runs together with this one`,
    );
  }
  return notes;
}
