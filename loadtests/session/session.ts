/**
 * A session: the swarm is launched once and serves all runs; each combination's plan is asked for its next run in turn, and every
 * record is kept as soon as it is there.
 */
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Swarm } from '../../client-launcher/swarm.ts';
import { rankedOfRun } from '../../merge/compare/ranked.ts';
import { ENOUGH_RUNS } from '../../merge/run-facts.ts';
import { withMetric } from '../../merge/text/figure-words.ts';
import { seededRandom } from '../../protocol/random.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { isEnding } from '../../system/processes.ts';
import { type FoundScenario, rankedByIn } from '../scenarios/find.ts';
import type { PlanResult, Step, StepDone } from '../scenarios/scenario.ts';
import { runRound } from './interleaved/round.ts';
import { ClientDistribution } from './measure/client-distribution.ts';
import { type Bench, type RunStep, runOne } from './measure/run-one.ts';
import type { Combination } from './plan/session-plan.ts';
import { launch, type Running } from './prepare/launch.ts';
import { figureOf } from './record/run-figures.ts';
import { runId } from './record/run-id.ts';
import { undisturbed } from './schedule/retry.ts';
import type { SessionEvents, SessionOptions } from './session-events.ts';

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

/** What a plan is told of a record. */
export function stepDone(step: Step, record: RunRecord, scenarios: readonly FoundScenario[]): StepDone {
  const ranked = rankedOfRun(rankedByIn(scenarios, step.scenario), record);
  const fatal = record.validity.filter(({ level }) => level === 'fatal');
  return {
    ...step,
    valid: fatal.length === 0,
    fatal: fatal.length === 0 ? null : fatal.map(({ code, message }) => `${code}: ${message}`).join('; '),
    saturated: record.validity.find(({ code }) => code === 'swarm-saturated')?.message ?? null,
    figure: (path) => figureOf(record, withMetric(path, ranked)),
  };
}

/** A combination with the runs it has had. */
interface Row {
  combination: Combination;
  done: StepDone[];
  over: boolean;
}

/** A run that is to be made now. */
interface DueRun {
  row: Row;
  step: Step;
  /** The id of its record. */
  id: string;
}

/** The runs of a session, as they come. */
class SessionRuns {
  readonly records: RunRecord[] = [];
  readonly #options: SessionOptions;
  readonly #events: EventEmitter<SessionEvents>;
  readonly #of: number | null;
  readonly #distribution = new ClientDistribution();
  #running: Running | null = null;

  /** @param of how many runs there will be; null: unknown */
  constructor(options: SessionOptions, of: number | null) {
    this.#options = options;
    this.#events = options.events ?? new EventEmitter<SessionEvents>();
    this.#of = of;
  }

