/** A session: the swarm is launched once and serves all runs; every record is kept as soon as it is there. */
import { EventEmitter } from 'node:events';
import type { Swarm, SwarmProgress } from '../../client-launcher/swarm.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { onExit } from '../../system/processes.ts';
import { RunExistsError, type RunStore } from '../../web-api/store.ts';
import { Monitor, monitorUnavailable } from '../monitor/monitor.ts';
import { outcryVersion, thisMachine } from './machine.ts';
import type { PlannedRun, SessionPlan } from './plan.ts';
import { runId } from './record.ts';
import { type Bench, type RunStep, runOne } from './run-one.ts';

export interface SessionEvents {
  /** The swarm is being launched, or clients are connecting; several times a second at most. */
  swarm: [SwarmProgress];
  /** A run has gone on to its next step. `number` counts from 1. */
  step: [{ run: PlannedRun; step: RunStep; number: number; of: number }];
  /** A run is over and its record kept. */
  record: [RunRecord];
}

export interface SessionOptions {
  id: string;
  note: string | null;
  plan: SessionPlan;
  store: RunStore;
  swarm: Swarm;
  /** Interface the servers listen on. */
  host: string;
  /** Count bytes and HTTP requests. */
  wire: boolean;
  events?: EventEmitter<SessionEvents>;
  /** Keeps a record elsewhere too (a web API); what it throws is said and does not end the session. */
  alsoKeep?: (record: RunRecord) => Promise<void>;
}

const PROGRESS_MS = 500;

/**
 * Does all runs of the plan that the store does not have yet.
 * @returns the records of the whole session, those of an earlier part included, in the order of the plan
 * @throws OutcryError when a record cannot be kept: a measurement that is lost is worse than a session that ends
 */
export async function runSession(options: SessionOptions): Promise<RunRecord[]> {
  const { id, plan, store, swarm } = options;
  const events = options.events ?? new EventEmitter<SessionEvents>();
  const done = new Map<string, RunRecord>();
  for (const run of plan.runs) {
    const record = await store.get(runId(id, run));
    if (record !== null) done.set(record.id, record);
  }
  const left = plan.runs.filter((run) => !done.has(runId(id, run)));
  if (left.length > 0) {
    const monitorMissing = monitorUnavailable();
    const monitor = monitorMissing === null ? await Monitor.start() : null;
    const close = async (): Promise<void> => {
      await Promise.all([swarm.close(), monitor?.stop()]);
    };
    const forget = onExit(close);
    const ticker = setInterval(() => events.emit('swarm', swarm.progress()), PROGRESS_MS);
    try {
      await swarm.launch();
      const bench: Bench = {
        sessionId: id,
        note: options.note,
        plan,
        swarm,
        monitor,
        monitorMissing,
        machine: thisMachine(),
        outcry: await outcryVersion(),
        host: options.host,
        wire: options.wire,
      };
      for (const run of left) {
        const number = plan.runs.indexOf(run) + 1;
        const onStep = (step: RunStep): void => {
          events.emit('step', { run, step, number, of: plan.runs.length });
        };
        const record = await runOne(bench, run, onStep);
        await keep(store, record);
        await options.alsoKeep?.(record);
        done.set(record.id, record);
        events.emit('record', record);
      }
    } finally {
      clearInterval(ticker);
      forget();
      await close();
    }
  }
  return plan.runs.map((run) => done.get(runId(id, run))!);
}

async function keep(store: RunStore, record: RunRecord): Promise<void> {
  try {
    await store.add(record);
  } catch (error) {
    if (error instanceof RunExistsError) throw error;
    throw new OutcryError(
      `the record of ${record.id} could not be kept, so the session ends here: ${(error as Error).message}\nWhat was finished before is safe; go on with ./outcry run --resume.`,
      EXIT.failed,
      { cause: error },
    );
  }
}
