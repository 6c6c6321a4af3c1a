import type { Swarm } from '../../client-launcher/swarm.ts';
import { rankedOfRun } from '../../merge/compare/ranked.ts';
import { recordFigure } from '../../merge/record-figures.ts';
import { hardwareText } from '../../merge/run-facts.ts';
import { withMetric } from '../../merge/text/figure-words.ts';
import type { Flag, RunRecord } from '../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { isEnding } from '../../system/processes.ts';
import { type FoundScenario, rankedByIn } from '../scenarios/find.ts';
import type { Step, StepDone } from '../scenarios/scenario.ts';
import { type FirstFigure, runRound } from './interleaved/round.ts';
import { ClientDistribution } from './measure/client-distribution.ts';
import { type RunStep, runOne } from './measure/run-one.ts';
import type { Combination } from './plan/session-plan.ts';
import { type Launched, type LaunchParts, launch } from './prepare/launch.ts';
import { thisMachine } from './record/machine.ts';
import { runId } from './record/run-id.ts';
import { type DueRun, MOST_TOGETHER, type NeededRun, type Runner, shuffled } from './schedule/schedule.ts';

/** The store of records, as far as a session knows it. */
export interface Records {
  get(id: string): Promise<RunRecord | null>;
  /** @throws Error when it cannot be kept */
  add(record: RunRecord): Promise<unknown>;
  /** Keeps an attempt that is no run of the session. @throws Error when it cannot be kept */
  discard(record: RunRecord): Promise<unknown>;
  /** The discarded attempts of run `id`, oldest first. */
  discardedOf(session: string, id: string): Promise<RunRecord[]>;
}

/** The parts that make the runs of a session. */
export interface RunnerParts extends LaunchParts {
  store: Records;
  /** Gets a combination ready before its first run, and says whether it can be measured. */
  ready(combination: Combination): Promise<boolean>;
  /** Keeps the log of a run whose record was kept; absent: no log is kept. @throws Error when it cannot be kept */
  keepLog?(record: RunRecord, lines: readonly unknown[]): Promise<void>;
  /** Keeps a record elsewhere too. */
  alsoKeep?: ((record: RunRecord) => Promise<void>) | undefined;
}

/** Makes from a record what a plan is told of its run. */
export function stepDone(step: Step, record: RunRecord, scenarios: readonly FoundScenario[]): StepDone {
  const ranked = rankedOfRun(rankedByIn(scenarios, step.scenario), record);
  const fatal = record.validity.filter(({ level }) => level === 'fatal');
  return {
    ...step,
    valid: fatal.length === 0,
    fatal: fatal.length === 0 ? null : fatal.map(({ code, message }) => `${code}: ${message}`).join('; '),
    saturated: record.validity.find(({ code }) => code === 'swarm-saturated')?.message ?? null,
    figure: (path) => recordFigure(record, withMetric(path, ranked)),
  };
}

export class SessionRunner implements Runner {
  readonly #parts: RunnerParts;
  readonly #distribution = new ClientDistribution();
  #launched: Launched | null = null;
  /** The logs of runs whose records are not kept yet, by id. */
  readonly #logs = new Map<string, readonly unknown[]>();
  readonly #here = hardwareText(thisMachine());
  /** The machine of runs that an earlier part of the session made, if it is not this one. */
  #earlierMachine: string | null = null;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  async kept(run: NeededRun): Promise<RunRecord | null> {
    const record = await this.#parts.store.get(this.#idOf(run));
    if (record === null) return null;
    this.#distribution.note(run.combination, run.step, record.identity.members);
    const machine = record.machine && hardwareText(record.machine);
    if (machine !== this.#here) this.#earlierMachine ??= machine;
    return record;
  }

  ready(combination: Combination): Promise<boolean> {
    return this.#parts.ready(combination);
  }

