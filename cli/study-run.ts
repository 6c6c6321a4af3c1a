/** Runs the plan of a study: one session for each part, found again by their ids after an interruption. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { networkNamed } from '../loadtests/network/profile.ts';
import { planSession } from '../loadtests/runner/plan.ts';
import { newSessionId } from '../loadtests/runner/session-file.ts';
import type { FoundScenario } from '../loadtests/scenarios/find.ts';
import { type PartOptions, partOptions, type Runnable, runnable } from '../loadtests/studies/part-options.ts';
import type { Part, Study } from '../merge/claims/types.ts';
import { readStudySession, type StudySize, studySessionId } from '../protocol/study-session.ts';
import type { App } from '../setup/apps/manifest.ts';
import { lacks } from '../setup/apps/ready.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { expectSession, part as partOf } from './expectations.ts';
import { Outlook } from './outlook.ts';
import type { Say } from './output.ts';
import { measure } from './run-session.ts';

/** A part that is going to be run. */
export interface Task {
  part: Part;
  session: string;
  options: PartOptions;
  what: Runnable;
  /** About; null: nobody knows how many runs its search takes. */
  seconds: number | null;
  state: 'to run' | 'interrupted' | 'finished';
}

export interface StudyPlan {
  tasks: Task[];
  /** A sentence for each part, framework or transport that goes without. */
  leftOut: string[];
}

export interface StudyRunOptions {
  size: StudySize;
  attempt: string;
  /** Absolute path of the results folder. */
  results: string;
  everything: boolean;
  /** How often a run that something else on the machine disturbed is done again at most. */
  again?: number;
}

/** An id for an attempt that begins now. */
export const newAttempt = (now: Date): string => newSessionId(now);

/** How far a session is that may be there already. */
function stateOf(results: string, session: string): Task['state'] {
  const file = join(results, session, '.session.json');
  if (!existsSync(file)) return 'to run';
  return (JSON.parse(readFileSync(file, 'utf8')) as { finished: boolean }).finished ? 'finished' : 'interrupted';
}

/** What there is to run, and about how long it takes. */
export async function planStudy(
  study: Study,
  { size, attempt, results, everything }: StudyRunOptions,
  apps: App[],
  scenarios: readonly FoundScenario[],
): Promise<StudyPlan> {
  const lacking = new Map<string, string>();
  for (const app of apps) {
    const missing = await lacks(app);
    if (missing.length > 0) lacking.set(app.id, `it cannot run here: ${missing.join('; ')}`);
  }
  const tasks: Task[] = [];
  const leftOut: string[] = [];
  const prepared = new Set<string>();
  for (const part of study.parts) {
    const planned = part[size];
    if (typeof planned === 'string') {
      leftOut.push(`${part.id}: not in the quick size, since ${planned}`);
      continue;
    }
    const what = runnable(part, planned, { apps, lacking, scenarios }, everything);
    leftOut.push(...what.leftOut.map((sentence) => `${part.id}: ${sentence}`));
    if (what.frameworks.length === 0) {
      leftOut.push(`${part.id}: nothing of it can be run here`);
      continue;
    }
    const options = partOptions(part, planned);
    const session = studySessionId({ study: study.id, size, attempt, part: part.id });
    const state = stateOf(results, session);
    const seconds = state === 'finished' ? 0 : secondsOf(options, what, { apps, scenarios, prepared });
    tasks.push({ part, session, options, what, seconds, state });
  }
  return { tasks, leftOut };
}

/** @param there `prepared`: ids of the apps that an earlier part has got ready; this part's are added */
function secondsOf(
  options: PartOptions,
  { frameworks, transports }: Runnable,
  there: { apps: App[]; scenarios: readonly FoundScenario[]; prepared: Set<string> },
): number | null {
  const { apps, scenarios, prepared } = there;
  const plan = planSession({ ...options, frameworks, transports }, apps, scenarios, availableParallelism());
  if (plan.search !== null) return null;
  const outlook = new Outlook();
  expectSession(outlook, { plan, scenarios, browserIsThere: true, charts: false, lookSeconds: 0 });
  for (const { app } of plan.combinations) if (prepared.has(app.id)) outlook.end(partOf.app(app));
  for (const id of frameworks) prepared.add(id);
  return outlook.left;
}

/** The machine is looked at before the first session: the others follow it at once. */
const LOOK_SECONDS = 10;

/**
 * Runs what is left of the plan, part after part. A part that wants something that is not here is left out.
 * @returns a sentence for each part that could not be run
 */
export async function runStudy(
  study: Study,
  { tasks }: StudyPlan,
  { size, results, again = 0 }: StudyRunOptions,
  scenarios: readonly FoundScenario[],
  say: Say,
): Promise<string[]> {
  const failed: string[] = [];
  let look = LOOK_SECONDS;
  for (const [index, { part, session, options, what, state }] of tasks.entries()) {
    if (state === 'finished') continue;
    say(`part ${index + 1} of ${tasks.length}, ${part.id}: ${part.about}`);
    const { networkName, ...rest } = options;
    try {
      await measure(
        {
          ...rest,
          ...(networkName === undefined ? {} : { network: networkNamed(networkName) }),
          frameworks: what.frameworks,
          transports: what.transports,
          results,
          note: `study ${study.id}, ${size}: ${part.about}`,
          ...(state === 'interrupted' ? { resume: session } : { session }),
          headful: false,
          live: false,
          look,
          again,
        },
        scenarios,
      );
      look = 0;
    } catch (error) {
      if (!(error instanceof OutcryError) || error.exitCode !== EXIT.missing) throw error;
      failed.push(`${part.id}: ${error.message}`);
      say(`left out: ${part.id}: ${error.message}`);
    }
  }
  return failed;
}

/**
 * The newest attempt at a study of this size that was begun in `results`.
 * @param sessions the names of the folders there
 */
export function newestBegun(sessions: readonly string[], study: string, size: StudySize): string | null {
  const attempts = sessions.flatMap((name) => {
    const session = readStudySession(name);
    return session?.study === study && session.size === size ? [session.attempt] : [];
  });
  return attempts.sort().at(-1) ?? null;
}
