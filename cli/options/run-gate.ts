/** `./outcry run --against`: the gate of a session, checked before the session is measured. */

import { type FoundScenario, scenarioAbouts, scenarioNamed } from '../../loadtests/scenarios/find.ts';
import { metricsOf } from '../../loadtests/scenarios/metrics-of.ts';
import { profileNamed } from '../../loadtests/scenarios/profiles.ts';
import { rankedNames } from '../../merge/compare/ranked.ts';
import { checkConditions, checkRows, rankedRows } from '../../merge/gate/gate.ts';
import { rowsOf } from '../../merge/gate/gate-rows.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { gateDocument, gateMarkdown, gateText } from '../output/gate-text.ts';
import type { Say } from '../output/print.ts';
import {
  type Baseline,
  baselineNamed,
  demandOneForm,
  type GateOptions,
  gateOf,
  isShut,
  writeJunit,
} from './gate-options.ts';

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
