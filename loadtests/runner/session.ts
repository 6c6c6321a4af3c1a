/**
 * A session: the swarm is launched once and serves all runs; each combination's plan is asked for its next run in turn, and every
 * record is kept as soon as it is there.
 */
import { EventEmitter } from 'node:events';
import type { Swarm, SwarmProgress } from '../../client-launcher/swarm.ts';
import { withMetric } from '../../merge/figure-words.ts';
import { rankedOfRun } from '../../merge/ranked.ts';
import type { Floor } from '../../protocol/floor.ts';
import type { MachineLook } from '../../protocol/machine-look.ts';
import type { Placement } from '../../protocol/placement.ts';
import type { Finding, RunRecord } from '../../protocol/run-record.ts';
import type { Place } from '../../setup/apps/places/place.ts';
import { processes } from '../../setup/apps/places/processes.ts';
import { nameOf } from '../../setup/apps/versions.ts';
import { cpusIn } from '../../system/cpus.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { isEnding, onExit } from '../../system/processes.ts';
import { captureUnavailable } from '../capture/capture.ts';
import type { PreparedConditions } from '../conditions/condition.ts';
import { Monitor, monitorUnavailable } from '../monitor/monitor.ts';
import type { SessionNetwork } from '../network/session-network.ts';
import { type FoundScenario, rankedByIn } from '../scenarios/find.ts';
import type { PlanResult, Step, StepDone } from '../scenarios/scenario.ts';
import { figureOf } from './figures.ts';
import { outcryVersion, thisMachine } from './machine.ts';
import { machineLookOf } from './machine-look.ts';
import type { Combination, SessionPlan } from './plan.ts';
import { runId } from './run-id.ts';
import { type Bench, type RunStep, runOne } from './run-one.ts';
import { Sharing } from './sharing.ts';
import { undisturbed } from './undisturbed.ts';
import type { CountedBy } from './wire-count.ts';

export interface SessionEvents {
  /** The swarm is being launched, or clients are connecting; several times a second at most. */
  swarm: [SwarmProgress];
  /** The machine is left alone for so many seconds, and looked at. */
  looking: [number];
  looked: [MachineLook];
  /** A run has gone on to its next step. `number` counts from 1; `of` is null where nobody knows how many there will be. */
  step: [{ run: Combination & Step; step: RunStep; number: number; of: number | null }];
  /** A run that something else on the machine disturbed is set aside, and done again. */
  again: [{ record: RunRecord; because: Finding[] }];
  /** A run is over and its record kept. */
  record: [RunRecord];
}

/** Where records are kept, as far as a session knows. */
export interface Records {
  get(id: string): Promise<RunRecord | null>;
  /** @throws Error when it cannot be kept */
  add(record: RunRecord): Promise<unknown>;
  /** Keeps an attempt that is no run of the session. @throws Error when it cannot be kept */
  setAside(record: RunRecord): Promise<unknown>;
  /** What was kept so of run `id`, oldest first. */
  asideOf(session: string, id: string): Promise<RunRecord[]>;
}

export interface SessionOptions {
  id: string;
  note: string | null;
  plan: SessionPlan;
  scenarios: readonly FoundScenario[];
  store: Records;
  swarm: Swarm;
  /** Interface the servers listen on. */
  host: string;
  /** Who runs where, as it was asked for; default: nobody asked. */
  placement?: Placement | null;
  /** Conditions that are in force; default: none. */
  conditions?: PreparedConditions;
  /** Where servers run; default: as processes of this machine. */
  place?: Place;
  /** Count bytes and HTTP requests. */
  wire: boolean;
  /** What is shaped between clients and servers; default: nothing is. */
  network?: SessionNetwork | null;
  /** How long the machine is looked at before there is a swarm; default 0: not at all. */
  lookSeconds?: number;
  /** How often a run that something else on the machine disturbed is done again at most; default 0: it counts, and says so. */
  again?: number;
  /** Gives what the bench itself adds here, when it is needed; default: nobody knows. */
  floor?: () => Promise<Floor | null>;
  events?: EventEmitter<SessionEvents>;
  /** Gets a combination ready before its first run, and says whether it can be measured; default: all are, and can. */
  ready?: (combination: Combination) => Promise<boolean>;
  /** Keeps a record elsewhere too (a web API); what it throws is said and does not end the session. */
  alsoKeep?: (record: RunRecord) => Promise<void>;
}

/** What a plan found for one combination. */
export interface Found {
  framework: string;
  frameworkLabel: string;
  transport: string;
  result: PlanResult;
}

export interface SessionResult {
  /** Those of an earlier part of the session included, in the order of the plan. */
  records: RunRecord[];
  /** Empty for plans that find nothing but the records. */
  found: Found[];
}

const PROGRESS_MS = 500;

/** The swarm and the monitor, once there is something to run. */
interface Running {
  bench: Bench;
  close(): Promise<void>;
}

/** Looks at the machine before anything of the session runs on it; null where nobody asked for that, or it cannot be done here. */
async function lookAt(
  monitor: Monitor | null,
  seconds: number,
  events: EventEmitter<SessionEvents>,
): Promise<MachineLook | null> {
  if (monitor === null || seconds === 0) return null;
  events.emit('looking', seconds);
  const at = new Date();
  const samples = await monitor.look(seconds);
  if (samples === null) return null;
  const look = machineLookOf(samples, at);
  events.emit('looked', look);
  return look;
}

