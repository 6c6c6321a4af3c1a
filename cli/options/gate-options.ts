/** Compares rows with a baseline: which rows with which, whether conditions hold, and the exit code. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type Condition, parseCondition } from '../../merge/gate/condition.ts';
import { checkRows, type Gate, makeGate, rankedRows } from '../../merge/gate/gate.ts';
import { type Matched, matchRows, matchWithin, type Row, rowsOf } from '../../merge/gate/gate-rows.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { frameworkName } from '../output/framework-name.ts';
import { junitText } from '../output/junit.ts';
import type { Say } from '../output/print.ts';
import { noSuchRuns, runsNamed } from './runs-named.ts';

export interface GateOptions {
  failIf?: Condition[];
  strict: boolean;
  markdown: boolean;
  /** Path of a file. */
  junit?: string;
}

/** The baseline of rows: earlier runs, or the rows of one framework in the same session. */
export type Baseline = { name: string } & ({ runs: RunRecord[] } | { framework: string });

/** The options that make a comparison a gate. */
export function withGate(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--fail-if <condition>',
        "end with exit code 4 when the runs show that this holds, such as 'p99 > 1.10 x baseline' or 'lost > 0'; repeatable",
      ).argParser((text: string, before: Condition[] | undefined) => [...(before ?? []), parseCondition(text)]),
    )
    .option('--strict', 'end with exit code 4 also when a condition is undecided or a row has no baseline', false)
    .option('--markdown', 'print the comparison as Markdown, for a pull request', false)
    .option('--junit <file>', 'also write the outcome of each condition as a JUnit report, which CI services show');
}

const isOf =
  (framework: string) =>
  ({ merge }: Row): boolean =>
    frameworkName(merge.combination) === framework;

/**
 * The baseline called `name`.
 * @param frameworks names of the compared frameworks, one of which may be the baseline
 * @throws OutcryError (wrong use) when there is none of that name
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

/** Whether the gate passes. */
export function isShut({ conditions, rows, baselines }: Gate, strict: boolean): boolean {
  const open = rows.length + baselines.length > 0 || conditions.some(({ outcome }) => outcome === 'cannot tell');
  return conditions.some(({ outcome }) => outcome === 'fails') || (strict && open);
}

/**
 * Writes the report of `--junit`, if it was asked for.
 * @throws OutcryError (wrong use) when the file cannot be written
 */
export function writeJunit(gate: Gate, { junit, strict }: Pick<GateOptions, 'junit' | 'strict'>): void {
  if (junit === undefined) return;
  const file = resolve(junit);
  try {
    writeFileSync(file, junitText(gate, strict));
  } catch (error) {
    throw new OutcryError(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
  }
}

/** @throws OutcryError (wrong use) for two forms of one output */
export function demandOneForm({ json, markdown }: { json: boolean; markdown: boolean }): void {
  if (json && markdown)
    throw new OutcryError('--json and --markdown are two forms of one output; choose one', EXIT.usage);
}
