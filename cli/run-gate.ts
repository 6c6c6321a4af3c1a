/** `./outcry run --against`: the gate of a session that has yet to be measured. */

import { type FoundScenario, scenarioAbouts, scenarioNamed } from '../loadtests/scenarios/find.ts';
import { metricsOf } from '../loadtests/scenarios/metrics-of.ts';
import { profileNamed } from '../loadtests/scenarios/profiles.ts';
import { checkConditions, checkRows, rankedRows } from '../merge/gate/gate.ts';
import { rowsOf } from '../merge/gate/rows.ts';
import { rankedNames } from '../merge/ranked.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { findApps } from '../setup/apps/elsewhere.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { type Baseline, baselineNamed, demandOneForm, type GateOptions, gateOf, isShut } from './gate.ts';
import { gateDocument, gateMarkdown, gateText } from './gate-text.ts';
import type { Say } from './output.ts';

export interface RunGateOptions extends GateOptions {
  against?: string;
  json: boolean;
}

interface Asked extends RunGateOptions {
  apps?: string[];
  frameworks?: string[];
  profile?: string;
  scenario?: string;
  resume?: string | true;
  results: string;
}

/** What a gate says of a session's records. */
export interface RunGate {
  failed: boolean;
  text(): string;
  markdown(): string;
  document(): object;
}

/** @throws OutcryError (wrong use) for options that want a baseline where there is none */
function demandBaseline({ against, failIf = [], markdown }: Asked): void {
  if (against !== undefined) return;
  const relative = failIf.find(({ limit }) => 'times' in limit);
  if (relative !== undefined) {
    throw new OutcryError(`--fail-if '${relative.text}' wants a baseline; name one with --against`, EXIT.usage);
  }
  if (markdown && failIf.length === 0) {
    throw new OutcryError('--markdown is for what --against or --fail-if say; give one of them', EXIT.usage);
  }
}

/**
 * That the scenario's runs will have what conditions ask for. A session that goes on and one that searches say what they run later:
 * their conditions are checked against their records.
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
 * Reads the baseline, and makes sure that it can be one, before hours are spent on measuring.
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