async function launch(
  options: SessionOptions,
  sharing: Sharing,
  events: EventEmitter<SessionEvents>,
): Promise<Running> {
  const { plan, swarm } = options;
  const monitorMissing = monitorUnavailable();
  const monitor = monitorMissing === null ? await Monitor.start() : null;
  const closeBoth = async (): Promise<void> => {
    await Promise.all([swarm.close(), monitor?.stop()]);
  };
  const forget = onExit(closeBoth);
  const ticker = setInterval(() => events.emit('swarm', swarm.progress()), PROGRESS_MS);
  const close = async (): Promise<void> => {
    clearInterval(ticker);
    forget();
    await closeBoth();
  };
  try {
    const look = await lookAt(monitor, options.lookSeconds ?? 0, events);
    const floor = (await options.floor?.()) ?? null;
    await swarm.launch();
    const { scenarios, host, network = null, place = processes({ host }) } = options;
    const placement = placementOf(options);
    const session: Bench['session'] = {
      id: options.id,
      profile: plan.profile,
      note: options.note,
      search: plan.search,
      asked: plan.asked,
      swarm: plan.swarm,
      browser: swarm.browser,
      members: swarm.members,
      machine: thisMachine(),
      look,
      floor,
      network,
      placement,
      conditions: options.conditions ?? new Map(),
      swarmVersions: swarm.versions,
      outcry: await outcryVersion(),
    };
    const wire = options.wire ? countedBy(swarm) : null;
    const { warmupSeconds } = plan;
    const way = { host, wire, network };
    const where = { place, swarmCpus: cpusIn(placement?.swarmCpus ?? '') ?? [] };
    const watched = { swarm, monitor, monitorMissing };
    return { bench: { session, scenarios, ...watched, ...where, warmupSeconds, sharing, ...way }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Workers that join from elsewhere are a part of who runs where. */
function placementOf({ placement = null, swarm }: SessionOptions): Placement | null {
  return swarm.hosts === undefined ? placement : { server: 'process', ...placement, workers: 'joined' };
}

/** A capture is in nobody's way; it sees the clients on this machine, where it is allowed. */
function countedBy(swarm: Swarm): CountedBy {
  const because = swarm.pids().length > 0 ? captureUnavailable() : 'the clients are not on this machine';
  return because === null ? { by: 'capture' } : { by: 'proxy', because };
}

/** What a plan is told of a record. */
export function stepDone(step: Step, record: RunRecord, scenarios: readonly FoundScenario[]): StepDone {
  const ranked = rankedOfRun(rankedByIn(scenarios, step.scenario), record);
  const fatal = record.validity.filter(({ level }) => level === 'fatal');
  return {
    ...step,
    valid: fatal.length === 0,
    fatal: fatal.length === 0 ? null : fatal.map(({ code, message }) => `${code}: ${message}`).join('; '),
    figure: (path) => figureOf(record, withMetric(path, ranked)),
  };
}

/**
 * Does all runs that the plan asks for and the store does not have yet.
 * @throws OutcryError when a record cannot be kept: a measurement that is lost is worse than a session that ends
 */
export async function runSession(options: SessionOptions): Promise<SessionResult> {
  const { id, plan, store } = options;
  const events = options.events ?? new EventEmitter<SessionEvents>();
  const all = plan.combinations.map((combination) => ({ combination, done: [] as StepDone[], over: false }));
  const of = plan.search === null ? plan.plan.most * all.length : null;
  const records: RunRecord[] = [];
  let running: Running | null = null;
  const sharing = new Sharing();
  try {
    for (let round = 0; all.some(({ over }) => !over); round++) {
      // Back and forth: on a machine that drifts, whoever is always last would look slower or faster than it is.
      const order = all.filter(({ over }) => !over);
      for (const one of round % 2 === 0 ? order : order.reverse()) {
        const { combination, done } = one;
        const step = plan.plan.next(done);
        if (step === null) {
          one.over = true;
          continue;
        }
        const run = runId(id, combination, step, plan.asked);
        let record = await store.get(run);
        if (record === null) {
          if (options.ready !== undefined && !(await options.ready(combination))) {
            one.over = true;
            continue;
          }
          running ??= await launch(options, sharing, events);
          const number = records.length + 1;
          const { bench } = running;
          const onStep = (runStep: RunStep) =>
            events.emit('step', { run: { ...combination, ...step }, step: runStep, number, of });
          record = await undisturbed({
            run: async () => unlessEnding(await runOne(bench, combination, step, onStep)),
            most: options.again ?? 0,
            before: await store.asideOf(id, run),
            setAside: async (attempt, because) => {
              await keep(attempt, (it) => store.setAside(it));
              events.emit('again', { record: attempt, because });
            },
          });
          await keep(record, (it) => store.add(it));
          await options.alsoKeep?.(record);
          events.emit('record', record);
        } else {
          sharing.note(combination, step, record.identity.members);
        }
        records.push(record);
        done.push(stepDone(step, record, options.scenarios));
      }
    }
  } finally {
    await running?.close();
  }
  const found = all.flatMap(({ combination: { app, transport }, done }): Found[] => {
    const result = plan.plan.found?.(done);
    return result === undefined ? [] : [{ framework: nameOf(app), frameworkLabel: app.label, transport, result }];
  });
  return { records, found };
}

/** Never resolves once this process ends: a run whose clients were ended with it would be kept as one whose clients died. */
const unlessEnding = (record: RunRecord): Promise<RunRecord> =>
  isEnding() ? new Promise<never>(() => {}) : Promise.resolve(record);

async function keep(record: RunRecord, write: (record: RunRecord) => Promise<unknown>): Promise<void> {
  try {
    await write(record);
  } catch (error) {
    throw new OutcryError(
      `the record of ${record.id} could not be kept, so the session ends here: ${(error as Error).message}\nWhat was finished before is safe; go on with ./outcry run --resume.`,
      EXIT.failed,
      { cause: error },
    );
  }
}
