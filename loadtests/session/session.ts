/** A session: carries out its plan. Every record is kept as soon as it is there. */
import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { makeSwarm } from '../../client-launcher/index.ts';
import type { Swarm } from '../../client-launcher/swarm.ts';
import { counted } from '../../metrics/numbers.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { problemsOf } from '../../records/problems.ts';
import { writeLog } from '../../records/run-log.ts';
import { RunStore } from '../../records/store.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { PreparedConditions } from '../conditions/condition.ts';
import { browserSettings, endConditions, prepareConditions } from '../conditions/find.ts';
import { hostMonitorOn } from '../monitor/host-monitor.ts';
import { sessionOverhead } from '../overhead/session-overhead.ts';
import { type FoundScenario, scenarioAbouts, scenarioFolders, scenarioNamed } from '../scenarios/find.ts';
import type { PlanResult } from '../scenarios/scenario.ts';
import { demandClientPath } from './disturbance/client-path.ts';
import { NO_FRONT } from './disturbance/disturbance-of.ts';
import { stepsOf } from './plan/load.ts';
import type { PlannedSession } from './plan/plan-here.ts';
import { removeUnused, writeSessionFile } from './plan/session-file.ts';
import type { SessionPlan, SwarmPlan } from './plan/session-plan.ts';
import { prepareSession } from './prepare/prepare-session.ts';
import { MOST_TOGETHER, runSchedule } from './schedule/schedule.ts';
import { timeLimit } from './schedule/stopping.ts';
import type { SessionEvents } from './session-events.ts';
import { SessionRunner } from './session-runner.ts';

/** A plan's result for one combination. */
export interface Found {
  framework: string;
  frameworkLabel: string;
  transport: string;
  result: PlanResult;
}

export interface SessionResult {
  /** The session's id. */
  session: string;
  /** Absolute path of the results folder. */
  results: string;
  /** Those of an earlier part of the session included, in the order of the plan. */
  records: RunRecord[];
  /** Empty for plans that find nothing but the records. */
  found: Found[];
  /** Frameworks, or some of their transports, that were to be measured and could not be, each with the reason in brackets. */
  notMeasured: string[];
}

/** Hooks around a session. */
export interface SessionHooks {
  events: EventEmitter<SessionEvents>;
  /** Done while frameworks are prepared; the first run waits for it. */
  besides?(): Promise<unknown>;
  /** Keeps a record elsewhere too (a web API). It must not throw. */
  alsoKeep?: ((record: RunRecord) => Promise<void>) | undefined;
}

/**
 * Makes all runs of the plan that the session does not have yet.
 * @throws OutcryError when a record cannot be kept: a measurement that is lost is worse than a session that ends
 */
export async function runSession(planned: PlannedSession, hooks: SessionHooks): Promise<SessionResult> {
  const { plan, file } = planned;
  const { id, results } = plan;
  const store = new RunStore(results);
  await demandReadable(store, id);
  writeSessionFile(results, file);
  try {
    // A session that is resumed may have all its records, and add none.
    await store.clearLeftovers();
    return await carryOut(planned, store, hooks).finally(() => planned.place.close?.());
  } catch (error) {
    if (isRefusal(error)) removeUnused(results, id);
    throw error;
  }
}

/** Tells a session that cannot be from one that failed, which can go on. */
const isRefusal = (error: unknown): boolean =>
  error instanceof OutcryError && (error.exitCode === EXIT.usage || error.exitCode === EXIT.missing);

async function carryOut(
  { plan: wanted, file, scenarios, conditions, place }: PlannedSession,
  store: RunStore,
  { events, besides = async () => {}, alsoKeep }: SessionHooks,
): Promise<SessionResult> {
  const { id, results } = wanted;
  const doing = (line: string): boolean => events.emit('doing', line);
  const { plan, preparation, skipped } = await prepareSession(wanted, place, events, besides);
  const { kind: swarm, advertise, on } = plan.swarm;
  const script = scenarioNamed(scenarios, plan.asked.scenario).parts?.disturbance;
  const switches = script?.switches?.(plan.asked.params) ?? false;
  const about = { switches, host: plan.host, advertise, elsewhere: swarm === 'console' && on !== null, swarm };
  if (script) await demandClientPath(plan, doing);
  const prepared = await prepareConditions(conditions, plan.conditions, about, doing);
  try {
    if (switches) demandSwitching(plan, prepared);
    const runner = new SessionRunner({
      ...{ plan, scenarios, store, place, events, alsoKeep, conditions: prepared },
      swarm: await swarmFor(plan.swarm, prepared, doing),
      keepLog: (record, lines) => writeLog(results, record, lines),
      ready: (combination) => preparation.ready(combination),
      overhead: () => sessionOverhead(plan.preflightSeconds, doing),
    });
    const { records, found } = await makeRuns(plan, scenarios, runner);
    writeSessionFile(results, { ...file, finished: true });
    return { session: id, results, records, found, notMeasured: [...skipped, ...preparation.notMeasured] };
  } finally {
    await endConditions(prepared);
  }
}

/** @throws OutcryError (wrong use) where the server of a run cannot be another one later */
function demandSwitching({ wire }: SessionPlan, prepared: PreparedConditions): void {
  if (![...prepared.values()].some((condition) => condition.switches)) throw new OutcryError(NO_FRONT, EXIT.usage);
  if (wire) throw new OutcryError('bytes of two servers are not counted: leave --wire away', EXIT.usage);
}

/** A run whose record is broken could be made again and not be kept: records are never overwritten. */
async function demandReadable(store: RunStore, session: string): Promise<void> {
  const broken = problemsOf(await store.problems(), [session]);
  if (broken.length === 0) return;
  const named = broken.map(({ file, message }) => `${join(store.folder, file)}: ${message}`);
  throw new OutcryError(
    `session ${session} cannot go on while it has ${counted(broken.length, 'file')} that cannot be read; move such files away, and their runs are made again:\n${named.join('\n')}`,
    EXIT.usage,
  );
}

/** Has `runner` make the runs of the plan. */
export async function makeRuns(
  plan: SessionPlan,
  scenarios: readonly FoundScenario[],
  runner: SessionRunner,
): Promise<Pick<SessionResult, 'records' | 'found'>> {
  const steps = stepsOf(plan, scenarios);
  const { id: session, combinations, retries, sliceSeconds } = plan;
  const together = sliceSeconds === null ? 1 : MOST_TOGETHER;
  const until = plan.until && timeLimit(plan.until, scenarioAbouts(scenarios));
  try {
    const { records, rows } = await runSchedule({ session, combinations, steps, together, retries, until }, runner);
    const found = rows.flatMap(({ combination: { app, transport }, done }): Found[] => {
      const result = steps.found?.(done);
      return result === undefined ? [] : [{ framework: nameOf(app), frameworkLabel: app.label, transport, result }];
    });
    return { records, found };
  } finally {
    await runner.close();
  }
}

async function swarmFor(plan: SwarmPlan, conditions: PreparedConditions, say: (line: string) => void): Promise<Swarm> {
  const { clients, clientsPerWorker, browser, browsers, headful, grid, advertise, on } = plan;
  const measured = on === null ? null : { machines: on, monitorOn: hostMonitorOn };
  if (plan.kind === 'browser') {
    const settings = browserSettings(conditions);
    return makeSwarm({ kind: 'browser', ...{ browser, browsers, headful, grid, advertise, settings, measured, say } });
  }
  const elsewhere = measured && { ...measured, advertise };
  const scenarioDirs = scenarioFolders();
  return makeSwarm({ kind: 'console', clients, clientsPerWorker, scenarioDirs, elsewhere });
}
