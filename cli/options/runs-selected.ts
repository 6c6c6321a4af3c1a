/** Finds the runs that `--session`, `--frameworks`, `--transports` and `--scenario` choose. */
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { distinct, frameworkName } from '../../merge/run-facts.ts';
import type { Merge } from '../../merge/types.ts';
import type { RunIdentity, RunRecord } from '../../protocol/run-record.ts';
import { mergesOf } from '../../records/kept-merges.ts';
import { type Problem, problemsOf, unreadableSentences } from '../../records/problems.ts';
import type { RunHead } from '../../records/run-summary.ts';
import { notOpened, sessionToOpen } from '../../records/session-to-open.ts';
import { RunStore, type SessionSummary } from '../../records/store.ts';
import { noSuchSession } from '../../records/unknown-session.ts';
import { noSuch } from '../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { printable, type Say } from '../output/print.ts';

export interface Selection {
  results: string;
  frameworks?: string[];
  transports?: string[];
  scenario?: string;
  /** Ids of sessions, or `all`; absent: the newest that has an answer. */
  session?: string[];
  includeInvalid: boolean;
}

/** The word for every session. */
const ALL = 'all';

type Named = Pick<RunIdentity, 'framework' | 'version' | 'transport' | 'scenario'>;

/** The names that filters may have, in the order of {@link asked}. */
const NAMES: readonly { kind: string; of(named: Named): string[] }[] = [
  { kind: 'framework', of: (named) => [frameworkName(named), named.framework] },
  { kind: 'transport', of: ({ transport }) => [transport] },
  { kind: 'scenario', of: ({ scenario }) => [scenario] },
];

const asked = ({ frameworks, transports, scenario }: Selection): (readonly string[] | undefined)[] => [
  frameworks,
  transports,
  scenario === undefined ? undefined : [scenario],
];

const isSelected = (named: Named, selection: Selection): boolean =>
  asked(selection).every(
    (names, index) => names === undefined || NAMES[index]!.of(named).some((name) => names.includes(name)),
  );

/** @param where the runs were looked for @throws OutcryError (wrong use) for a name that no run has */
function demandNames(heads: readonly RunHead[], selection: Selection, where: string): void {
  const rows = heads.map(({ identity }) => identity);
  if (rows.length === 0) return;
  for (const [index, names] of asked(selection).entries()) {
    const { kind, of } = NAMES[index]!;
    const there = distinct(rows.map((row) => of(row)[0]!));
    const unknown = names?.find((name) => !rows.some((row) => of(row).includes(name)));
    if (unknown !== undefined) throw noSuch(kind, unknown, there, where);
  }
}

const noRuns = (folder: string): OutcryError =>
  new OutcryError(
    `no runs in ${folder} match; make some with ./outcry run, or import some with ./outcry import`,
    EXIT.usage,
  );

/** The sessions that were asked for; null: all. @throws OutcryError (wrong use) for one that is not there, or of which nothing can be read */
export function sessionsAsked(
  ids: readonly string[],
  sessions: readonly Pick<SessionSummary, 'id'>[],
  problems: readonly Problem[],
  folder: string,
): string[] | null {
  if (ids.includes(ALL)) return null;
  const there = sessions.map(({ id }) => id);
  const missing = ids.find((id) => !there.includes(id));
  if (missing === undefined) return [...ids];
  const broken = problemsOf(problems, [missing]).map(({ file, message }) => `${file}: ${message}`);
  throw new OutcryError(
    broken.length > 0
      ? `no record of session "${missing}" in ${folder} can be read: ${broken.join('; ')}`
      : noSuchSession(missing, there, folder),
    EXIT.usage,
  );
}

/** Prints which files cannot be read. @param sessions those that are asked about; null: all */
export function sayProblems(problems: readonly Problem[], sessions: readonly string[] | null, say: Say): void {
  for (const sentence of unreadableSentences(problems, sessions)) say(printable(sentence));
}

