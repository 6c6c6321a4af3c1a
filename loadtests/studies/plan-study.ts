/** Plans the repetition of a study: one session per part, which `--resume` finds by its id. */
import { availableParallelism } from 'node:os';
import { plannedSize } from '../../merge/claims/size-text.ts';
import { JUDGED, type Part, type PartSize, type Study } from '../../merge/claims/types.ts';
import { readStudySession, type StudySize, studySessionId } from '../../protocol/study-session.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { partInUse } from '../../setup/apps/manifest/substitute.ts';
import { noSuch } from '../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { PlannedCondition } from '../conditions/condition.ts';
import { conditionsInTexts, findConditions, ON_THIS_MACHINE, planConditions } from '../conditions/find.ts';
import type { FoundScenario } from '../scenarios/find.ts';
import { planSession } from '../session/plan/plan-session.ts';
import { expectSession, part as partOf } from '../session/plan/session-estimate.ts';
import { newSessionId, readSessionFile, sessionFileOf } from '../session/plan/session-file.ts';
import type { SessionOptions } from '../session/plan/session-options.ts';
import { TimeEstimate } from '../session/plan/time-estimate.ts';
import { shuffled } from '../session/schedule/schedule.ts';
import { type PartOptions, partOptions, type Runnable, runnable } from './part-options.ts';

/** A part that is going to be run. */
export interface Task {
  part: Part;
  /** Its runs are there for their bytes alone. */
  bytes: boolean;
  session: string;
  options: PartOptions;
  what: Runnable;
  /** Estimated seconds that are left of it. */
  seconds: number;
  /** Its length is a guess: it searches. */
  searches: boolean;
  state: 'to run' | 'interrupted' | 'finished';
}

export interface StudyPlan {
  tasks: Task[];
  /** A sentence for each skipped part, framework or transport. */
  skipped: string[];
}

export interface StudyRunOptions {
  size: StudySize;
  attempt: string;
  /** Absolute path of the results folder. */
  results: string;
  everything: boolean;
  /** Ids of the parts to run; default: all. */
  parts?: string[] | undefined;
  /** The most rounds of each part; default: as many as the plan has. */
  runs?: number | undefined;
  /** Retries of a disturbed run at most; default: {@link USUAL_RETRIES}. A resumed part keeps what it began with, unless this is given. */
  retries?: number | undefined;
}

export const USUAL_RETRIES = 2;

/** An id for a start of a study. */
export const newAttempt = (now: Date): string => newSessionId(now);

/** How far a session has come. `rounds`: the number of those that it was last asked for. */
interface Progress {
  finished: boolean;
  rounds: number;
}

/** null: there is no such session */
function progressOf(results: string, session: string): Progress | null {
  const file = sessionFileOf(results, session);
  if (file === null) return null;
  const { finished, options } = readSessionFile(file);
  return { finished, rounds: options.runs ?? 0 };
}

function stateAt(progress: Progress | null, rounds: number | null): Task['state'] {
  if (progress === null) return 'to run';
  return progress.finished && progress.rounds >= (rounds ?? 0) ? 'finished' : 'interrupted';
}

/** Reads the state of a session that may exist. @param rounds with fewer of them it is not finished; null: as it says itself */
export const stateOf = (results: string, session: string, rounds: number | null): Task['state'] =>
  stateAt(progressOf(results, session), rounds);

/** The number of rounds that finish a part; null: that of its session, if no number is asked for. */
export const roundsToReach = (
  { turns }: Pick<Part, 'turns'>,
  options: Pick<PartOptions, 'runs'>,
  asked: StudyRunOptions['runs'],
): number | null => (turns === undefined && asked === undefined ? null : options.runs);

/** @throws OutcryError (wrong use) for an id that no part of the study has */
export function chosenParts({ parts }: Pick<Study, 'parts'>, ids?: readonly string[]): Part[] {
  if (ids === undefined) return parts;
  const there = parts.map(({ id }) => id);
  const unknown = ids.find((wanted) => !there.includes(wanted));
  if (unknown !== undefined) throw noSuch('part', unknown, there);
  return parts.filter(({ id }) => ids.includes(id));
}