  async launch(): Promise<void> {
    if (this.#launched !== null) return;
    if (this.#earlierMachine !== null)
      this.#parts.events.emit(
        'remark',
        `Earlier runs of this session are from another machine (${this.#earlierMachine}; this is ${this.#here}), and are averaged with those made here. To compare rows on one machine, begin a new session.`,
      );
    this.#launched = await launch(this.#parts, this.#distribution);
    const { plan, swarm } = this.#parts;
    // Windows for all servers that are up together are opened once.
    if (plan.sliceSeconds !== null) await lanesOf(swarm, Math.min(MOST_TOGETHER, plan.combinations.length));
  }

  async make(runs: readonly DueRun[], round: number): Promise<RunRecord[]> {
    const onLog = (id: string, lines: readonly unknown[]): void => void this.#logs.set(id, lines);
    const environment = { ...this.#launched!.environment, onLog };
    const { id, sliceSeconds } = this.#parts.plan;
    if (sliceSeconds === null) {
      const [run] = runs as [DueRun];
      return [await dropOnShutdown(await runOne(environment, run.combination, run.step, this.#onStep(run)))];
    }
    // A lane that is faster than others is so for another framework in each round.
    const lanes = shuffled(await lanesOf(this.#parts.swarm, runs.length), `${id} lanes`, round);
    const sliced = runs.map((run, index) => ({
      combination: run.combination,
      step: run.step,
      swarm: lanes[index]!,
      onStep: this.#onStep(run),
    }));
    const order = <T>(all: readonly T[], block: number): T[] => shuffled(all, `${id} round ${round}`, block);
    const onFirst = (figure: FirstFigure): void => void this.#parts.events.emit('firstFigure', figure);
    const plan = { sliceSeconds, shuffled: order, ...(round === 0 ? { onFirst } : {}) };
    return dropOnShutdown(await runRound(environment, sliced, plan));
  }

  discardedOf(run: NeededRun): Promise<RunRecord[]> {
    return this.#parts.store.discardedOf(this.#parts.plan.id, this.#idOf(run));
  }

  async discard(record: RunRecord, because: Flag[]): Promise<void> {
    await written(record, this.#parts.store.discard(record));
    this.#parts.events.emit('discarded', { record, because });
  }

  async keep(record: RunRecord): Promise<void> {
    const { store, keepLog, alsoKeep, events } = this.#parts;
    await written(record, store.add(record));
    const log = this.#logs.get(record.id);
    this.#logs.delete(record.id);
    if (log !== undefined) await written(record, keepLog?.(record, log) ?? Promise.resolve());
    await alsoKeep?.(record);
    events.emit('record', record);
  }

  outcomeOf(step: Step, record: RunRecord): StepDone {
    return stepDone(step, record, this.#parts.scenarios);
  }

  async close(): Promise<void> {
    await this.#launched?.close();
  }

  #idOf({ combination, step }: NeededRun): string {
    const { id, asked } = this.#parts.plan;
    return runId(id, combination, step, asked);
  }

  #onStep({ combination, step, number }: DueRun): (step: RunStep) => void {
    const { plan, events } = this.#parts;
    const of = plan.search === null && plan.until === null ? plan.mostRuns * plan.combinations.length : null;
    return (runStep) => events.emit('step', { run: { ...combination, ...step }, step: runStep, number, of });
  }
}

async function lanesOf(swarm: Swarm, count: number): Promise<Swarm[]> {
  if (count === 1) return [swarm];
  if (swarm.lanes) return swarm.lanes(count);
  throw new OutcryError('clients of this swarm are connected to one server at a time', EXIT.usage);
}

/** Never resolves once this process ends: a run whose clients were ended with it would be kept as one whose clients died. */
const dropOnShutdown = <T>(made: T): Promise<T> => (isEnding() ? new Promise<never>(() => {}) : Promise.resolve(made));

/** @throws OutcryError when a record cannot be kept: a measurement that is lost is worse than a session that ends */
async function written(record: RunRecord, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    throw new OutcryError(
      `the record of ${record.id} could not be kept, so the session ends here: ${(error as Error).message}\nWhat was finished before is safe; go on with ./outcry run --resume.`,
      EXIT.failed,
      { cause: error },
    );
  }
}
