/** What a run says against itself. Pure: evidence in, findings out. `docs/method.md` explains each finding. */

import type { Dataset, TestType } from '../../protocol/messages.ts';
import { FINDING_CODES, type Finding, type FindingCode, type LatencyDistribution } from '../../protocol/run-record.ts';
import type { Transport } from '../../protocol/socket.ts';

/** Everything a verdict is based on. */
export interface Evidence {
  /** Null when no dataset came; `error` says why. */
  dataset: Dataset | null;
  error: string | null;
  testType: TestType;
  transport: Transport;
  clients: number;
  /** Messages per second per client, messages per client. */
  rate: number;
  messages: number;
  died: { member: number; reason: string }[];
  /** The server ended, or was another process, before the run was over. */
  serverEnded: string | null;
  warmupSeconds: number;
  warmupWanted: number;
  lateness: LatencyDistribution | null;
  /** % of one core, one entry per sample; null when not monitored. */
  machineCpuPercent: number[] | null;
  cores: number;
  /** The busiest event loop of the swarm, share of a second (median); null when that is not known. */
  busiestLoop: number | null;
  monitorGaps: number;
  throughProxy: boolean;
  standIn: string | null;
  limits: string | null;
}

/** A machine busier than this share of all its cores, on the mean of the run, is the bottleneck itself. */
export const SATURATED_CPU_SHARE = 0.9;
/**
 * A burst that takes every core is over before the mean shows it, and what is delivered in it waits for the CPU: a sample
 * with all cores at least this busy counts as full, and a run with at least this share of full samples as saturated.
 */
export const FULL_SAMPLE_SHARE = 0.95;
export const SATURATED_SAMPLES = 0.1;
/** A sender this late at the 99th percentile (ms; 10% of its interval where that is more) does not keep the schedule. */
export const SATURATED_LATENESS_MS = 50;
/** An event loop delayed this long (ms, 99th percentile, worst member) delays what it measures. */
export const SATURATED_LOOP_MS = 50;
/** An event loop busy for this share of the time has a queue before it, which what it measures waits in. */
export const SATURATED_LOOP_SHARE = 0.85;

const total = (values: number[]): number => values.reduce((a, b) => a + b, 0);
const n = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Seconds the plan takes: from the start to one interval after the last message. */
export function plannedSeconds(messages: number, rate: number): number {
  return messages / rate;
}

/** Deliveries there should be when nothing is lost. */
export function expectedDeliveries(testType: TestType, clients: number, messages: number): number {
  return clients * messages * (testType === 'broadcast' ? clients : 1);
}

export function judge(evidence: Evidence): Finding[] {
  const findings: Finding[] = [];
  const say = (code: FindingCode, message: string): void => {
    findings.push({ code, level: FINDING_CODES[code], message });
  };
  if (evidence.serverEnded !== null) say('server-restarted', `the server ${evidence.serverEnded} during the run`);
  judgeClients(evidence, say);
  if (evidence.dataset === null) {
    say('messages-lost', `no data came back: ${evidence.error ?? 'the master got no dataset'}`);
  } else {
    judgeCounts(evidence, evidence.dataset, say);
    judgeTime(evidence, evidence.dataset, say);
  }
  judgeSwarm(evidence, say);
  if (evidence.warmupSeconds < evidence.warmupWanted) {
    say('warm-up-short', `warmed up for ${n(evidence.warmupSeconds)} s; this app wants ${n(evidence.warmupWanted)} s`);
  }
  if (evidence.monitorGaps > 0) say('monitor-gaps', `${evidence.monitorGaps} CPU and memory samples are missing`);
  if (evidence.throughProxy) say('wire-proxy', 'latencies include the proxy that counted the bytes');
  if (evidence.standIn !== null) say('stand-in', evidence.standIn);
  if (evidence.limits !== null) say('edition-limits', evidence.limits);
  return findings;
}

type Say = (code: FindingCode, message: string) => void;

function judgeClients({ died, dataset, transport }: Evidence, say: Say): void {
  const gone = [
    ...died.map(({ member, reason }) => `member ${member} died (${reason})`),
    ...(dataset?.reports ?? []).flatMap((r) =>
      r.closed.map((c) => `client ${c.clientId} lost its connection (${c.reason})`),
    ),
    ...(dataset?.vanished ?? []).map(
      (v) => `the server counted out ${v.clientId === null ? 'a client' : `client ${v.clientId}`} (${v.why})`,
    ),
  ];
  if (gone.length > 0) {
    const more = gone.length > 5 ? ` and ${gone.length - 5} more` : '';
    say('client-died', `${gone.slice(0, 5).join('; ')}${more}`);
  }
  const other = new Map<string, number>();
  for (const report of dataset?.reports ?? []) {
    for (const [used, clients] of Object.entries(report.transports)) {
      if (used !== transport) other.set(used, (other.get(used) ?? 0) + clients);
    }
  }
  for (const [used, clients] of other) {
    say('transport-fell-back', `${clients} clients ended on ${used} instead of ${transport}`);
  }
}