  /** The next run of each of `rows`, in this order; of several together. Those that the store has are not made again. */
  async next(rows: readonly Row[], round: number): Promise<void> {
    const due: DueRun[] = [];
    for (const row of rows) due.push(...(await this.#due(row)));
    if (due.length === 0) return;
    this.#running ??= await launch(this.#options, this.#distribution, this.#events);
    const { bench } = this.#running;
    const { sliceSeconds = null } = this.#options;
    const made =
      sliceSeconds === null
        ? [await this.#alone(bench, due[0]!)]
        : await this.#together(bench, due, sliceSeconds, round);
    for (const [index, { row, step }] of due.entries()) {
      const record = made[index]!;
      await keep(record, (it) => this.#options.store.add(it));
      await this.#options.alsoKeep?.(record);
      this.#events.emit('record', record);
      this.#note(row, step, record);
    }
  }

  async close(): Promise<void> {
    await this.#running?.close();
  }

  /** The row's next run; none where it is over, or was made before. */
  async #due(row: Row): Promise<DueRun[]> {
    const { id: session, plan, store, ready } = this.#options;
    const { combination, done, over } = row;
    const step = over ? null : plan.plan.next(done);
    row.over = step === null;
    if (step === null) return [];
    const id = runId(session, combination, step, plan.asked);
    const record = await store.get(id);
    if (record !== null) {
      this.#distribution.note(combination, step, record.identity.members);
      this.#note(row, step, record);
      return [];
    }
    row.over = ready !== undefined && !(await ready(combination));
    return row.over ? [] : [{ row, step, id }];
  }

  #note({ done }: Row, step: Step, record: RunRecord): void {
    this.records.push(record);
    done.push(stepDone(step, record, this.#options.scenarios));
  }

  #onStep({ row: { combination }, step }: DueRun, number: number): (runStep: RunStep) => void {
    return (runStep) =>
      this.#events.emit('step', { run: { ...combination, ...step }, step: runStep, number, of: this.#of });
  }

  async #alone(bench: Bench, due: DueRun): Promise<RunRecord> {
    const { id, store, again = 0 } = this.#options;
    const onStep = this.#onStep(due, this.records.length + 1);
    return undisturbed({
      run: async () => unlessEnding(await runOne(bench, due.row.combination, due.step, onStep)),
      most: again,
      before: await store.asideOf(id, due.id),
      setAside: async (attempt, because) => {
        await keep(attempt, (it) => store.setAside(it));
        this.#events.emit('again', { record: attempt, because });
      },
    });
  }

  async #together(bench: Bench, due: DueRun[], sliceSeconds: number, round: number): Promise<RunRecord[]> {
    const { swarm, id } = this.#options;
    const lanes = await lanesOf(swarm, due.length);
    // A lane that is faster than others is so for another framework in each round.
    const own = shuffled(lanes, `${id} lanes`, round);
    const runs = due.map((one, index) => ({
      combination: one.row.combination,
      step: one.step,
      swarm: own[index]!,
      onStep: this.#onStep(one, this.records.length + 1 + index),
    }));
    const order = <T>(all: readonly T[], block: number): T[] => shuffled(all, `${id} round ${round}`, block);
    return unlessEnding(await runRound(bench, runs, { sliceSeconds, shuffled: order }));
  }
}

async function lanesOf(swarm: Swarm, count: number): Promise<Swarm[]> {
  if (count === 1) return [swarm];
  if (swarm.lanes) return swarm.lanes(count);
  throw new OutcryError('clients of this swarm are connected to one server at a time', EXIT.usage);
}

/**
 * Does all runs that the plan asks for and the store does not have yet.
 * @throws OutcryError when a record cannot be kept: a measurement that is lost is worse than a session that ends
 */
export async function runSession(options: SessionOptions): Promise<SessionResult> {
  const { id, plan, sliceSeconds = null } = options;
  const rows = plan.combinations.map((combination): Row => ({ combination, done: [], over: false }));
  const of = plan.search === null && plan.until === null ? plan.plan.most * rows.length : null;
  const runs = new SessionRuns(options, of);
  try {
    for (let round = 0; rows.some(({ over }) => !over); round++) {
      if (plan.until !== null && round >= ENOUGH_RUNS && options.enough?.(runs.records)) break;
      // On a machine that drifts, whichever is always last would look slower or faster than it is. Where one is measured before the
      // next is built, the first round has the order in which they are ready.
      const order = round === 0 && sliceSeconds === null ? rows : shuffled(rows, id, round);
      for (const some of sliceSeconds === null ? order.map((row) => [row]) : [order]) await runs.next(some, round);
    }
  } finally {
    await runs.close();
  }
  const found = rows.flatMap(({ combination: { app, transport }, done }): Found[] => {
    const result = plan.plan.found?.(done);
    return result === undefined ? [] : [{ framework: nameOf(app), frameworkLabel: app.label, transport, result }];
  });
  return { records: runs.records, found };
}

/** `all` in a random order that follows from session and round, so that a session that is resumed has the same. */
export function shuffled<T>(all: readonly T[], session: string, round: number): T[] {
  const random = seededRandom(createHash('sha256').update(session).digest().readInt32BE(), round);
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Never resolves once this process ends: a run whose clients were ended with it would be kept as one whose clients died. */
const unlessEnding = <T>(made: T): Promise<T> => (isEnding() ? new Promise<never>(() => {}) : Promise.resolve(made));

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
