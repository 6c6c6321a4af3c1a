/**
 * Limits as people write them: `p99 > 100 ms or lost > 0`. Pure.
 *
 *     limit  = clause ("or" clause)*
 *     clause = figure (">" | ">=" | "<" | "<=") number [unit]
 *
 * Figures and units are those of `merge/text/figure-words.ts`.
 */
import { figurePath } from '../../merge/text/figure-words.ts';
import { UNITS } from '../../metrics/units.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';

export interface Clause {
  /** What `StepDone.figure` is asked for. */
  figure: string;
  /** As it was written; empty: none was. */
  unit: string;
  more: boolean;
  /** Whether the value itself breaks the limit. */
  included: boolean;
  value: number;
  /** As it was written. */
  text: string;
}

const CLAUSE = /^([a-z][A-Za-z0-9]*)(?:\.([a-z0-9]+))?\s*(>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*([A-Za-z%/]*)$/;

/** @throws OutcryError (wrong use) with an example */
export function parseLimit(text: string): Clause[] {
  return text.split(/\s+or\s+/i).map((part) => {
    const clause = part.trim();
    const match = CLAUSE.exec(clause);
    const size = match === null ? undefined : UNITS[match[5]!];
    if (match === null || size === undefined) {
      throw new OutcryError(
        `--until: cannot read "${clause}"; write for example: p99 > 100 ms or lost > 0 or serverCpu > 90 %`,
        EXIT.usage,
      );
    }
    const [, name, of, operator, value, unit] = match;
    return {
      figure: figurePath(name!, of),
      more: operator!.startsWith('>'),
      included: operator!.endsWith('='),
      value: Number(value) * size,
      unit: unit!,
      text: clause,
    };
  });
}

/**
 * Which clause a run breaks, with the figure that broke it.
 * @param figure reads a figure of the run; null: it has none
 * @returns null when it holds; a clause whose figure is not there is `unknown`
 */
export function brokenClause(
  clauses: readonly Clause[],
  figure: (path: string) => number | null,
): { broke: Clause; by: number } | { unknown: Clause } | null {
  let unknown: Clause | null = null;
  for (const clause of clauses) {
    const by = figure(clause.figure);
    if (by === null) unknown ??= clause;
    else if (clause.more ? by > clause.value : by < clause.value) return { broke: clause, by };
    else if (clause.included && by === clause.value) return { broke: clause, by };
  }
  return unknown === null ? null : { unknown };
}