/** The parts to run, and about how long they take. @throws OutcryError (wrong use) for a part that the study does not have */
export async function planStudy(
  study: Study,
  { size, attempt, results, everything, parts, runs }: StudyRunOptions,
  apps: App[],
  scenarios: readonly FoundScenario[],
): Promise<StudyPlan> {
  const lacking = new Map<string, string>();
  for (const app of apps) {
    const missing = await lacks(app);
    if (missing.length > 0) lacking.set(app.id, `it cannot run here: ${missing.join('; ')}`);
    else if (!everything && app.substitute !== undefined && partInUse(app.substitute).use === 'substitute')
      lacking.set(app.id, 'only its substitute is here, whose runs say nothing about it');
  }
  const tasks: Task[] = [];
  const skipped: string[] = [];
  /** Ids of parts by why the size skips them. */
  const without = new Map<string, string[]>();
  const prepared = new Set<string>();
  for (const part of chosenParts(study, parts)) {
    const planned = plannedSize(part, size);
    if (typeof planned === 'string') {
      const why =
        part[size] === undefined ? `the ${size} size goes without them` : `not in the ${size} size, since ${planned}`;
      without.set(why, [...(without.get(why) ?? []), part.id]);
      continue;
    }
    const what = runnable(part, planned, { apps, lacking, scenarios }, everything);
    skipped.push(...what.skipped.map((sentence) => `${part.id}: ${sentence}`));
    if (what.frameworks.length === 0) {
      skipped.push(`${part.id}: none of its frameworks can run here`);
      continue;
    }
    const all = partOptions(part, { ...planned, runs: Math.min(runs ?? Infinity, planned.runs) });
    for (const { bytes, options } of apart(all, planned)) {
      const session = studySessionId({ study: study.id, size, attempt, part: part.id, bytes });
      const state = stateOf(results, session, roundsToReach(part, options, runs));
      const there = { apps, scenarios, prepared };
      const { seconds, searches } = state === 'finished' ? FINISHED : await lengthOf(options, what, there);
      const starts = part.turns === undefined || bytes ? 0 : (options.runs - 1) * AGAIN_SECONDS;
      tasks.push({ part, bytes, session, options, what, seconds: seconds + starts, searches, state });
    }
  }
  for (const [why, ids] of without) skipped.push(`${ids.join(', ')}: ${why}`);
  return { tasks, skipped };
}

/** Rounds whose bytes are counted: these scatter little. */
const BYTES_ROUNDS = 3;

/** The sessions of a part of this size. Where it judges more than what a capture leaves alone, its bytes are counted in runs of their own. */
export function apart(options: PartOptions, { judges = [...JUDGED] }: PartSize): Pick<Task, 'bytes' | 'options'>[] {
  if (!options.wire || judges.every((judged) => judged === 'counts' || judged === 'bytes'))
    return [{ bytes: false, options }];
  return [
    { bytes: false, options: { ...options, wire: false } },
    { bytes: true, options: { ...options, runs: Math.min(options.runs, BYTES_ROUNDS) } },
  ];
}

const FINISHED = { seconds: 0, searches: false };

/** The time to the first run of a session that is started again, about. */
const AGAIN_SECONDS = 10;

/** The number of runs that a search makes of a row, about: growth, bisection, and three or more of each of two values. */
const SEARCH_RUNS = 25;

/** The changes that a part's conditions make in its plan; none where this machine lacks what one of them needs. */
async function plannedBy(texts: PartOptions['conditions']): Promise<PlannedCondition> {
  const conditions = await findConditions();
  try {
    return await planConditions(conditions, await conditionsInTexts(texts, conditions), ON_THIS_MACHINE);
  } catch (error) {
    if (error instanceof OutcryError && error.exitCode === EXIT.missing) return {};
    throw error;
  }
}

