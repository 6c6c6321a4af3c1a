/** What a run says against itself. Pure: evidence in, findings out. `docs/method.md` explains each finding. */
import type { Metric } from '../../protocol/metrics.ts';
import { FINDING_CODES, type Finding } from '../../protocol/run-record.ts';
import type { RunContext } from './run-context.ts';
import { saturation } from './saturation.ts';

type Code = keyof typeof FINDING_CODES;
type Say = (code: Code, message: string) => void;

const n = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
/** As much of a list as a sentence holds. */
const some = (all: string[]): string =>
  `${all.slice(0, 5).join('; ')}${all.length > 5 ? ` and ${all.length - 5} more` : ''}`;

/** Longest message that a finding may have. */
const MESSAGE_LIMIT = 1000;

/**
 * What must hold for every run, whatever its scenario, and what the scenario's own judge says.
 * @param metrics as they stand in the record
 */
export function judgeRun(
  context: RunContext,
  metrics: Record<string, Metric>,
  plan: { plannedSeconds: number; bucketSeconds: number },
): Finding[] {
  const findings: Finding[] = [];
  const say: Say = (code, message) => {
    findings.push({ code, level: FINDING_CODES[code], message: message.slice(0, MESSAGE_LIMIT) });
  };
  if (context.serverEnded !== null) say('server-restarted', `the server ${context.serverEnded} during the run`);
  judgeClients(context, say);
  const { outcome, step, counts } = context;
  const ofScenario =
    outcome.reports.length === 0
      ? []
      : context.judge({ params: step.params, clients: step.clients, metrics, outcome, counts, ...plan });
  findings.push(...ofScenario);
  const missing = missingReports(context);
  if (missing !== null && !ofScenario.some(({ code }) => code === 'messages-lost')) say('messages-lost', missing);
  judgeSwarm(context, metrics, say);
  judgeWarmUp(context, say);
  judgeSurroundings(context, say);
  return findings;
}

function judgeClients({ outcome, transport }: RunContext, say: Say): void {
  const gone = [
    ...outcome.died.map(({ member, reason }) => `member ${member} died (${reason})`),
    ...outcome.reports.flatMap((report) =>
      report.closed.map(({ clientId, reason }) => `client ${clientId} lost its connection (${reason})`),
    ),
  ];
  if (gone.length > 0) say('client-died', some(gone));
  const other = new Map<string, number>();
  for (const report of outcome.reports) {
    for (const [used, clients] of Object.entries(report.transports)) {
      if (used !== transport) other.set(used, (other.get(used) ?? 0) + clients);
    }
  }
  for (const [used, clients] of other) {
    say('transport-fell-back', `${clients} clients ended on ${used} instead of ${transport}`);
  }
}

/** Why the reports there are do not tell everything; null: they do. */
function missingReports({ outcome }: RunContext): string | null {
  const unstarted = outcome.reports.filter(({ started }) => started === null).length;
  const errors = outcome.reports.flatMap(({ error }) => (error === null ? [] : [error]));
  const reasons = [
    ...(outcome.error === null ? [] : [`not all reports came back: ${outcome.error}`]),
    ...(unstarted === 0 ? [] : [`${unstarted} members never heard that the test began`]),
    ...(errors.length === 0 ? [] : [`members say: ${some([...new Set(errors)])}`]),
  ];
  if (reasons.length > 0) return reasons.join('; ');
  return outcome.reports.length === 0 ? 'no report came back' : null;
}

function judgeSwarm({ outcome, session, step }: RunContext, metrics: Record<string, Metric>, say: Say): void {
  const { machineCpu, lateness } = metrics;
  const { rate } = step.params;
  const reasons = saturation({
    machineCpuPercent: machineCpu?.kind === 'gauge' ? machineCpu.samples : null,
    cores: session.machine.cores,
    latenessP99: lateness?.kind === 'trend' ? (lateness.distribution?.p99 ?? null) : null,
    rate: typeof rate === 'number' && rate > 0 ? rate : null,
    reports: outcome.reports,
  });
  if (reasons.length > 0) say('swarm-saturated', `the load machine was a bottleneck: ${reasons.join('; ')}`);
}

function judgeWarmUp({ warmedUp: { seconds, wanted, unlevel } }: RunContext, say: Say): void {
  if (seconds < wanted) say('warm-up-short', `warmed up for ${n(seconds)} s; this app wants ${n(wanted)} s`);
  if (unlevel !== null) say('warm-up-not-level', `after ${n(seconds)} s of warm-up ${unlevel}`);
}

function judgeSurroundings({ samples, throughProxy, standIn, limits }: RunContext, say: Say): void {
  const gaps = samples?.gaps ?? 0;
  if (gaps > 0) say('monitor-gaps', `${gaps} CPU and memory samples are missing`);
  if (throughProxy) say('wire-proxy', 'latencies include the proxy that counted the bytes');
  if (standIn !== null) say('stand-in', standIn);
  if (limits !== null) say('edition-limits', limits);
}
