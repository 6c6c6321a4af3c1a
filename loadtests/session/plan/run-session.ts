/** Runs one session for the commands that measure: starts or resumes it, verifies apps, runs it and shows its progress. */
import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { type SwarmOptions, serverHost, swarmFor } from '../../../cli/options/swarm-options.ts';
import { startLiveCharts } from '../../../cli/output/live-charts.ts';
import type { Say } from '../../../cli/output/print.ts';
import { sayNotices } from '../../../cli/output/print-notices.ts';
import { StepBar } from '../../../cli/output/progress-bar.ts';
import { showProgress } from '../../../cli/output/session-progress.ts';
import { DEFAULT_DETECT_PERCENT } from '../../../merge/compare/answers.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { RunStore } from '../../../records/store.ts';
import { findApps } from '../../../setup/apps/manifest/elsewhere.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import { partInUse } from '../../../setup/apps/manifest/substitute.ts';
import type { Place } from '../../../setup/apps/places/place.ts';
import { processes } from '../../../setup/apps/places/processes.ts';
import type { Condition, SessionAbout } from '../../conditions/condition.ts';
import {
  browserSettings,
  type ConditionsAsked,
  conditionsOfSession,
  endConditions,
  findConditions,
  planConditions,
  prepareConditions,
} from '../../conditions/find.ts';
import { measurable } from '../../conditions/measurable.ts';
import { sessionOverhead } from '../../overhead/session-overhead.ts';
import { type FoundScenario, scenarioAbouts } from '../../scenarios/find.ts';
import { captureUnavailable } from '../../wire/capture/capture.ts';
import { getReady, runnablePlan } from '../prepare/prepare-session.ts';
import { enoughBy, USUAL_SECONDS } from '../schedule/enough.ts';
import { runSession, type SessionResult } from '../session.ts';
import type { SessionEvents } from '../session-events.ts';
import { demandBrowserRoom } from './browser-room.ts';
import { demandSliceable } from './demand-sliceable.ts';
import { demandRoom } from './machine-room.ts';
import { announcement } from './session-estimate.ts';
import { findSession, newSessionId, type SessionFile, writeSessionFile } from './session-file.ts';
import { planSession, type RunOptions, type SessionPlan } from './session-plan.ts';
import { TimeEstimate } from './time-estimate.ts';

const RESUME = './outcry run --resume';

export interface MeasureOptions extends RunOptions, Omit<SwarmOptions, 'swarm'> {
  /** Folders of apps besides those of this checkout. */
  apps?: string[];
  results: string;
  note?: string;
  /** What is asked of conditions, by their names; default: nothing, so that each condition is as usual. */
  conditions?: ConditionsAsked;
  /** The id of a session that begins; default: one of its own. */
  session?: string;
  resume?: string | true;
  /** The command that resumes it; default: {@link RESUME}. */
  resumeBy?: string;
  api?: string;
  live: boolean;
  wire: boolean;
  /** Length of the preflight check, seconds. */
  look: number;
  /** How often a disturbed run is retried at most; default 0. */
  again?: number;
  /** Without frameworks that would run on a substitute server; default: with them. */
  rankableOnly?: boolean;
  /** How long a session whose rounds have no number takes in all, seconds; {@link USUAL_SECONDS} where it is not given. */
  time?: number;
}

export interface Measured {
  session: string;
  /** Absolute path of the results folder. */
  results: string;
  result: SessionResult;
  /** Rows that differ by less than this many percent are alike. */
  percent: number;
  /** Notices already printed on stderr. */
  notices: ReadonlySet<string>;
  /** A requested framework was skipped: it cannot run here or does not verify. */
  someSkipped: boolean;
}

/**
 * Measures what is asked for.
 * @param watch called with the session's events before it begins
 */
export async function measure(
  options: MeasureOptions,
  scenarios: readonly FoundScenario[],
  watch: (events: EventEmitter<SessionEvents>, say: Say) => void = () => {},
): Promise<Measured> {
  const time = options.time ?? USUAL_SECONDS;
  const store = new RunStore(options.results);
  const session = sessionFor(options, store.folder);
  // A resumed session keeps the options it began with, except for how it is shown and how much is measured.
  const asked = { ...options, ...session.options } as MeasureOptions;
  // One that began before there were rounds without a number has as many as its profile says.
  if (options.resume !== undefined) asked.difference = (session.options as MeasureOptions).difference;
  const percent = asked.difference ?? DEFAULT_DETECT_PERCENT;
  const enough = enoughBy({ percent, seconds: time }, scenarioAbouts(scenarios));
  const bar = new StepBar(new TimeEstimate());
  const { say, step } = bar;
  const { plan: wanted, sliceSeconds, ...under } = await planned(asked, session, scenarios, say);
  writeSessionFile(store.folder, session);
  // A session that is resumed may have all its records, and add none.
  await store.clearLeftovers();
  const plan = await runnablePlan(wanted, asked.frameworks !== undefined, bar);
  say(announcement(plan, scenarios, time, options.resumeBy ?? RESUME));
  const { preparation, live } = await getReady(
    plan,
    scenarios,
    { ...asked, live: options.live, look: options.look, time, place: under.place },
    bar,
    () => startLiveCharts(store.folder, session.id, say, asked.apps),
  );
  const events = new EventEmitter<SessionEvents>();
  showProgress(events, bar, scenarios);
  live?.follow(events, plan.until === null ? plan.plan.most * plan.combinations.length : null);
  watch(events, say);
  const notices = sayNotices(events, say);
  const conditions = await prepareConditions(
    under.conditions,
    under.asked,
    { ...under.about, swarm: plan.swarm },
    step,
  );
  try {
    const swarm = await swarmFor(plan, asked, browserSettings(conditions), step);
    const result = await runSession({
      id: session.id,
      note: session.note,
      plan,
      scenarios,
      store,
      swarm,
      host: under.about.host,
      conditions,
      place: under.place,
      sliceSeconds,
      wire: asked.wire,
      preflightSeconds: options.look,
      again: asked.again ?? 0,
      enough,
      floor: () => sessionOverhead(options.look, step),
      events,
      ready: (combination) => preparation.ready(combination),
      ...(options.api === undefined ? {} : { alsoKeep: (record) => post(options.api!, record, say) }),
    });
    writeSessionFile(store.folder, { ...session, finished: true });
    const someSkipped = plan.combinations.length < wanted.combinations.length || preparation.failed > 0;
    return { session: session.id, results: store.folder, result, percent, notices, someSkipped };
  } finally {
    bar.clear();
    await endConditions(conditions);
    await live?.stop();
  }
}

