/** CPU and memory of a run, from the monitor's samples: those that were taken while the test ran. Pure. */
import type { SampledThing } from '../../../metrics/entries.ts';
import type { GaugeMetric } from '../../../metrics/metric.ts';
import { metricsWith } from '../../../metrics/standard-metrics.ts';
import { storedDecimals } from '../../../metrics/units.ts';
import type { MonitorSamples } from '../../monitor/monitor-samples.ts';

/** From when to when the test ran, ms by the clock that server and monitor share. */
export interface Window {
  from: number;
  to: number;
}

const NO_WAIT = 'this kernel does not say how long threads wait for a CPU (/proc/PID/task/TID/schedstat)';

const NO_ENGINE = 'the engine gave no figures of the container';
const NO_MONITOR_THERE = "the monitor on the server's machine gave no samples";

interface Samples {
  intervalMs: number;
  at: number[];
}

/** The values of samples inside the window: not of the connecting before the test, not of the reporting after it. */
export function during({ at }: Samples, values: number[], { from, to }: Window): number[] {
  return values.filter((_, index) => at[index]! > from && at[index]! <= to);
}

/** A single sample of waiting is of the whole test, and is taken just after its end. */
const inTest = (sampled: Samples, values: number[], window: Window): number[] =>
  values.length === 1 && sampled.intervalMs >= window.to - window.from ? values : during(sampled, values, window);

const rounded = (values: number[], decimals: number): number[] =>
  values.map((value) => Number(value.toFixed(decimals)));

export interface GaugeContext {
  samples: MonitorSamples | null;
  /** The reason why there are none, when there are none. */
  samplesMissing: string | null;
  /** The reason why the server's process tree is not all of the server; null: it is. */
  otherProcess: string | null;
  window: Window | null;
}

/** Samples of one thing, or why there are none. */
interface Source {
  samples: Samples | null;
  missing: string;
}

/** Maps names in entries to samples that the monitor took, each with the reason for their absence. Samples that no run could have are absent. */
function sourcesOf({ samples, samplesMissing, otherProcess }: GaugeContext): Partial<Record<SampledThing, Source>> {
  const none = samplesMissing ?? 'the monitor gave no samples';
  const server = otherProcess === null ? (samples?.server ?? null) : null;
  const swarm = samples?.swarm ?? null;
  const noServer =
    otherProcess ?? (samples === null ? none : samples.elsewhere === null ? NO_MONITOR_THERE : NO_ENGINE);
  const noSwarm = samples === null ? none : 'the swarm does not run on this machine';
  return {
    server: { samples: server, missing: noServer },
    serverWait: {
      samples: server === null ? null : (samples?.serverWait ?? null),
      missing: server === null ? noServer : NO_WAIT,
    },
    swarm: { samples: swarm, missing: noSwarm },
    swarmWait: { samples: samples?.swarmWait ?? null, missing: swarm === null ? noSwarm : NO_WAIT },
    machine: { samples: samples?.machine ?? null, missing: none },
    ...(samples?.front && {
      front: { samples: samples.front, missing: '' },
      frontWait: { samples: samples.frontWait ?? null, missing: NO_WAIT },
    }),
  };
}

/** @param lack receives the metric's name and the reason, of each that was not measured */
export function gaugeMetrics(
  context: GaugeContext,
  onMissing: (name: string, reason: string) => void,
): Record<string, GaugeMetric> {
  const { window, samples } = context;
  const sources = sourcesOf(context);
  const gauges = metricsWith('sampled').flatMap(({ name, entry }): [string, GaugeMetric][] => {
    const [thing, figure] = entry.sampled;
    const source = sources[thing];
    if (source === undefined) return [];
    const values = (source.samples as Record<string, unknown> | null)?.[figure] as number[] | undefined;
    const inside = source.samples && values && window ? inTest(source.samples, values, window) : [];
    const known = source.samples !== null && inside.length > 0;
    if (!known)
      onMissing(name, source.samples === null ? source.missing : 'the test was over before a sample was taken');
    const { unit, label, about, byEngine = about } = entry;
    const gauge: GaugeMetric = {
      kind: 'gauge',
      ...{ unit, label, about: samples?.byEngine ? byEngine : about },
      samples: known ? rounded(inside, storedDecimals(entry)) : null,
      intervalMs: known ? source.samples!.intervalMs : null,
      ...{ median: null, max: null },
    };
    return [[name, gauge]];
  });
  return Object.fromEntries(gauges);
}
