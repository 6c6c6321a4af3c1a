/** One run from a fresh server to the record: its stages, what a failure makes of it, and its end. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Swarm } from '../../../client-launcher/swarm.ts';
import { rankedNames } from '../../../merge/compare/ranked.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { backendOf, scenarioNamed } from '../../scenarios/find.ts';
import type { Step } from '../../scenarios/scenario.ts';
import type { Combination } from '../plan/session-plan.ts';
import { makeRecord } from '../record/make-record.ts';
import { type Measured, notReached, type PlannedRun, type RunContext } from './run-context.ts';
import {
  measure,
  type ReadyRun,
  type RunEnvironment,
  type RunParts,
  type RunStep,
  type Stages,
  startRun,
} from './stages.ts';
import { warmUpRun } from './warm-up-stage.ts';

export type { RunEnvironment, RunStep } from './stages.ts';

/** Within this the end of a process is told of, on a busy machine too. */
const END_IS_TOLD_MS = 1_000;

function planned({ session, scenarios }: RunEnvironment, { app, transport, arm }: Combination, step: Step): PlannedRun {
  const found = scenarioNamed(scenarios, step.scenario);
  const { scenario, parts } = found;
  return {
    session,
    app,
    transport,
    ...(arm === undefined ? {} : { arm }),
    step,
    scenario,
    judge: parts!.judge,
    ranked: rankedNames(parts!.charts.compare),
    roles: parts!.charts.roles ?? {},
    backendEntry: backendOf(found),
    ...(parts!.disturbance === null ? {} : { disturbance: parts!.disturbance }),
  };
}

/** A run under way. A fault of a server, a client or a transport ends in the record, not in an exception. */
export class OneRun {
  /** Its clients are connected; null before, and where that failed. */
  ready: ReadyRun | null = null;
  /** True if a stage failed, so that none may follow. */
  failed = false;
  readonly #environment: RunEnvironment;
  readonly #run: PlannedRun;
  readonly #onStep: (step: RunStep) => void;
  readonly #parts: RunParts = { server: null, path: null, backend: null };
  #known: RunContext;

  /** @param onStep called when the run goes on to its next step */
  constructor(environment: RunEnvironment, combination: Combination, step: Step, onStep: (step: RunStep) => void) {
    this.#environment = environment;
    this.#run = planned(environment, combination, step);
    this.#onStep = onStep;
    this.#known = notReached(this.#run, environment.monitorMissing);
  }

  /** Starts and connects. @throws OutcryError only for what no other run could do better (wrong use, something missing here) */
  async start(): Promise<void> {
    await this.do(this.#start());
  }

  /** Warms up what has started. @throws as {@link start} */
  async warmUp(): Promise<void> {
    if (this.ready !== null) await this.do(warmUpRun(this.ready));
  }

  /** Does stages, unless one has failed before. @throws as {@link start} */
  do(stages: Stages): Promise<void> {
    return this.attempt(async () => {
      for await (const stage of stages) this.#known = { ...this.#known, ...stage };
    });
  }

  /** Does a part of the run, unless one has failed before. @throws as {@link start} */
  async attempt(act: () => Promise<void>): Promise<void> {
    if (this.failed) return;
    try {
      await act();
    } catch (error) {
      this.failed = true;
      if (error instanceof OutcryError && (error.exitCode === EXIT.usage || error.exitCode === EXIT.missing))
        throw error;
      const { swarm } = this.#environment;
      this.#known = { ...this.#known, ...failed(this.#known, (error as Error).message, swarm, this.#parts) };
    }
  }

  /** Adds what its test came to, in whole or in parts, beside why a stage failed. */
  note(tested: Partial<Measured> & Pick<Measured, 'outcome'>): void {
    const { error, died } = this.#known.outcome;
    const outcome = { ...tested.outcome, error: tested.outcome.error ?? error };
    this.#known = { ...this.#known, ...tested, outcome: outcome.died.length > 0 ? outcome : { ...outcome, died } };
  }

  /** Stops all that it has started. */
  async end(): Promise<RunRecord> {
    this.#onStep('stopping');
    const { server, backend, path } = this.#parts;
    if (server !== null) {
      const serverLogged = server.logged?.() ?? 0;
      this.#known = { ...this.#known, serverEnded: await endOf(server, this.#known), serverLogged };
    }
    await this.#environment.swarm.disconnect().catch(() => {}); // pages that cannot be left are replaced by the next connect
    // The server ends the clients' open connections. A front that ended first would not have them in its log.
    await Promise.all([server?.stop(), backend?.stop()]).finally(() => path?.stop());
    const found = new Map(this.#known.found);
    for (const [name, one] of path?.between ?? []) found.set(name, { ...found.get(name), ...one.found?.() });
    const record = makeRecord({ ...this.#known, found, finishedAt: new Date() });
    const { log = [] } = this.#known.account ?? {};
    if (log.length > 0) this.#environment.onLog?.(record.id, log);
    return record;
  }

  async *#start(): Stages {
    this.ready = yield* startRun(this.#environment, this.#run, this.#parts, this.#onStep);
  }
}

/** Does one run by itself. @throws as {@link OneRun.start} */
export async function runOne(
  environment: RunEnvironment,
  combination: Combination,
  step: Step,
  onStep: (step: RunStep) => void,
): Promise<RunRecord> {
  const run = new OneRun(environment, combination, step, onStep);
  let record: RunRecord;
  try {
    await run.start();
    await run.warmUp();
    if (run.ready !== null) await run.do(measure(run.ready));
  } finally {
    record = await run.end();
  }
  return record;
}

/** Describes how `server` ended; null while it runs. Connections break before the system reports the end, so this waits for it. */
async function endOf(server: PlacedServer, { outcome, counts }: RunContext): Promise<string | null> {
  const isBroken = outcome.error !== null || counts === null;
  if (isBroken && server.running()) await Promise.race([server.exited, wait(END_IS_TOLD_MS)]);
  return server.running() ? null : `ended with ${await server.exited}`;
}

/** Records why the test did not finish, and which members had died before: no report contains that. */
function failed(
  { outcome, backend }: RunContext,
  error: string,
  swarm: Swarm,
  parts: RunParts,
): Pick<Measured, 'outcome' | 'backend'> {
  const died = outcome.reports.length > 0 ? outcome.died : swarm.died();
  const death = parts.backend?.death ?? null;
  const dead = death === null ? null : { metrics: {}, error: death };
  return { outcome: { ...outcome, died, error }, backend: backend ?? dead };
}
