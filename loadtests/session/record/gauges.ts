/** CPU and memory of a run, from the monitor's samples: those that were taken while the test ran. Pure. */
import type { GaugeMetric } from '../../../protocol/metrics.ts';
import { FRONT_METRICS, RESOURCE_METRICS } from '../../../protocol/standard-metrics.ts';
import type { MonitorSamples } from '../../monitor/monitor.ts';

/** From when to when the test ran, ms by the clock that server and monitor share. */
export interface Window {
  from: number;
  to: number;
}

type FrontGauge = 'frontCpu' | 'frontMemory' | 'frontCpuWait' | 'frontTurnWait';

type ResourceGauge =
  | 'serverCpu'
  | 'serverMemory'
  | 'serverCpuWait'
  | 'serverTurnWait'
  | 'serverCpuWaitAll'
  | 'swarmCpu'
  | 'swarmMemory'
  | 'swarmCpuWait'
  | 'swarmTurnWait'
  | 'machineCpu';

const NO_WAIT = 'this kernel does not say how long threads wait for a CPU (/proc/PID/task/TID/schedstat)';

interface Sampled {
  intervalMs: number;
  at: number[];
}

/** The values of samples inside the window: not of the connecting before the test, not of the reporting after it. */
export function during({ at }: Sampled, values: number[], { from, to }: Window): number[] {
  return values.filter((_, index) => at[index]! > from && at[index]! <= to);
}

/** A single sample of waiting is of the whole test, and is taken just after its end. */
const inTest = (sampled: Sampled, values: number[], window: Window): number[] =>
  values.length === 1 && sampled.intervalMs >= window.to - window.from ? values : during(sampled, values, window);

const GAUGES = { ...RESOURCE_METRICS, ...FRONT_METRICS };

/** What an engine says of a container is not what is read from processes. */
const BY_ENGINE = {
  serverCpu: "CPU of the server's container, as its engine counts it; 200 means two cores busy.",
  serverMemory: "Memory of the server's container, as its engine counts it, without what the kernel keeps of files.",
};

/** Of a microsecond, of a byte and of a tenth of a percent. */
const digitsOf = (name: ResourceGauge | FrontGauge): number => ({ ms: 3, bytes: 0 })[GAUGES[name].unit] ?? 1;

const rounded = (values: number[], digits: number): number[] => values.map((value) => Number(value.toFixed(digits)));

export interface GaugeContext {
  samples: MonitorSamples | null;
  /** Why there are none, when there are none. */
  samplesMissing: string | null;
  /** Why the server's process tree is not all of the server; null: it is. */
  otherProcess: string | null;
  window: Window | null;
}

type OnMissing = (name: string, reason: string) => void;

/** Makes gauges of samples. @param lack receives the metric's name and the reason, of each that was not measured */
const gaugeIn =
  (window: Window | null, lack: OnMissing) =>
  (
    name: ResourceGauge | FrontGauge,
    sampled: Sampled | null,
    values: number[] | undefined,
    why: string,
  ): GaugeMetric => {
    const inside = sampled && values && window ? inTest(sampled, values, window) : [];
    const known = sampled !== null && inside.length > 0;
    if (!known) lack(name, sampled === null ? why : 'the test was over before a sample was taken');
    return {
      ...GAUGES[name],
      kind: 'gauge',
      samples: known ? rounded(inside, digitsOf(name)) : null,
      intervalMs: known ? sampled.intervalMs : null,
      median: null,
      max: null,
    };
  };

/** Of what stands before the server and is measured apart; nothing where nothing does. */
export function frontGauges(
  { samples, window }: Pick<GaugeContext, 'samples' | 'window'>,
  lack: OnMissing,
): Partial<Record<FrontGauge, GaugeMetric>> {
  const { front, frontWait = null } = samples ?? {};
  if (front === undefined) return {};
  const gauge = gaugeIn(window, lack);
  return {
    frontCpu: gauge('frontCpu', front, front.cpuPercent, ''),
    frontMemory: gauge('frontMemory', front, front.memoryBytes, ''),
    frontCpuWait: gauge('frontCpuWait', frontWait, frontWait?.busiestPercent, NO_WAIT),
    frontTurnWait: gauge('frontTurnWait', frontWait, frontWait?.busiestPerTurnMs, NO_WAIT),
  };
}

/** @param lack receives the metric's name and the reason, of each that was not measured */
export function gaugeMetrics(
  { samples, samplesMissing, otherProcess, window }: GaugeContext,
  lack: OnMissing,
): Record<ResourceGauge, GaugeMetric> {
  const none = samplesMissing ?? 'the monitor gave no samples';
  const gauge = gaugeIn(window, lack);
  const about = (name: keyof typeof BY_ENGINE): { about?: string } =>
    samples?.byEngine ? { about: BY_ENGINE[name] } : {};
  const server = otherProcess === null ? (samples?.server ?? null) : null;
  const swarm = samples?.swarm ?? null;
  const machine = samples?.machine ?? null;
  const noServer = otherProcess ?? (samples === null ? none : 'the engine gave no figures of the container');
  const serverWait = server === null ? null : (samples?.serverWait ?? null);
  const swarmWait = samples?.swarmWait ?? null;
  const noSwarm = samples === null ? none : 'the swarm does not run on this machine';
  return {
    serverCpu: { ...gauge('serverCpu', server, server?.cpuPercent, noServer), ...about('serverCpu') },
    serverMemory: { ...gauge('serverMemory', server, server?.memoryBytes, noServer), ...about('serverMemory') },
    serverCpuWait: gauge('serverCpuWait', serverWait, serverWait?.busiestPercent, server === null ? noServer : NO_WAIT),
    serverTurnWait: gauge(
      'serverTurnWait',
      serverWait,
      serverWait?.busiestPerTurnMs,
      server === null ? noServer : NO_WAIT,
    ),
    serverCpuWaitAll: gauge(
      'serverCpuWaitAll',
      serverWait,
      serverWait?.allPercent,
      server === null ? noServer : NO_WAIT,
    ),
    swarmCpuWait: gauge('swarmCpuWait', swarmWait, swarmWait?.allPercent, swarm === null ? noSwarm : NO_WAIT),
    swarmTurnWait: gauge('swarmTurnWait', swarmWait, swarmWait?.allPerTurnMs, swarm === null ? noSwarm : NO_WAIT),
    swarmCpu: gauge('swarmCpu', swarm, swarm?.cpuPercent, noSwarm),
    swarmMemory: gauge('swarmMemory', swarm, swarm?.memoryBytes, noSwarm),
    machineCpu: gauge('machineCpu', machine, machine?.cpuPercent, none),
  };
}
