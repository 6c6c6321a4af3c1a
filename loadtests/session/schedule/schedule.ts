/**
 * The order of a session's runs: rounds, the order in each, retries, and the end. It starts nothing: a runner makes the runs, and a
 * clock tells the time.
 */
import { createHash } from 'node:crypto';
import { seededRandom } from '../../../protocol/random.ts';
import { DISTURBANCES, type DiscardedRun, type Flag, type RunRecord } from '../../../protocol/run-record.ts';
import type { Plan, Step, StepDone } from '../../scenarios/scenario.ts';
import type { Combination } from '../plan/session-plan.ts';
import { type Clock, isEnough, type TimeLimit } from './stopping.ts';

/** Servers that are up together at most: more would take memory and each other's place in caches. */
export const MOST_TOGETHER = 10;

/** A run that the session needs. */
export interface NeededRun {
  combination: Combination;
  step: Step;
}

/** A run that is to be made now. */
export interface DueRun extends NeededRun {
  /** Its place in the session; 1 is the first. */
  number: number;
}

/** Makes the runs of a session, and keeps their records. */
export interface Runner {
  /** The record that the session has of a run already; null: the run must be made. */
  kept(run: NeededRun): Promise<RunRecord | null>;
  /** Gets ready what all runs share; called before each. */
  launch(): Promise<void>;
  /** Gets a combination ready before its first run. @returns false: it cannot be measured */
  ready(combination: Combination): Promise<boolean>;
  /** Makes a run, or several whose servers are up together. @returns their records, in this order */
  make(runs: readonly DueRun[], round: number): Promise<RunRecord[]>;
  /** The attempts that were discarded of a run before the session was interrupted, oldest first. */
  discardedOf(run: NeededRun): Promise<RunRecord[]>;
  /** Keeps an attempt that does not count. */
  discard(attempt: RunRecord, because: Flag[]): Promise<void>;
  keep(record: RunRecord): Promise<void>;
  /** Reads what a plan wants to know of a run. */
  outcomeOf(step: Step, record: RunRecord): StepDone;
}

export interface Schedule {
  /** The id of the session: the order of each round follows from it. */
  session: string;
  combinations: readonly Combination[];
  /** The runs of each combination. */
  steps: Plan;
  /** The servers that are up together, whose runs are made at once; 1: one after the other. */
  together: number;
  /** The highest number of retries of a disturbed run. */
  retries: number;
  /** The end of rounds without a number; null: the steps end them. */
  until: TimeLimit | null;
}

/** A combination with the runs it has had. */
interface Row {
  combination: Combination;
  done: StepDone[];
  over: boolean;
}

export interface Scheduled {
  /** Those that were kept before included, in the order of the schedule. */
  records: RunRecord[];
  rows: readonly Pick<Row, 'combination' | 'done'>[];
}

/** Has `runner` make all runs that the session needs and does not have yet. */
export async function runSchedule(
  schedule: Schedule,
  runner: Runner,
  clock: Clock = () => performance.now(),
): Promise<Scheduled> {
  const rows = schedule.combinations.map((combination): Row => ({ combination, done: [], over: false }));
  const records: RunRecord[] = [];

  const note = (row: Row, step: Step, record: RunRecord): void => {
    records.push(record);
    row.done.push(runner.outcomeOf(step, record));
  };

  /** The next run of a row; null where the row is over, or the run was kept before. */
  const nextOf = async (row: Row): Promise<NeededRun | null> => {
    const step = row.over ? null : schedule.steps.next(row.done);
    row.over = step === null;
    if (step === null) return null;
    const run = { combination: row.combination, step };
    const kept = await runner.kept(run);
    if (kept !== null) note(row, step, kept);
    else row.over = !(await runner.ready(row.combination));
    return kept === null && !row.over ? run : null;
  };

  const runGroup = async (group: readonly Row[], round: number): Promise<void> => {
    const needed: { row: Row; run: NeededRun }[] = [];
    for (const row of group) {
      const run = await nextOf(row);
      if (run !== null) needed.push({ row, run });
    }
    if (needed.length === 0) return;
    await runner.launch();
    begunAt ??= clock();
    const due = needed.map(({ run }, index): DueRun => ({ ...run, number: records.length + 1 + index }));
    const made =
      schedule.together > 1
        ? await runner.make(due, round)
        : [await undisturbed(due[0]!, round, schedule.retries, runner)];
    for (const [index, { row, run }] of needed.entries()) {
      await runner.keep(made[index]!);
      note(row, run.step, made[index]!);
    }
  };

  // Building, verifying and launching before the first run do not count as time.
  let begunAt: number | null = null;
  const { until } = schedule;
  const isOver = (round: number): boolean =>
    until !== null && begunAt !== null && isEnough(until, round, records, until.seconds - (clock() - begunAt) / 1000);

  for (let round = 0; rows.some(({ over }) => !over); round++) {
    if (isOver(round)) break;
    for (const group of groupsOf(schedule, rows, round)) await runGroup(group, round);
  }
  return { records, rows };
}

/**
 * The rows of a round in groups whose runs are made at once. On a machine that drifts, a framework that is always last would look slower or
 * faster than it is, so the order is random.
 */
function groupsOf({ session, together }: Schedule, rows: readonly Row[], round: number): Row[][] {
  const groups = Math.ceil(rows.length / together);
  const all = shuffled(rows, session, round);
  return Array.from({ length: groups }, (_, group) => all.filter((_, index) => index % groups === group));
}

/** The flags of disturbances of a run. */
export const disturbancesOf = ({ validity }: RunRecord): Flag[] =>
  validity.filter(({ code }) => (DISTURBANCES as readonly string[]).includes(code));

/**
 * Makes a run again that something else on the machine disturbed. The state of the machine decides, never the figures of the run:
 * runs that are chosen by their figures would give any figure one likes.
 * @returns the attempt that counts, with those that were discarded before it; the last one counts, disturbed or not
 */
async function undisturbed(run: DueRun, round: number, retries: number, runner: Runner): Promise<RunRecord> {
  const discarded = (await runner.discardedOf(run)).map((attempt) => discardedRun(attempt, disturbancesOf(attempt)));
  for (;;) {
    const record = (await runner.make([run], round))[0]!;
    const because = disturbancesOf(record);
    if (because.length === 0 || discarded.length >= retries)
      return discarded.length === 0 ? record : { ...record, discarded };
    await runner.discard(record, because);
    discarded.push(discardedRun(record, because));
  }
}

const discardedRun = ({ when }: RunRecord, because: Flag[]): DiscardedRun => ({ startedAt: when.startedAt!, because });

/** `all` in a random order that follows from session and round: a session that is resumed has the same. */
export function shuffled<T>(all: readonly T[], session: string, round: number): T[] {
  const random = seededRandom(createHash('sha256').update(session).digest().readInt32BE(), round);
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
