/** Rows against a baseline, for the commands that have one: what is compared with what, whether conditions hold, and the exit code. */
import { type Command, Option } from 'commander';
import { type Condition, parseCondition } from '../merge/gate/condition.ts';
import { checkRows, type Gate, makeGate, rankedRows } from '../merge/gate/gate.ts';
import { type Matched, matchRows, matchWithin, type Row, rowsOf } from '../merge/gate/rows.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { frameworkName } from './framework-name.ts';
import type { Say } from './output.ts';
import { noSuchRuns, runsNamed } from './runs-named.ts';

export interface GateOptions {
  failIf?: Condition[];
  strict: boolean;
  markdown: boolean;
}

/** What rows are compared with: runs that were made already, or those rows of their own session that are of one framework. */
export type Baseline = { name: string } & ({ runs: RunRecord[] } | { framework: string });

/** The options that make a comparison a gate. */
export function withGate(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--fail-if <condition>',
        "end with 4 when this is shown to hold, such as 'p99 > 1.10 x baseline' or 'lost > 0'; may be given again",
      ).argParser((text: string, before: Condition[] | undefined) => [...(before ?? []), parseCondition(text)]),
    )
    .option(
      '--strict',
      'end with 4 also when nothing can be told of a condition, or a row has nothing to be compared with',
      false,
    )
    .option('--markdown', 'print the comparison as Markdown, for a pull request', false);
}

const isOf =
  (framework: string) =>
  ({ merge }: Row): boolean =>
    frameworkName(merge.combination) === framework;

/**
 * What `name` names.
 * @param frameworks names of the frameworks that are compared, one of which may be the baseline
 * @throws OutcryError (wrong use) when it names nothing
 */
export async function baselineNamed(name: string, results: string, frameworks: string[], say: Say): Promise<Baseline> {
  const runs = await runsNamed(name, results, say);
  if (runs !== null) return { name, runs };
  if (frameworks.includes(name)) return { name, framework: name };
  throw await noSuchRuns(name, results, `, nor one of the frameworks that are compared (${frameworks.join(', ')})`);
}

/** The frameworks, with their versions, of `records`. */
export function frameworksOf(records: readonly RunRecord[]): string[] {
  const names = records.map(({ identity }) => frameworkName(identity));
  return [...new Set(names)].sort();
}

/** The rows that are compared, and with what; `all` has those of the baseline too. */
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
    throw new OutcryError('runs cannot be compared with themselves: some are on both sides', EXIT.usage);
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

/** Whether a gate lets through what it looked at. */
export function isShut({ conditions, rows, baselines }: Gate, strict: boolean): boolean {
  const open = rows.length + baselines.length > 0 || conditions.some(({ outcome }) => outcome === 'cannot tell');
  return conditions.some(({ outcome }) => outcome === 'fails') || (strict && open);
}

/** @throws OutcryError (wrong use) for two forms of one output */
export function demandOneForm({ json, markdown }: { json: boolean; markdown: boolean }): void {
  if (json && markdown)
    throw new OutcryError('--json and --markdown are two forms of one output; choose one', EXIT.usage);
}
