/** One session, for the commands that measure: begun or resumed, verified, run, with whoever watches told of it. */
import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { planSession, type RunOptions, type SessionPlan } from '../loadtests/runner/plan.ts';
import { runSession, type SessionEvents, type SessionResult } from '../loadtests/runner/session.ts';
import { findSession, newSessionId, type SessionFile, writeSessionFile } from '../loadtests/runner/session-file.ts';
import { verifiedOnly } from '../loadtests/runner/verified.ts';
import type { FoundScenario } from '../loadtests/scenarios/find.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { readApps } from '../setup/apps/manifest.ts';
import { makeReady } from '../setup/apps/ready.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { RunStore } from '../web-api/store.ts';
import { startLiveCharts } from './live-charts.ts';
import type { Say } from './output.ts';
import { showProgress } from './progress.ts';
import { type SwarmOptions, serverHost, swarmFor } from './swarm-options.ts';

export interface MeasureOptions extends RunOptions, Omit<SwarmOptions, 'swarm'> {
  results: string;
  note?: string;
  resume?: string | true;
  api?: string;
  live: boolean;
  wire: boolean;
}

export interface Measured {
  session: string;
  /** Absolute path of the results folder. */
  results: string;
  result: SessionResult;
  /** Something that was asked for could not be measured: what does not verify is not. */
  leftOut: boolean;
}

/**
 * Measures what is asked for.
 * @param watch called with the session's events before it begins
 */
export async function measure(
  options: MeasureOptions,
  scenarios: readonly FoundScenario[],
  say: Say,
  watch: (events: EventEmitter<SessionEvents>) => void = () => {},
): Promise<Measured> {
  const store = new RunStore(options.results);
  const session = sessionFor(options, store.folder);
  // A session that goes on does so under the options it began with; what belongs to this machine's screen does not matter.
  const asked = { ...options, ...session.options } as MeasureOptions;
  const wanted = planSession(asked, readApps(), scenarios, availableParallelism());
  writeSessionFile(store.folder, session);
  const plan = await measurable(wanted, asked.frameworks !== undefined, say);
  const swarm = await swarmFor(plan, asked, say);
  const live = options.live ? await startLiveCharts(store.folder, session.id, say) : null;
  const events = new EventEmitter<SessionEvents>();
  const clear = showProgress(events);
  live?.follow(events, plan.plan.most * plan.combinations.length);
  watch(events);
  try {
    const result = await runSession({
      id: session.id,
      note: session.note,
      plan,
      scenarios,
      store,
      swarm,
      host: serverHost(asked),
      wire: asked.wire,
      events,
      ...(options.api === undefined ? {} : { alsoKeep: (record) => post(options.api!, record, say) }),
    });
    writeSessionFile(store.folder, { ...session, finished: true });
    const leftOut = plan.combinations.length < wanted.combinations.length;
    return { session: session.id, results: store.folder, result, leftOut };
  } finally {
    clear();
    await live?.stop();
  }
}

const KEPT_OPTIONS = [
  'profile',
  'scenario',
  'params',
  'swarm',
  'frameworks',
  'transports',
  'browsers',
  'clientsPerBrowser',
  'clients',
  'clientsPerWorker',
  'runs',
  'warmup',
  'browser',
  'grid',
  'advertise',
  'wire',
] as const satisfies readonly (keyof MeasureOptions)[];

function sessionFor(options: MeasureOptions, results: string): SessionFile {
  if (options.resume !== undefined) return findSession(results, options.resume === true ? null : options.resume);
  const now = new Date();
  const kept = Object.fromEntries(
    KEPT_OPTIONS.map((key) => [key, options[key]]).filter(([, value]) => value !== undefined),
  );
  return {
    id: newSessionId(now),
    startedAt: now.toISOString(),
    options: kept as RunOptions,
    note: options.note ?? null,
    finished: false,
  };
}

/** The plan without what cannot run on this machine and without what does not verify; says what was left out. */
async function measurable(plan: SessionPlan, named: boolean, say: Say): Promise<SessionPlan> {
  const apps = [...new Set(plan.combinations.map(({ app }) => app))];
  const ready = await makeReady(apps, named, say);
  const combinations = await verifiedOnly(
    plan.combinations.filter(({ app }) => ready.includes(app)),
    say,
  );
  if (combinations.length === 0) {
    throw new OutcryError('nothing left to measure: what does not verify is not measured', EXIT.failed);
  }
  return { ...plan, combinations };
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
