/** The merges that are loaded: how they are asked for, and what the lists of the selection choose among them. */
import type { Merge } from '../../../merge/types.ts';
import { type MergeQuery, MOST_NAMED, type Session, type Source } from './data-source.ts';
import { LISTS, type ListName } from './selection.ts';

/** A merge with the session it was asked for by itself; null where sessions are merged. */
export interface Loaded {
  merge: Merge;
  session: string | null;
}

export interface PageQuery extends MergeQuery {
  /** Each session by itself. */
  apart: boolean;
}

/** As many sessions as are shown each by itself. */
export const MOST_APART = 6;

/** @param listed the sessions of the page's list, and whether these are all there are */
export async function loadMerges(
  source: Source,
  { sessions: chosen, includeInvalid, apart }: PageQuery,
  listed: { sessions: Session[]; isWhole: boolean },
): Promise<Loaded[]> {
  // Named one by one even when all are wanted: by default the API skips the sessions that came with Outcry.
  const ids = chosen ?? listed.sessions.map(({ id }) => id);
  const isTooMany = chosen === null && (ids.length > MOST_NAMED || !listed.isWhole);
  const each = apart && ids.length > 1;
  const parts = each ? ids.slice(0, MOST_APART).map((id) => [id]) : [isTooMany ? null : ids];
  const answers = await Promise.all(
    parts.map(async (part) => {
      if (part?.length === 0 && !source.report) return [];
      const merges = await source.merges({ sessions: part, includeInvalid });
      return merges.map((merge) => ({ merge, session: each ? (part?.[0] ?? null) : null }));
    }),
  );
  return answers.flat();
}

const READ: Record<ListName, (merge: Merge) => string> = {
  framework: ({ combination }) => combination.framework,
  transport: ({ combination }) => combination.transport,
  scenario: ({ combination }) => combination.scenario,
  swarm: ({ combination }) => combination.swarm ?? 'not known',
  kind: ({ kind }) => kind,
};

export const distinct = (values: string[]): string[] => [...new Set(values)].sort();

export const valuesIn = (loaded: readonly Loaded[], list: ListName): string[] =>
  distinct(loaded.map(({ merge }) => READ[list](merge)));

/** Those that all lists let through. @param lists the values chosen in each of {@link LISTS}; null: all */
export const chosenFrom = (loaded: readonly Loaded[], lists: readonly (string[] | null)[]): Loaded[] =>
  loaded.filter(({ merge }) => LISTS.every((name, index) => lists[index]?.includes(READ[name](merge)) ?? true));