/** @param there `prepared`: ids of apps that an earlier part prepared; this part's are added */
async function lengthOf(
  options: PartOptions,
  { frameworks, transports }: Runnable,
  there: { apps: App[]; scenarios: readonly FoundScenario[]; prepared: Set<string> },
): Promise<Pick<Task, 'seconds' | 'searches'>> {
  const { apps, scenarios, prepared } = there;
  const { conditions, ...load } = options;
  const asked = { ...load, results: '', crowded: true, frameworks, transports };
  const cores = availableParallelism();
  const session = planSession(asked, { apps, scenarios, cores, planned: await plannedBy(conditions) });
  const searches = session.search !== null;
  const plan = searches ? { ...session, search: null, mostRuns: SEARCH_RUNS } : session;
  const estimate = new TimeEstimate();
  expectSession(estimate, { plan, scenarios, browserIsThere: true, charts: false });
  for (const { app } of plan.combinations) if (prepared.has(app.id)) estimate.end(partOf.app(app));
  for (const id of frameworks) prepared.add(id);
  return { seconds: estimate.left, searches };
}

/** One start of a part's session. `rounds`: up to how many it goes; null: to the end. */
export interface Leg {
  task: Task;
  rounds: number | null;
}

/** Part after part. Those that take turns go round by round, each in a random order that follows from `attempt`. */
export function legsOf(tasks: readonly Task[], attempt: string): Leg[] {
  const groups = new Map<string, Task[]>();
  for (const task of tasks) {
    const { bytes, session } = task;
    const { turns } = task.part;
    const key = turns === undefined || bytes ? `session ${session}` : `turns ${turns}`;
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups].flatMap(([key, group]): Leg[] => {
    if (!key.startsWith('turns ')) return group.map((task) => ({ task, rounds: null }));
    const most = Math.max(...group.map(({ options }) => options.runs));
    return Array.from({ length: most }, (_, before) => before + 1).flatMap((rounds) =>
      shuffled(
        group.filter(({ options }) => options.runs >= rounds),
        `${attempt} ${key}`,
        rounds,
      ).map((task) => ({ task, rounds })),
    );
  });
}

/** Reads the state of a leg's session. One that goes round by round begins a round when those before it have ended. */
export function stateOfLeg(
  { task: { part, session, options }, rounds }: Leg,
  { results, runs }: Pick<StudyRunOptions, 'results' | 'runs'>,
): Task['state'] {
  const progress = progressOf(results, session);
  const isInLaterRound = progress !== null && rounds !== null && progress.rounds > rounds;
  return isInLaterRound ? 'finished' : stateAt(progress, rounds ?? roundsToReach(part, options, runs));
}

/** The command that goes on with the newest start of a study. */
export const resumeBy = (study: string, size: StudySize): string =>
  `./outcry study ${study}${size === 'whole' ? '' : ` --size ${size}`} --resume`;

/**
 * The session options of a leg. A part that is resumed keeps the rounds and retries that it began with, unless others are asked for.
 * @param state of its session now
 * @param preflight seconds
 */
export function legOptions(
  study: Study,
  { task: { part, bytes, session, options, what }, rounds }: Leg,
  { size, results, runs, retries }: StudyRunOptions,
  state: Task['state'],
  preflight: number,
): Omit<SessionOptions, 'conditions'> {
  const { conditions: _, runs: most, retries: own, ...load } = options;
  const wanted = own ?? retries;
  const { frameworks, transports } = what;
  const note = `study ${study.id}, ${size}: ${part.about}${bytes ? '; its bytes' : ''}`;
  const asked = { ...load, results, frameworks, transports, note, preflight };
  if (state !== 'interrupted') return { ...asked, session, runs: rounds ?? most, retries: wanted ?? USUAL_RETRIES };
  const renewed = rounds === null && runs === undefined ? {} : { runs: rounds ?? most };
  return { ...asked, resume: session, ...renewed, ...(wanted === undefined ? {} : { retries: wanted }) };
}

/** The newest start of a study of this size in `results`. @param sessions the names of the folders there */
export function newestBegun(sessions: readonly string[], study: string, size: StudySize): string | null {
  const attempts = sessions.flatMap((name) => {
    const session = readStudySession(name);
    return session?.study === study && session.size === size ? [session.attempt] : [];
  });
  return attempts.sort().at(-1) ?? null;
}
