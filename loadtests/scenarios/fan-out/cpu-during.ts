/** The server's CPU while bodies were fed, without the pings before. Pure. */
import type { Metric } from '../../../protocol/metrics.ts';
import type { Derived } from '../scenario.ts';

/** A second counts when this share of what the fullest second had was fed in it: not the one that the feed ended in. */
const FULL_SHARE = 0.5;
const SECOND_MS = 1000;

/** Means of the seconds in which bodies were fed. Both series begin with the test, and buckets of runs are seconds. */
function whileFed(fed: Metric | undefined, cpu: Metric | undefined): number[] | string {
  if (cpu?.kind !== 'gauge' || cpu.samples === null || cpu.intervalMs === null) return 'CPU was not sampled';
  const bodies = fed?.kind === 'count' ? (fed.series ?? []) : [];
  const { samples, intervalMs } = cpu;
  const perSecond = SECOND_MS / intervalMs;
  const most = Math.max(0, ...bodies);
  const means = bodies.flatMap((count, second) => {
    const inside = samples.slice(Math.round(second * perSecond), Math.round((second + 1) * perSecond));
    if (count === 0 || count < FULL_SHARE * most || inside.length === 0) return [];
    return [inside.reduce((a, b) => a + b, 0) / inside.length];
  });
  return means.length > 0 ? means : 'no sample of CPU was taken while bodies were fed';
}

export const CPU_DURING: Derived = {
  kind: 'gauge',
  unit: '% of one core',
  label: 'server CPU during',
  about: "CPU of the server's process tree in the seconds in which bodies were fed.",
  from: ({ sentByBackend, serverCpu }) => whileFed(sentByBackend, serverCpu),
};
