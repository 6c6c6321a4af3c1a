/** Carries a planned session out, and shows how it goes. */

import { EventEmitter } from 'node:events';
import { checkMachine } from '../../loadtests/monitor/machine-check.ts';
import type { PlannedSession } from '../../loadtests/session/plan/plan-here.ts';
import { TimeEstimate } from '../../loadtests/session/plan/time-estimate.ts';
import { runSession, type SessionResult } from '../../loadtests/session/session.ts';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { cpuQuota } from '../../system/control-group-limits.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { chartsCommand, serveLiveCharts } from './charts-server.ts';
import { machineLine } from './machine-check-text.ts';
import type { Say } from './print.ts';
import { StepBar } from './progress-bar.ts';
import { printNotices, showProgress } from './session-progress.ts';

export interface ShowOptions {
  /** Serve the charts meanwhile. */
  live?: boolean;
  /** A web API that gets each record too. */
  api?: string;
  /** The command that continues the session; default: that of `./outcry run`. */
  resumeBy?: string;
  /** Called with the session's events before it begins. */
  watch?(events: EventEmitter<SessionEvents>): void;
}

export interface Shown extends SessionResult {
  /** Notices already printed on stderr. */
  notices: ReadonlySet<string>;
}

/**
 * Checks the other machines of a session, and prints one line for each.
 * @throws OutcryError (missing) with why one of them cannot be used
 */
async function sayMachines({ plan, place }: PlannedSession, say: Say): Promise<void> {
  const workers = (plan.swarm.on ?? []).map((spec) => ({ spec, workers: spec.count }));
  const server = place.machine === undefined ? [] : [{ spec: place.machine, workers: null }];
  const checks = await Promise.all([...server, ...workers].map((one) => checkMachine(one, { patient: true })));
  const problems = checks.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw new OutcryError(problems.join('\n'), EXIT.missing);
  for (const check of checks) say(machineLine(check));
}

/** Prints what is skipped, the progress and each run; serves live charts where that is asked for. */
export async function showSession(
  planned: PlannedSession,
  { live = false, api, resumeBy, watch = () => {} }: ShowOptions = {},
): Promise<Shown> {
  const { plan, scenarios, apps } = planned;
  const bar = new StepBar(new TimeEstimate());
  const { say } = bar;
  const events = new EventEmitter<SessionEvents>();
  for (const sentence of plan.skipped) say(`skipped: ${sentence}`);
  showProgress(events, bar, { scenarios, charts: live, resumeBy });
  watch(events);
  const quota = cpuQuota();
  if (quota !== null)
    say(`A control group limits this session to ${quota} CPUs: what waits for them is in every figure.`);
  await sayMachines(planned, say);
  const notices = printNotices(events, say);
  const charts: { stop?: ReturnType<typeof serveLiveCharts> } = {};
  let end = 'The session ended early. Keep its runs';
  try {
    const result = await runSession(planned, {
      events,
      async besides() {
        if (!live) return;
        charts.stop = serveLiveCharts({ results: plan.results, session: plan.id, apps }, events, say);
        await charts.stop;
      },
      alsoKeep: api === undefined ? undefined : (record) => post(api, record, say),
    });
    end = 'Finished. Keep this page';
    return { ...result, notices };
  } finally {
    bar.clear();
    await (await charts.stop)?.(`${end}: ${chartsCommand(plan)}`);
  }
}

async function post(api: string, record: RunRecord, say: Say): Promise<void> {
  try {
    const response = await fetch(new URL('/api/runs', api), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok)
      say(`${api} did not take ${record.id}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  } catch (error) {
    say(`${api} could not be reached for ${record.id}: ${(error as Error).message}; the record is kept here`);
  }
}
