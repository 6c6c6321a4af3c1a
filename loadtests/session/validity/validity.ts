/** The flags of a run. Pure: evidence in, flags out. `docs/reference.md` explains each flag. */
import { judgeReports, whatReportsLack } from '../../../member/judge-reports.ts';
import { DEFAULT_DETECT_PERCENT } from '../../../merge/compare/answers.ts';
import type { Metric } from '../../../metrics/metric.ts';
import { grouped as n, significant as precise } from '../../../metrics/numbers.ts';
import { FLAG_CODES, type Flag } from '../../../protocol/run-record.ts';
import type { RunContext } from '../measure/run-context.ts';
import { during } from '../record/gauges.ts';
import { hostCores, membersHere, seenMachines } from '../record/run-hosts.ts';
import { type Disturbance, disturbances } from './disturbance.ts';
import { saturation } from './saturation.ts';

type Code = keyof typeof FLAG_CODES;
type Say = (code: Code, message: string) => void;

/** A backend this late at the 99th percentile, ms, does not keep its schedule. */
const LATE_BACKEND_MS = 50;
/**
 * A message waits for at least one turn of the server, so that this share of its latency is the server's waiting for a CPU. A tenth is as
 * much as answers look for: `npm run bench -- cpu-wait`.
 */
const WAITED_SHARE = DEFAULT_DETECT_PERCENT / 100;
/** From here on a latency is mostly the server's waiting, and does not show the framework. */
const STARVED_SHARE = 0.5;
/** Lines of a log for each message, from which on a server is said to log its messages, and the fewest lines. */
const LOGGED_SHARE = 0.5;
const LEAST_LOGGED = 100;
/** The longest message of a flag. */
const MESSAGE_LIMIT = 1000;

/**
 * The flags of a run: those of all scenarios, and those of the scenario's own judge.
 * @param metrics as in the record
 */
export function judgeRun(
  context: RunContext,
  metrics: Record<string, Metric>,
  plan: { plannedSeconds: number; bucketSeconds: number },
): Flag[] {
  const findings: Flag[] = [];
  const say: Say = (code, message) => {
    findings.push({ code, level: FLAG_CODES[code], message: message.slice(0, MESSAGE_LIMIT) });
  };
  if (context.serverEnded !== null) say('server-restarted', `the server ${context.serverEnded} during the run`);
  const { outcome, step, counts } = context;
  for (const { code, message } of judgeReports(outcome, context.transport)) say(code as Code, message);
  const ofScenario =
    outcome.reports.length === 0
      ? []
      : context.judge({ params: step.params, clients: step.clients, metrics, outcome, counts, ...plan });
  findings.push(...ofScenario, ...(context.account?.flags ?? []));
  const missing = whatReportsLack(outcome);
  if (missing !== null && !ofScenario.some(({ code }) => code === 'messages-lost')) say('messages-lost', missing);
  judgeSwarm(context, metrics, say);
  judgeWaiting(context, metrics, say);
  judgeLog(context, say);
  judgeBackend(context, metrics, say);
  judgeWarmUp(context, say);
  judgeMachine(context, metrics, say);
  judgeSurroundings(context, say);
  for (const [name, { flags }] of context.session.conditions) {
    findings.push(...(flags?.() ?? []), ...(context.found.get(name)?.flags ?? []));
  }
  return findings;
}

/** The cores that the swarm could use, and how busy they were. */
function swarmCores(context: RunContext, { machineCpu }: Record<string, Metric>) {
  const { session, samples, window } = context;
  const kept = samples?.swarmCpus;
  if (kept !== undefined && window !== null) {
    return {
      whose: 'swarm',
      cores: kept.count,
      cpuPercent: during(samples!.machine, kept.cpuPercent, window),
    } as const;
  }
  // A swarm elsewhere is not to blame for the load of the server's machine.
  const cpuPercent = machineCpu?.kind === 'gauge' && membersHere(context) ? machineCpu.samples : null;
  return { whose: 'machine', cores: session.machine.cores, cpuPercent } as const;
}

/** In ms; null for other metrics, and for a latency that was not measured. */
const p99Of = (metric: Metric | undefined): number | null =>
  metric?.kind === 'trend' && metric.unit === 'ms' ? (metric.distribution?.p99 ?? null) : null;

const meanMs = (metric: Metric | undefined): number | null =>
  metric?.kind === 'trend' && metric.unit === 'ms' ? (metric.distribution?.mean ?? null) : null;

/** From the session's harness overhead; null when its measurement was disturbed. */
function idleTimers({ session: { harnessOverhead, swarm } }: RunContext): number | null {
  if (harnessOverhead === null || (harnessOverhead.disturbances ?? []).length > 0) return null;
  return (swarm === 'browser' ? harnessOverhead.page : harnessOverhead.worker)?.lateness.p99 ?? null;
}

