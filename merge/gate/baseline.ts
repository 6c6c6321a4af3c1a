/** Compares runs with a baseline: earlier runs, or one of the frameworks of the same session. */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { frameworkName } from '../run-facts.ts';
import type { Condition } from './condition.ts';
import { checkRows, type Gate, makeGate, rankedRows } from './gate.ts';
import { type Matched, matchRows, matchWithin, type Row, rowsOf } from './gate-rows.ts';

/** The baseline of rows: earlier runs, or the rows of one framework in the same session. */
export type Baseline = { name: string } & ({ runs: RunRecord[] } | { framework: string });

const isOf =
  (framework: string) =>
  ({ merge }: Row): boolean =>
    frameworkName(merge.combination) === framework;

/** The frameworks, with their versions, of `records`. */
export function frameworksOf(records: readonly RunRecord[]): string[] {
  const names = records.map(({ identity }) => frameworkName(identity));
  return [...new Set(names)].sort();
}

/** The compared rows with their baselines; `all` includes the baseline's rows. */
function match(records: RunRecord[], baseline: Baseline | null): { rows: Row[]; all: Row[]; matched: Matched } {
  const rows = rowsOf(records);
  if (baseline === null) return { rows, all: rows, matched: { pairs: [], rows: [], baselines: [] } };
  if ('runs' in baseline) {
    const baselines = rowsOf(baseline.runs);
    return { rows, all: [...rows, ...baselines], matched: matchRows(rows, baselines) };
  }
  const isBaseline = isOf(baseline.framework);
  return { rows: rows.filter((row) => !isBaseline(row)), all: rows, matched: matchWithin(rows, isBaseline) };
}

/**
 * @param baseline null: there are conditions without one alone
 * @throws OutcryError (wrong use) when a condition names a metric that was not measured or a unit that does not fit, or no row can be compared
 */
export function gateOf(
  records: RunRecord[],
  baseline: Baseline | null,
  conditions: Condition[],
  scenarios: ScenarioAbout[],
): Gate {
  const there = baseline !== null && 'runs' in baseline ? baseline.runs : [];
  const here = new Set(records.map(({ id }) => id));
  if (there.some(({ id }) => here.has(id))) {
    throw new OutcryError('runs cannot be compared with themselves; some are on both sides', EXIT.usage);
  }
  const { rows, all, matched } = match(records, baseline);
  const rankedOf = rankedRows(all, scenarios);
  checkRows(conditions, all, rankedOf);
  if (baseline !== null && matched.pairs.length === 0) {
    const why = matched.rows.map(
      ({ row, reason }) => `  ${row.merge.combination.frameworkLabel} ${row.merge.combination.transport}: ${reason}`,
    );
    throw new OutcryError(`nothing can be compared with ${baseline.name}:\n${why.join('\n')}`, EXIT.usage);
  }
  return makeGate(rows, matched, conditions, scenarios, rankedOf);
}

/** Tells whether conditions fail; with `strict`, also whether one is undecided or a row has no baseline. */
export function isShut({ conditions, rows, baselines }: Gate, strict: boolean): boolean {
  const open = rows.length + baselines.length > 0 || conditions.some(({ outcome }) => outcome === 'cannot tell');
  return conditions.some(({ outcome }) => outcome === 'fails') || (strict && open);
}
