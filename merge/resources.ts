/** Merges CPU and memory samples. */
import { max, median } from 'simple-statistics';
import type { ResourceSamples, RunRecord } from '../protocol/run-record.ts';
import { mergeSeries, runFigure } from './statistics.ts';
import type { MergedProcess, RunFigure } from './types.ts';

const known = <T>(values: (T | null)[]): T[] => values.filter((value) => value !== null);

/** Means of samples that lie in the same second. */
function perSecond(samples: number[], intervalMs: number): (number | null)[] {
  const seconds: { sum: number; count: number }[] = [];
  samples.forEach((value, index) => {
    const second = Math.floor((index * intervalMs) / 1000);
    seconds[second] ??= { sum: 0, count: 0 };
    seconds[second].sum += value;
    seconds[second].count++;
  });
  return Array.from(seconds, (second) => (second ? second.sum / second.count : null));
}

function mergeProcess(
  runs: (ResourceSamples | null)[],
  cpuMedians: (number | null)[],
  memoryMaxima: (number | null)[],
): MergedProcess | null {
  const cpuPercent = runFigure(known(cpuMedians));
  const memoryBytes = runFigure(known(memoryMaxima));
  if (!cpuPercent && !memoryBytes) return null;
  const sampled = known(runs);
  const cpu = mergeSeries(sampled.map((run) => perSecond(run.cpuPercent, run.intervalMs)));
  const memory = mergeSeries(sampled.map((run) => perSecond(run.memoryBytes, run.intervalMs)));
  return { cpuPercent, memoryBytes, series: cpu && memory ? { cpuPercent: cpu, memoryBytes: memory } : null };
}

/**
 * CPU of a run in % of one core: the median over its seconds of each second's mean. Not over the samples: the kernel
 * counts in ticks of 10 ms, so that of many samples of 100 ms under a light load more than half are 0.
 * @returns null without samples
 */
export function cpuMedian(cpuPercent: number[] | undefined, intervalMs: number): number | null {
  return cpuPercent?.length ? median(known(perSecond(cpuPercent, intervalMs))) : null;
}

const maxOf = (values: number[] | undefined) => (values?.length ? max(values) : null);

/** The server's process tree: median CPU and maximum memory of each run, from its samples or as an import gives them. */
export function mergeServer(records: RunRecord[]): MergedProcess | null {
  return mergeProcess(
    records.map(({ resources }) => resources.server),
    records.map(
      ({ resources }) =>
        cpuMedian(resources.server?.cpuPercent, resources.server?.intervalMs ?? 0) ?? resources.serverCpuMedian,
    ),
    records.map(({ resources }) => maxOf(resources.server?.memoryBytes) ?? resources.serverMemoryMax),
  );
}

/** The swarm's processes on the machine that measured. */
export function mergeSwarm(records: RunRecord[]): MergedProcess | null {
  const swarms = records.map(({ resources }) => resources.swarm);
  return mergeProcess(
    swarms,
    swarms.map((swarm) => cpuMedian(swarm?.cpuPercent, swarm?.intervalMs ?? 0)),
    swarms.map((swarm) => maxOf(swarm?.memoryBytes)),
  );
}

export function mergeMachineCpu(records: RunRecord[]): RunFigure | null {
  return runFigure(
    known(
      records.map(({ resources }) =>
        cpuMedian(resources.machineCpuPercent ?? undefined, resources.server?.intervalMs ?? 0),
      ),
    ),
  );
}
