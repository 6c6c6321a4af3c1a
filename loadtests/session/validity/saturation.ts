/** Whether the swarm was a bottleneck, so that figures are partly its own. Pure. */

import type { MemberReport } from '../../../member/contract.ts';
import { DEFAULT_DETECT_PERCENT } from '../../../merge/compare/answers.ts';
import { grouped as n } from '../../../metrics/numbers.ts';
import type { HostCores } from '../record/run-hosts.ts';

export interface SaturationEvidence {
  /** Of the cores that the swarm could use: % of one core, one entry per sample; null when not monitored. */
  cpuPercent: number[] | null;
  cores: number;
  /** Whether these are the machine's, or cores that the swarm was kept to. */
  whose: 'machine' | 'swarm';
  /** 99th percentile of how late messages were sent, ms; null where the scenario does not measure it. */
  latenessP99: number | null;
  /**
   * 99th percentile of the latency that rows are ranked by, ms, where that begins with sending; null: it does not, or it was not
   * measured.
   */
  rankedFromSentP99: number | null;
  /** How late the timers of members are on this machine at rest, ms (99th percentile); null: not measured. */
  idleTimersP99: number | null;
  /** How busy the swarm's busiest thread was, %; null: not measured. */
  busiestThreadPercent: number | null;
  /** Messages per second per client; null where the scenario has no rate. */
  rate: number | null;
  /** Whether the instants of clients are spread over their interval, so that the load itself has no bursts. */
  spread: boolean;
  reports: readonly Pick<MemberReport, 'loopDelay' | 'busy' | 'host'>[];
  /** Machines elsewhere that members ran on. */
  hosts: readonly HostCores[];
}

/**
 * A machine is the bottleneck when it is busier than this share of all its cores (of the swarm's own cores, when it is pinned) on the mean of
 * the run.
 */
const SATURATED_CPU_SHARE = 0.9;
/**
 * A burst that takes every core is over before the mean shows it, and what is delivered in it waits for the CPU: a sample
 * with all cores at least this busy counts as full, and a run with at least this share of full samples as saturated.
 */
const FULL_SAMPLE_SHARE = 0.95;
const SATURATED_SAMPLES = 0.1;
/**
 * Where so much of the machine is idle on the mean until the last full sample, and no thread of the swarm is as busy as this, nothing is
 * short but for moments: bursts of the load itself, in which clients wait for each other.
 */
const IDLE_SHARE = 0.25;
const BUSY_THREAD_PERCENT = 50;
/** A sender this late at the 99th percentile (ms; 10% of its interval where that is more) does not keep the schedule. */
const SATURATED_LATENESS_MS = 50;
/** A latency from sending does not see what a late sender kept back. It must not hide (p99 of p99) a difference that answers look for. */
const HIDDEN_SHARE = DEFAULT_DETECT_PERCENT / 100;
/**
 * Timers count whole ms and need a CPU, so that messages are a little late at any load: p99 was 1.9 to 3.2 ms as long as a core was free, and
 * 4.4 to 5 ms where none was (`npm run bench -- cpu-wait`, two cores).
 */
const TIMER_MS = 4;
/** Where it was measured how late timers are at rest, a message may be later than that by the step of a timer, ms. */
const TIMER_STEP_MS = 1;
/** An event loop delayed this long (ms, 99th percentile, worst member) delays what it measures. */
const SATURATED_LOOP_MS = 50;
/** An event loop busy for this share of the time has a queue before it, which what it measures waits in. */
const SATURATED_LOOP_SHARE = 0.85;