/** The ids of sessions that have runs of every name that is asked for; where none has, those with runs that match. */
function matching(heads: readonly RunHead[], selection: Selection): Set<string> {
  const names = asked(selection).flatMap((wanted, index) =>
    (wanted ?? []).map((name) => ({ name, of: NAMES[index]!.of })),
  );
  const idsOf = (runs: readonly RunHead[]) => new Set(runs.map(({ session }) => session.id));
  const holders = names.map(({ name, of }) => idsOf(heads.filter(({ identity }) => of(identity).includes(name))));
  const complete = [...idsOf(heads)].filter((id) => holders.every((ids) => ids.has(id)));
  return complete.length > 0
    ? new Set(complete)
    : idsOf(heads.filter(({ identity }) => isSelected(identity, selection)));
}

/** The newest session that has an answer and runs that match; null: there is none. A newer one without an answer is named. */
async function newestAnswered(
  sessions: readonly SessionSummary[],
  ids: ReadonlySet<string>,
  mergesIn: (ids: string[]) => Promise<Merge[]>,
  say: Say,
): Promise<string | null> {
  const candidates = sessions.filter(({ id }) => ids.has(id));
  const names = new Set(candidates.flatMap((session) => session.scenarios));
  const scenarios = scenarioAbouts(await findScenarios(undefined, names));
  const opened = await sessionToOpen(candidates, scenarios, (id) => mergesIn([id]));
  const newer = notOpened(candidates, opened);
  if (newer !== null) say(printable(`${newer.text} ./outcry report --session ${newer.id} shows it.`));
  return opened;
}

const whereText = (sessions: readonly string[] | null | undefined): string =>
  sessions ? ` (session ${sessions.join(', ')})` : '';

export interface Selected {
  merges: Merge[];
  /** All that were measured with them: a selection hides rows, and changes no verdict. */
  family: Merge[];
  /** The sessions that they are of. */
  sessions: SessionSummary[];
  /** Files of these sessions that cannot be read. */
  unreadable: Problem[];
}

/**
 * The merges that a selection names. Runs of several sessions are merged only where that is asked for.
 * @throws OutcryError (wrong use) when there are none
 */
export async function selectMerges(selection: Selection, say: Say): Promise<Selected> {
  const store = new RunStore(selection.results);
  const { includeInvalid, session } = selection;
  const [sessions, problems] = [await store.sessions(), await store.problems()];
  const mergesIn = async (ids: string[] | null): Promise<Merge[]> =>
    mergesOf(store, await store.selection(ids === null ? {} : { session: ids }), { includeInvalid });
  const given = session && sessionsAsked(session, sessions, problems, store.folder);
  const heads = await store.heads(given ? { session: given } : {});
  demandNames(heads, selection, whereText(given));
  const opened = given === undefined ? await newestAnswered(sessions, matching(heads, selection), mergesIn, say) : null;
  const ids = opened === null ? (given ?? null) : [opened];
  const unreadable = problemsOf(problems, ids);
  sayProblems(given ? unreadable : problems, ids, say);
  const family = await mergesIn(ids);
  const merges = family.filter(({ combination }) => isSelected(combination, selection));
  if (merges.length === 0) throw noRuns(store.folder);
  const own = new Set(heads.map((head) => head.session.id));
  return { merges, family, sessions: sessions.filter(({ id }) => ids?.includes(id) ?? own.has(id)), unreadable };
}

/** The records that a selection names, of all sessions where none is named. @throws OutcryError (wrong use) when there are none */
export async function selectRecords(selection: Selection, say: Say): Promise<RunRecord[]> {
  const store = new RunStore(selection.results);
  const problems = await store.problems();
  const ids = sessionsAsked(selection.session ?? [ALL], await store.sessions(), problems, store.folder);
  sayProblems(problemsOf(problems, ids), ids, say);
  const filter = ids === null ? {} : { session: ids };
  demandNames(await store.heads(filter), selection, whereText(ids));
  const found = await store.selection(filter, ({ identity }) => isSelected(identity, selection));
  if (found.runs === 0) throw noRuns(store.folder);
  return await found.records();
}