function judgeCounts(evidence: Evidence, dataset: Dataset, say: Say): void {
  const { testType, clients, messages } = evidence;
  const { reports, server } = dataset;
  const sum = (pick: (report: (typeof reports)[number]) => number): number => total(reports.map(pick));
  const sent = sum((r) => total(r.sentByClients));
  const delivered = sum((r) => total(r.receivedByClients));
  const received = total(server.receivedByServer);
  const fannedOut = total(server.sentByServer);
  const missing = sum((r) => r.missing);
  const duplicates = sum((r) => r.duplicates);
  const outOfOrder = sum((r) => r.outOfOrder);
  const negative = sum((r) => r.negative);
  const refused = sum((r) => r.refused.length);
  const planned = clients * messages;
  const expected = expectedDeliveries(testType, clients, messages);

  const lost: string[] = [];
  if (sent < planned) lost.push(`clients sent ${n(sent)} of ${n(planned)}`);
  if (received < sent) lost.push(`the server received ${n(received)} of the ${n(sent)} sent`);
  if (delivered - duplicates < expected) lost.push(`${n(delivered - duplicates)} of ${n(expected)} were delivered`);
  else if (missing > 0) lost.push(`clients miss ${n(missing)} deliveries`);
  if (refused > 0)
    lost.push(`the server refused ${n(refused)} events (${reports.flatMap((r) => r.refused)[0]!.reason})`);
  if (lost.length > 0) say('messages-lost', lost.join('; '));

  if (duplicates > 0 || received > sent) {
    say(
      'duplicates',
      `${n(duplicates)} messages were delivered twice; the server received ${n(received)} of ${n(sent)} sent`,
    );
  }
  if (outOfOrder > 0) say('out-of-order', `${n(outOfOrder)} messages overtook an earlier one of the same sender`);
  if (negative > 0)
    say('negative-latency', `${n(negative)} messages arrived before they were sent: a clock has jumped`);

  const disagree: string[] = [];
  if (lost.length === 0 && duplicates === 0 && fannedOut !== delivered) {
    disagree.push(`the server says it sent ${n(fannedOut)}, the clients that they got ${n(delivered)}`);
  }
  const measured = sum((r) => total(r.latencyCount));
  if (lost.length === 0 && measured + negative !== sent) {
    disagree.push(`${n(measured)} latencies for ${n(sent)} messages`);
  }
  if (disagree.length > 0) say('counts-disagree', disagree.join('; '));
}

function judgeTime({ messages, rate }: Evidence, dataset: Dataset, say: Say): void {
  const planned = plannedSeconds(messages, rate);
  const { spacing } = dataset.server;
  // The bucket that begins where the plan ends may hold what was sent or delivered right at the end.
  const first = Math.ceil(planned / spacing) + 1;
  const late = (values: number[]): number => total(values.slice(first));
  const sent = total(dataset.reports.map((r) => late(r.sentByClients)));
  const delivered = total(dataset.reports.map((r) => late(r.receivedByClients)));
  if (sent + delivered > 0) {
    say(
      'overtime',
      `planned ${n(planned)} s; after second ${first * spacing} clients still sent ${n(sent)} and got ${n(delivered)} messages`,
    );
  }
}

function judgeSwarm({ machineCpuPercent, cores, lateness, rate, dataset, busiestLoop }: Evidence, say: Say): void {
  const reasons: string[] = [];
  if (machineCpuPercent !== null && machineCpuPercent.length > 0) {
    const mean = total(machineCpuPercent) / machineCpuPercent.length;
    if (mean >= SATURATED_CPU_SHARE * cores * 100) {
      reasons.push(`the machine's ${cores} cores were ${n(mean / cores)}% busy`);
    }
    const full = machineCpuPercent.filter((percent) => percent >= FULL_SAMPLE_SHARE * cores * 100).length;
    if (full >= SATURATED_SAMPLES * machineCpuPercent.length) {
      reasons.push(`all ${cores} cores were busy in ${n((100 * full) / machineCpuPercent.length)}% of the samples`);
    }
  }
  const latenessLimit = Math.max(SATURATED_LATENESS_MS, (0.1 * 1000) / rate);
  if (lateness !== null && lateness.p99 >= latenessLimit) {
    reasons.push(`1% of the messages were sent ${n(lateness.p99)} ms or more after they were due`);
  }
  const loop = Math.max(0, ...(dataset?.reports ?? []).map((r) => r.loopDelay?.p99 ?? 0));
  if (loop >= SATURATED_LOOP_MS) reasons.push(`an event loop of the swarm was delayed ${n(loop)} ms (99th percentile)`);
  if (busiestLoop !== null && busiestLoop >= SATURATED_LOOP_SHARE) {
    reasons.push(
      `an event loop of the swarm was busy ${n(100 * busiestLoop)}% of the time (give each worker fewer clients)`,
    );
  }
  if (reasons.length > 0) say('swarm-saturated', `the load machine was a bottleneck: ${reasons.join('; ')}`);
}
