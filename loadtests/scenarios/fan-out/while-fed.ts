/** The server's CPU and memory before, while and after bodies were fed. Pure. */
import type { Metric, MetricSpec } from '../../../metrics/metric.ts';
import type { Derived } from '../../../protocol/derived-metric.ts';

/** A second counts as fed when this share of what the fullest second had was fed in it: not the one that the feed ended in. */
const FULL_SHARE = 0.5;
const SECOND_MS = 1000;

type Part = 'before' | 'during' | 'after';

/** The seconds of the test that are a part of it. */
function secondsOf(part: Part, bodies: readonly number[], seconds: number): number[] {
  const most = Math.max(0, ...bodies);
  const first = bodies.findIndex((count) => count > 0);
  const last = bodies.findLastIndex((count) => count > 0);
  return Array.from({ length: seconds }, (_, second) => second).filter((second) => {
    if (part === 'before') return first === -1 ? false : second < first;
    if (part === 'after') return last === -1 ? false : second > last;
    const count = bodies[second] ?? 0;
    return count > 0 && count >= FULL_SHARE * most;
  });
}

/** Means of the seconds of the part. Both series begin with the test, and buckets of runs are seconds. */
function levels(part: Part, fed: Metric | undefined, level: Metric | undefined): number[] | string {
  if (level?.kind !== 'gauge' || level.samples === null || level.intervalMs === null) return 'it was not sampled';
  const { samples, intervalMs } = level;
  const perSecond = SECOND_MS / intervalMs;
  const bodies = fed?.kind === 'count' ? (fed.series ?? []) : [];
  const means = secondsOf(part, bodies, Math.ceil(samples.length / perSecond)).flatMap((second) => {
    const inside = samples.slice(Math.round(second * perSecond), Math.round((second + 1) * perSecond));
    return inside.length === 0 ? [] : [inside.reduce((a, b) => a + b, 0) / inside.length];
  });
  return means.length > 0 ? means : `no sample was taken ${part === 'during' ? 'while' : part} bodies were fed`;
}

type Level = Pick<MetricSpec, 'unit' | 'label' | 'about'>;
const CPU: Level = { unit: '% of one core', label: 'server CPU', about: "CPU of the server's process tree" };
const MEMORY: Level = { unit: 'bytes', label: 'server memory', about: "Resident memory of the server's process tree" };

const WHEN: Record<Part, string> = {
  before: 'before the first body was fed',
  during: 'in the seconds in which bodies were fed',
  after: 'after the last body was fed',
};

function derived(part: Part, metric: 'serverCpu' | 'serverMemory', { unit, label, about }: Level): Derived {
  return {
    kind: 'gauge',
    unit,
    label: `${label} ${part}`,
    about: `${about} ${WHEN[part]}.`,
    from: (metrics) => levels(part, metrics.sentByBackend, metrics[metric]),
  };
}

export const WHILE_FED = {
  cpuBefore: derived('before', 'serverCpu', CPU),
  cpuDuring: derived('during', 'serverCpu', CPU),
  cpuAfter: derived('after', 'serverCpu', CPU),
  memoryBefore: derived('before', 'serverMemory', MEMORY),
  memoryDuring: derived('during', 'serverMemory', MEMORY),
  memoryAfter: derived('after', 'serverMemory', MEMORY),
};
