/** The options that make a comparison a gate, checked before anything is measured. */
import { type Command, Option } from 'commander';
import { type FoundScenario, scenarioAbouts, scenarioNamed } from '../../loadtests/scenarios/find.ts';
import { profileNamed } from '../../loadtests/scenarios/profiles.ts';
import type { SessionOptions } from '../../loadtests/session/plan/session-options.ts';
import { rankedNames } from '../../merge/compare/ranked.ts';
import { type Baseline, gateOf, isShut } from '../../merge/gate/baseline.ts';
import { type Condition, parseCondition } from '../../merge/gate/condition.ts';
import { checkConditions, checkRows, rankedRows } from '../../merge/gate/gate.ts';
import { rowsOf } from '../../merge/gate/gate-rows.ts';
import { metricsOf } from '../../metrics/standard-metrics.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { gateDocument, gateMarkdown, gateText } from '../output/gate-text.ts';
import { writeJunit } from '../output/junit.ts';
import type { Say } from '../output/print.ts';
import { outputFile } from './common-options.ts';
import { noSuchRuns, runsNamed } from './runs-named.ts';

export interface GateOptions {
  failIf?: Condition[];
  strict: boolean;
  markdown: boolean;
  /** Path of a file. */
  junit?: string;
}

/** Of `./outcry run`, beside those that choose what is measured. */
export interface RunGateOptions extends GateOptions {
  against?: string;
  json: boolean;
}

type Asked = RunGateOptions & SessionOptions;

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
    .option(
      '--junit <file>',
      'also write the outcome of each condition as a JUnit report, which CI services show',
      outputFile,
    );
}

/**
 * Reads the baseline called `name`.
 * @param frameworks names of the compared frameworks, one of which may be the baseline
 * @throws OutcryError (wrong use) when there is none of that name
 */
export async function baselineNamed(name: string, results: string, frameworks: string[], say: Say): Promise<Baseline> {
  const runs = await runsNamed(name, results, say);
  if (runs !== null) return { name, runs };
  if (frameworks.includes(name)) return { name, framework: name };
  throw await noSuchRuns(name, results, `, nor one of the frameworks that are compared (${frameworks.join(', ')})`);
}

/** @throws OutcryError (wrong use) for two forms of one output */
export function demandOneForm({ json, markdown }: { json: boolean; markdown: boolean }): void {
  if (json && markdown)
    throw new OutcryError('--json and --markdown are two forms of one output; choose one', EXIT.usage);
}

/** The outcome of a gate for a session's records. */
export interface RunGate {
  failed: boolean;
  text(): string;
  markdown(): string;
  document(): object;
}

/** @throws OutcryError (wrong use) for options that need a baseline when there is none */
function demandBaseline({ against, failIf = [], markdown, junit }: Asked): void {
  if (junit !== undefined && failIf.length === 0) {
    throw new OutcryError('--junit reports the outcome of conditions; give one with --fail-if', EXIT.usage);
  }
  if (against !== undefined) return;
  const relative = failIf.find(({ limit }) => 'times' in limit);
  if (relative !== undefined) {
    throw new OutcryError(`--fail-if '${relative.text}' needs a baseline; name one with --against`, EXIT.usage);
  }
  if (markdown && failIf.length === 0) {
    throw new OutcryError('--markdown prints the outcome of --against or --fail-if; give one of them', EXIT.usage);
  }
}

/**
 * Checks that the scenario's runs will have the figures of the conditions. Resumed sessions and searches are checked by their records,
 * since their scenario is known later.
 */
function checkAgainstScenario(
  { failIf = [], profile, scenario, resume }: Asked,
  found: readonly FoundScenario[],
): void {
  if (resume !== undefined) return;
  const one = scenarioNamed(found, scenario ?? profileNamed(found, profile).scenario);
  if (one.parts !== null) checkConditions(failIf, metricsOf(one.scenario), rankedNames(one.parts.charts.compare));
}

/**
 * Reads and checks the baseline before hours of measuring.
 * @returns null when no gate is asked for
 * @throws OutcryError (wrong use)
 */
export async function planGate(
  options: Asked,
  found: readonly FoundScenario[],
  say: Say,
): Promise<{ gateOf(records: RunRecord[]): RunGate } | null> {
  demandOneForm(options);
  demandBaseline(options);
  const { against, failIf = [], strict } = options;
  if (against === undefined && failIf.length === 0) return null;
  const baseline = against === undefined ? null : await readBaseline(against, options, say);
  const scenarios = scenarioAbouts(found);
  checkAgainstScenario(options, found);
  if (baseline !== null && 'runs' in baseline) {
    const rows = rowsOf(baseline.runs);
    checkRows(failIf, rows, rankedRows(rows, scenarios));
  }
  return {
    gateOf(records) {
      const gate = gateOf(records, baseline, failIf, scenarios);
      const failed = isShut(gate, strict);
      writeJunit(gate, options);
      return {
        failed,
        text: () => gateText(gate, strict),
        markdown: () => gateMarkdown(gate, against ?? null, strict),
        document: () => gateDocument(gate, against ?? null, failed),
      };
    },
  };
}

function readBaseline(name: string, { apps, frameworks, results }: Asked, say: Say): Promise<Baseline> {
  return baselineNamed(name, results, frameworks ?? findApps(apps).map(({ id }) => id), say);
}