/** @returns a sentence for each sign of saturation */
export function saturation(evidence: SaturationEvidence): string[] {
  const inBursts = isShortInBurstsOnly(evidence);
  return [
    ...ofTheMachine(evidence, inBursts),
    ...evidence.hosts.flatMap(ofHost),
    ...ofTheSenders(evidence, inBursts),
    ...ofTheMembers(evidence, inBursts),
  ];
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const isFull = (percent: number, cores: number): boolean => percent >= FULL_SAMPLE_SHARE * cores * 100;

/** After the last full sample, a short load may be over: the idle time until all have reported must not make a burst of it. */
function isShortInBurstsOnly({ cpuPercent, cores, busiestThreadPercent, hosts }: SaturationEvidence): boolean {
  if (hosts.length > 0 || busiestThreadPercent === null || !cpuPercent?.length) return false;
  const lastFull = cpuPercent.findLastIndex((percent) => isFull(percent, cores));
  const loaded = lastFull === -1 ? cpuPercent : cpuPercent.slice(0, lastFull + 1);
  return meanOf(loaded) <= (1 - IDLE_SHARE) * cores * 100 && busiestThreadPercent < BUSY_THREAD_PERCENT;
}

function ofTheMachine({ cpuPercent, cores, whose }: SaturationEvidence, inBursts: boolean): string[] {
  return inBursts ? [] : ofCores(cpuPercent ?? [], cores, `the ${whose}'s`, whose === 'swarm' ? ' of the swarm' : '');
}

function ofHost({ name, cores, cpuPercent }: HostCores): string[] {
  return ofCores(cpuPercent, cores, `${name}'s`, ` of ${name}`);
}

/** @param whose and of: whose cores they are, before the word and behind it */
function ofCores(cpuPercent: readonly number[], cores: number, whose: string, of: string): string[] {
  if (cpuPercent.length === 0) return [];
  const reasons: string[] = [];
  const mean = meanOf(cpuPercent);
  if (mean >= SATURATED_CPU_SHARE * cores * 100) {
    reasons.push(`${whose} ${cores === 1 ? 'one core was' : `${cores} cores were`} ${n(mean / cores)}% busy`);
  }
  const full = cpuPercent.filter((percent) => isFull(percent, cores)).length;
  if (full >= SATURATED_SAMPLES * cpuPercent.length) {
    const busy = cores === 1 ? `the one core${of} was` : `all ${cores} cores${of} were`;
    reasons.push(`${busy} busy in ${n((100 * full) / cpuPercent.length)}% of the samples`);
  }
  return reasons;
}

/** The largest of the members' values, and where that member ran, for a sentence. */
function worst(
  reports: SaturationEvidence['reports'],
  of: (report: SaturationEvidence['reports'][number]) => number,
): { value: number; on: string } {
  let found = { value: 0, on: '' };
  for (const report of reports) {
    const value = of(report);
    if (value > found.value) found = { value, on: report.host === undefined ? '' : ` on ${report.host}` };
  }
  return found;
}

function ofTheSenders(
  { latenessP99, rankedFromSentP99, idleTimersP99, rate, spread }: SaturationEvidence,
  inBursts: boolean,
): string[] {
  if (latenessP99 === null) return [];
  const said = `1% of the messages were sent ${n(latenessP99)} ms or more after they were due`;
  const least = Math.max(TIMER_MS, idleTimersP99 === null ? 0 : idleTimersP99 + TIMER_STEP_MS);
  if (rankedFromSentP99 !== null && latenessP99 > Math.max(HIDDEN_SHARE * rankedFromSentP99, least)) {
    return [`${said}, against a latency of ${n(rankedFromSentP99)} ms (99th percentile)`];
  }
  return (!inBursts || spread) &&
    latenessP99 >= Math.max(SATURATED_LATENESS_MS, rate === null ? 0 : (0.1 * 1000) / rate)
    ? [said]
    : [];
}

function ofTheMembers({ reports }: SaturationEvidence, inBursts: boolean): string[] {
  const reasons: string[] = [];
  const delay = worst(reports, ({ loopDelay }) => loopDelay?.p99 ?? 0);
  if (!inBursts && delay.value >= SATURATED_LOOP_MS) {
    reasons.push(`an event loop of the swarm${delay.on} was delayed ${n(delay.value)} ms (99th percentile)`);
  }
  const busy = worst(reports, (report) => report.busy ?? 0);
  if (busy.value >= SATURATED_LOOP_SHARE) {
    const share = n(100 * busy.value);
    reasons.push(
      `an event loop of the swarm${busy.on} was busy ${share}% of the time (give each member fewer clients)`,
    );
  }
  return reasons;
}