function judgeSwarm(context: RunContext, metrics: Record<string, Metric>, say: Say): void {
  const { outcome, step, roles } = context;
  const ranked = context.ranked.find((name) => p99Of(metrics[name]) !== null);
  const { rate, phase } = step.params;
  const reasons = saturation({
    ...swarmCores(context, metrics),
    latenessP99: p99Of(metrics[roles.lateness ?? '']),
    rankedFromSentP99: ranked === undefined || ranked === roles.latencyFromDue ? null : p99Of(metrics[ranked]),
    idleTimersP99: idleTimers(context),
    busiestThreadPercent: context.samples?.swarmWait?.mostRanPercent ?? null,
    rate: typeof rate === 'number' && rate > 0 ? rate : null,
    spread: phase === 'spread',
    reports: outcome.reports,
    hosts: hostCores(context),
  });
  if (reasons.length > 0) say('swarm-saturated', `the load machine was a bottleneck: ${reasons.join('; ')}`);
}

/** The mean latency that ranks rows, ms; null: none. */
const rankedMean = ({ ranked }: RunContext, metrics: Record<string, Metric>): number | null =>
  ranked.map((name) => meanMs(metrics[name])).find((mean) => mean !== null) ?? null;

/** Mean of a gauge's samples; null: not measured. */
function levelOf(metric: Metric | undefined): number | null {
  const samples = metric?.kind === 'gauge' ? (metric.samples ?? []) : [];
  return samples.length === 0 ? null : samples.reduce((sum, value) => sum + value, 0) / samples.length;
}

/** Judges the share of a latency that was the server's wait for a CPU. */
function judgeWaiting(context: RunContext, metrics: Record<string, Metric>, say: Say): void {
  const [wait, latency] = [levelOf(metrics.serverTurnWait), rankedMean(context, metrics)];
  if (wait === null || latency === null || wait < WAITED_SHARE * latency) return;
  const said = `the server waited ${precise(wait)} ms for a CPU before each turn, of a latency of ${precise(latency)} ms`;
  say('server-waited', said);
  if (wait >= STARVED_SHARE * latency) say('server-starved', `latencies are mostly the server's waiting: ${said}`);
}

/** Tells whether server and swarm together waited for a CPU for less of the latency than answers look for. */
function waitedLittle(context: RunContext, metrics: Record<string, Metric>): boolean {
  const [server, swarm] = [levelOf(metrics.serverTurnWait), levelOf(metrics.swarmTurnWait)];
  const latency = rankedMean(context, metrics);
  return server !== null && swarm !== null && latency !== null && server + swarm < WAITED_SHARE * latency;
}

/** Judges whether the server logs its messages. A server that says something when it starts, or of a few faults, does not. */
function judgeLog({ serverLogged = 0, counts }: RunContext, say: Say): void {
  const verbs = Object.values(counts?.verbs ?? {});
  const received = verbs.flatMap((verb) => verb.received).reduce((sum, each) => sum + each, 0);
  if (received === 0 || serverLogged < Math.max(LEAST_LOGGED, LOGGED_SHARE * received)) return;
  say(
    'server-logged',
    `the server wrote ${n(serverLogged)} lines to its log and received ${n(received)} messages in the test: its figures are partly those of logging`,
  );
}

function judgeBackend({ backend, roles }: RunContext, metrics: Record<string, Metric>, say: Say): void {
  if (backend !== null && backend.error !== null)
    say('backend-failed', `the backend did not end well: ${backend.error}`);
  const p99 = p99Of(metrics[roles.feedLateness ?? '']) ?? 0;
  if (p99 >= LATE_BACKEND_MS) say('backend-late', `1% of the bodies were fed ${n(p99)} ms or more after they were due`);
}

function judgeWarmUp({ warmedUp: { seconds, wanted, unlevel } }: RunContext, say: Say): void {
  if (seconds < wanted) say('warm-up-short', `warmed up for ${n(seconds)} s; this app needs ${n(wanted)} s`);
  if (unlevel !== null) say('warm-up-not-level', `after ${n(seconds)} s of warm-up ${unlevel}`);
}

/** The disturbances of all machines: each kind once, with its machines. */
function judgeMachine(context: RunContext, metrics: Record<string, Metric>, say: Say): void {
  const littleHere = waitedLittle(context, metrics);
  const found = new Map<Disturbance['code'], string[]>();
  for (const { name, here, surroundings, window, ownComplete } of seenMachines(context)) {
    const known = { ownComplete, waitedLittle: here && littleHere };
    for (const { code, message } of disturbances(surroundings, window, known)) {
      found.set(code, [...(found.get(code) ?? []), name === null ? message : `on ${name}: ${message}`]);
    }
  }
  const expected = new Set([...context.session.conditions.values()].flatMap(({ expects = [] }) => expects));
  for (const code of context.disturbance?.expects?.(context.step.params) ?? []) expected.add(code);
  for (const [code, messages] of found) if (!expected.has(code)) say(code, messages.join('; '));
}

function judgeSurroundings({ samples, wire }: RunContext, say: Say): void {
  const gaps = samples?.gaps ?? 0;
  if (gaps > 0) say('monitor-gaps', `${gaps} CPU and memory samples are missing`);
  const counted = wire?.counted;
  if (counted?.by === 'proxy') {
    say(
      'wire-proxy',
      `latencies include the proxy that counted the bytes; a capture was not possible: ${counted.because}`,
    );
  }
  const missed = wire?.dropped ?? 0;
  if (missed > 0)
    say('capture-gaps', `the capture missed ${n(missed)} packets, so that bytes and requests were not counted`);
}