/** `apps` without those that would run on a substitute server, which are never ranked, where that is asked for. */
function rankable(apps: App[], { rankableOnly }: MeasureOptions, say: Say): App[] {
  if (!rankableOnly) return apps;
  const isSubstitute = ({ standIn }: App): boolean => standIn !== undefined && partInUse(standIn).use === 'stand-in';
  const skipped = apps.filter(isSubstitute);
  if (skipped.length === 0) return apps;
  const names = skipped.map(({ id }) => id).join(',');
  say(`skipped: ${names} (a substitute server, never ranked; --frameworks ${names} measures them)`);
  return apps.filter((app) => !isSubstitute(app));
}

interface Planned {
  plan: SessionPlan;
  conditions: readonly Condition[];
  asked: ConditionsAsked;
  about: SessionAbout;
  place: Place;
  /** Null: one server at a time. */
  sliceSeconds: number | null;
}

/**
 * What a session does and under which conditions, before anything is built.
 * @throws OutcryError (wrong use) for what cannot be, (missing) for what this machine has no room for
 */
async function planned(
  options: MeasureOptions,
  session: SessionFile,
  scenarios: readonly FoundScenario[],
  say: Say,
): Promise<Planned> {
  const host = serverHost(options);
  const about = { host, advertise: options.advertise ?? null, joined: options.join !== undefined };
  const conditions = await findConditions();
  const asked = conditionsOfSession(session.options, conditions);
  const planning = await planConditions(conditions, asked, about);
  const { swarmCores, between, place = processes({ host }), sliceSeconds = null, sharedConnections = false } = planning;
  const apps = rankable(findApps(options.apps), options, say);
  const wanted = planSession(options, apps, scenarios, swarmCores ?? availableParallelism());
  const under = { conditions, asked, swarm: wanted.swarm, named: options.frameworks !== undefined };
  const plan = { ...wanted, combinations: measurable(wanted.combinations, under, say) };
  // A counting proxy stands between clients and server too.
  const proxied = options.wire && captureUnavailable() !== null;
  demandRoom(plan, options.clientsPerWorker, between + (proxied ? 1 : 0), about.joined);
  if (!options.crowded) demandBrowserRoom(plan, sharedConnections);
  if (sliceSeconds !== null) demandSliceable(plan, scenarios, options);
  return { plan, conditions, asked, about, place, sliceSeconds };
}

const KEPT_OPTIONS = [
  'apps',
  'profile',
  'scenario',
  'params',
  'swarm',
  'frameworks',
  'transports',
  'browsers',
  'clientsPerBrowser',
  'crowded',
  'clients',
  'clientsPerWorker',
  'workers',
  'join',
  'runs',
  'difference',
  'rankableOnly',
  'warmup',
  'again',
  'asTwo',
  'browser',
  'grid',
  'advertise',
  'wire',
] as const satisfies readonly (keyof MeasureOptions)[];

/** How much is measured, and not what: these replace what a resumed session began with. */
const RENEWED_OPTIONS = ['runs', 'again'] as const;

/** The session to measure: one that is resumed, or a new one. Exported for its test. */
export function sessionFor(options: MeasureOptions, results: string): SessionFile {
  const given = (keys: readonly (keyof MeasureOptions)[]) =>
    Object.fromEntries(keys.map((key) => [key, options[key]]).filter(([, value]) => value !== undefined));
  if (options.resume !== undefined) {
    const session = findSession(results, options.resume === true ? null : options.resume);
    return { ...session, options: { ...session.options, ...given(RENEWED_OPTIONS) } };
  }
  const now = new Date();
  return {
    id: options.session ?? newSessionId(now),
    startedAt: now.toISOString(),
    options: { ...given(KEPT_OPTIONS), conditions: options.conditions ?? {} } as RunOptions,
    note: options.note ?? null,
    finished: false,
  };
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
