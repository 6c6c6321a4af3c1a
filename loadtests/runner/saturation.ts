/** Whether what was measured is, at least in part, the swarm. Pure. */
import type { MemberReport } from '../../member/contract.ts';

export interface SaturationEvidence {
  /** % of one core, one entry per sample; null when not monitored. */
  machineCpuPercent: number[] | null;
  cores: number;
  /** 99th percentile of how late messages were sent, ms; null where the scenario does not measure it. */
  latenessP99: number | null;
  /** Messages per second per client; null where the scenario has no rate. */
  rate: number | null;
  reports: readonly Pick<MemberReport, 'loopDelay' | 'busy'>[];
}

/** A machine busier than this share of all its cores, on the mean of the run, is the bottleneck itself. */
const SATURATED_CPU_SHARE = 0.9;
/**
 * A burst that takes every core is over before the mean shows it, and what is delivered in it waits for the CPU: a sample
 * with all cores at least this busy counts as full, and a run with at least this share of full samples as saturated.
 */
const FULL_SAMPLE_SHARE = 0.95;
const SATURATED_SAMPLES = 0.1;
/** A sender this late at the 99th percentile (ms; 10% of its interval where that is more) does not keep the schedule. */
const SATURATED_LATENESS_MS = 50;
/** An event loop delayed this long (ms, 99th percentile, worst member) delays what it measures. */
const SATURATED_LOOP_MS = 50;
/** An event loop busy for this share of the time has a queue before it, which what it measures waits in. */
const SATURATED_LOOP_SHARE = 0.85;

const n = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** @returns a sentence for each sign of it; none when there is none */
export function saturation(evidence: SaturationEvidence): string[] {
  return [...ofTheMachine(evidence), ...ofTheMembers(evidence)];
}

function ofTheMachine({ machineCpuPercent, cores }: SaturationEvidence): string[] {
  if (machineCpuPercent === null || machineCpuPercent.length === 0) return [];
  const reasons: string[] = [];
  const mean = machineCpuPercent.reduce((a, b) => a + b, 0) / machineCpuPercent.length;
  if (mean >= SATURATED_CPU_SHARE * cores * 100) {
    reasons.push(`the machine's ${cores} cores were ${n(mean / cores)}% busy`);
  }
  const full = machineCpuPercent.filter((percent) => percent >= FULL_SAMPLE_SHARE * cores * 100).length;
  if (full >= SATURATED_SAMPLES * machineCpuPercent.length) {
    reasons.push(`all ${cores} cores were busy in ${n((100 * full) / machineCpuPercent.length)}% of the samples`);
  }
  return reasons;
}

function ofTheMembers({ latenessP99, rate, reports }: SaturationEvidence): string[] {
  const reasons: string[] = [];
  const latenessLimit = Math.max(SATURATED_LATENESS_MS, rate === null ? 0 : (0.1 * 1000) / rate);
  if (latenessP99 !== null && latenessP99 >= latenessLimit) {
    reasons.push(`1% of the messages were sent ${n(latenessP99)} ms or more after they were due`);
  }
  const delay = Math.max(0, ...reports.map(({ loopDelay }) => loopDelay?.p99 ?? 0));
  if (delay >= SATURATED_LOOP_MS)
    reasons.push(`an event loop of the swarm was delayed ${n(delay)} ms (99th percentile)`);
  const busy = Math.max(0, ...reports.map((report) => report.busy ?? 0));
  if (busy >= SATURATED_LOOP_SHARE) {
    reasons.push(`an event loop of the swarm was busy ${n(100 * busy)}% of the time (give each member fewer clients)`);
  }
  return reasons;
}
