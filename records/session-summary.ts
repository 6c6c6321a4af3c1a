/** Sessions as lists show them, from the heads of their runs. Pure. */
import { distinguishing } from '../merge/combination.ts';
import { notRankedBecause } from '../merge/compare/comparable.ts';
import { flaggedFor } from '../merge/compare/ranking.ts';
import { ENOUGH_RUNS, flagsOf } from '../merge/run-facts.ts';
import type { Transport } from '../metrics/transports.ts';
import type { RunKind, RunRecord, SwarmKind } from '../protocol/run-record.ts';
import type { RunHead } from './run-summary.ts';

/** The summary of a session, as `sessions()` returns it. */
export interface SessionSummary {
  id: string;
  profile: string | null;
  note: string | null;
  search: RunRecord['session']['search'];
  kinds: RunKind[];
  /** ISO 8601; null where no run of it says when it ran. */
  startedAt: string | null;
  finishedAt: string | null;
  runs: number;
  /** Runs with a fatal flag. */
  invalid: number;
  /** The highest repetition of a run. */
  rounds: number;
  scenarios: string[];
  frameworks: string[];
  transports: Transport[];
  swarms: SwarmKind[];
  browsers: string[];
  /** Numbers of clients, fewest first. */
  clients: number[];
  /** Marks of the conditions of its runs, such as `interleaved`. */
  marks: string[];
  /** Combinations that were run, and how many of them have what a ranking needs. */
  rows: number;
  rankable: number;
  /** The reason of most rows that cannot be ranked; null: all can. */
  unrankable: string | null;
  example: boolean;
}

const distinct = <T>(values: T[]): T[] => [...new Set(values)].sort();

/** ISO 8601 texts may differ in their offset, so the instants are compared. */
const byInstant = (a: string, b: string): number => Date.parse(a) - Date.parse(b);

const isInvalid = ({ validity }: RunHead): boolean => validity.some(({ level }) => level === 'fatal');

/** Runs with equal keys, in the order of their first. */
function groupsOf(runs: readonly RunHead[], keyOf: (run: RunHead) => string): RunHead[][] {
  const groups = new Map<string, RunHead[]>();
  for (const run of runs) {
    const key = keyOf(run);
    const others = groups.get(key);
    if (others) others.push(run);
    else groups.set(key, [run]);
  }
  return [...groups.values()];
}

/** Why a row of these runs cannot be ranked; null: it can, if its runs have the figure. */
function unrankableBecause(runs: readonly RunHead[]): string | null {
  const valid = runs.filter((run) => !isInvalid(run));
  if (valid.length === 0) return 'no valid run';
  const row = {
    combination: valid[0]!.identity,
    runs: valid.length,
    rounds: valid.map(({ sliced }) => (sliced ? { sliced } : {})),
    flags: flagsOf(valid),
  };
  return (
    notRankedBecause(row) ??
    flaggedFor(row)?.replace(/ in .* runs$/, '') ??
    (valid.length < ENOUGH_RUNS ? 'too few rounds' : null)
  );
}

/** The most frequent of `reasons`; null: there is none. */
function mostFrequent(reasons: readonly string[]): string | null {
  const countOf = (reason: string): number => reasons.filter((each) => each === reason).length;
  return [...new Set(reasons)].sort((a, b) => countOf(b) - countOf(a))[0] ?? null;
}

function rankingOf(runs: RunHead[]): Pick<SessionSummary, 'rows' | 'rankable' | 'unrankable'> {
  const rows = groupsOf(runs, ({ identity }) => JSON.stringify(distinguishing(identity)));
  const reasons = rows.map(unrankableBecause);
  const rankable = reasons.filter((reason) => reason === null).length;
  return { rows: rows.length, rankable, unrankable: mostFrequent(reasons.filter((reason) => reason !== null)) };
}

function summarizeSession(runs: RunHead[]): SessionSummary {
  const { session, example } = runs[0]!;
  const given = (texts: (string | null)[]) => texts.filter((text) => text !== null).sort(byInstant);
  const identities = runs.map(({ identity }) => identity);
  const marks = identities.flatMap(({ conditions = {} }) =>
    Object.values(conditions).flatMap(({ mark }) => mark ?? []),
  );
  return {
    ...session,
    kinds: distinct(runs.map((run) => run.kind)),
    startedAt: given(runs.map((run) => run.when.startedAt))[0] ?? null,
    finishedAt: given(runs.map((run) => run.when.finishedAt)).at(-1) ?? null,
    runs: runs.length,
    invalid: runs.filter(isInvalid).length,
    rounds: Math.max(...identities.map(({ repetition }) => repetition)),
    scenarios: distinct(identities.map(({ scenario }) => scenario)),
    frameworks: distinct(identities.map(({ framework }) => framework)),
    transports: distinct(identities.map(({ transport }) => transport)),
    swarms: distinct(identities.flatMap(({ swarm }) => swarm ?? [])),
    browsers: distinct(identities.flatMap(({ browser }) => browser ?? [])),
    clients: [...new Set(identities.flatMap(({ clients }) => clients ?? []))].sort((a, b) => a - b),
    marks: distinct(marks),
    ...rankingOf(runs),
    example,
  };
}

/** The sessions of `runs`, newest first; those that say no time come last, by name. */
export function summarizeSessions(runs: readonly RunHead[]): SessionSummary[] {
  return groupsOf(runs, ({ session }) => session.id)
    .map(summarizeSession)
    .sort((a, b) => {
      if (a.startedAt && b.startedAt) return byInstant(b.startedAt, a.startedAt);
      return Number(b.startedAt !== null) - Number(a.startedAt !== null) || a.id.localeCompare(b.id);
    });
}
