/** A gate: rows compared with a baseline, and conditions judged on them. */

import type { MetricSpec } from '../../metrics/metric.ts';
import type { RankedBy, ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { didYouMean } from '../../system/did-you-mean.ts';
import { rankedBy } from '../charts.ts';
import { type ComparedBy, rankedAmong } from '../compare/ranked.ts';
import { figureFault, RECORD_FIGURES, unitFault, withMetric } from '../text/figure-words.ts';
import { type Condition, conditionError } from './condition.ts';
import type { Matched, Row, RowPair } from './gate-rows.ts';
import { type Judged, judge } from './judge.ts';
import { type Ratio, ratiosOf, usualFigures } from './ratios.ts';

export interface Gate extends Pick<Matched, 'rows' | 'baselines'> {
  ratios: Ratio[];
  conditions: Judged[];
  /** Those that are known, for what they call their parameters. */
  scenarios: ScenarioAbout[];
}

/** The metric that ranks `row` among the rows of its load. */
export type RankedRow = (row: Row) => RankedBy & ComparedBy;

/** @param all the rows that are compared with each other, those of the baseline among them */
export function rankedRows(all: readonly Row[], scenarios: ScenarioAbout[]): RankedRow {
  const merges = all.map(({ merge }) => merge);
  const known = new Map(
    merges.map((merge) => [merge, rankedAmong(rankedBy(merge.combination.scenario, scenarios, merges), merge, merges)]),
  );
  return ({ merge }) => known.get(merge)!;
}

/** That the rows have what conditions ask for: see {@link checkConditions}. */
export function checkRows(conditions: readonly Condition[], rows: readonly Row[], rankedOf: RankedRow): void {
  const records = rows.flatMap(({ all }) => all);
  const specs = new Map(records.flatMap(({ metrics }) => Object.entries(metrics)));
  checkConditions(conditions, specs, [...new Set(rows.map((row) => rankedOf(row).metric))]);
}

/**
 * That there is what conditions ask for, and that units fit.
 * @param specs of the metrics that there are, by name
 * @param ranked the metrics that rows may be ranked by
 * @throws OutcryError (wrong use) that points at the figure or the unit, and lists what there is
 */
export function checkConditions(
  conditions: readonly Condition[],
  specs: ReadonlyMap<string, MetricSpec>,
  ranked: readonly string[],
): void {
  for (const condition of conditions) {
    for (const path of new Set(ranked.map((metric) => withMetric(condition.figure, metric)))) {
      checkCondition(condition, path, specs);
    }
  }
}

/** @param path of the figure, with its metric */
function checkCondition({ text, at, limit }: Condition, path: string, specs: ReadonlyMap<string, MetricSpec>): void {
  const name = path.split('.')[0]!;
  const spec = specs.get(name);
  if (spec === undefined && path !== 'lost') {
    const there = ['lost', ...[...specs.keys()].sort()];
    const near = didYouMean(name, there);
    throw conditionError(text, at, `no run has a metric "${name}"; there is: ${there.join(', ')}${near}`);
  }
  const none = spec === undefined ? null : figureFault(path, spec.kind);
  if (none !== null) throw conditionError(text, at, none);
  const fault = 'unit' in limit ? unitFault(path, limit.unit, spec?.unit ?? '') : null;
  if (fault !== null && 'unit' in limit) throw conditionError(text, limit.unitAt, fault);
}

/** The figure's path in full: a metric alone stands for the figure that its kind is mostly read by. */
function inFull(figure: string, { merge }: Row): string {
  const kind = merge.metrics[figure]?.kind;
  return kind === undefined ? figure : `${figure}.${RECORD_FIGURES[kind][0]}`;
}

/** The figures that are shown of a pair: the usual ones, and those that conditions compare. */
function figuresOf({ row }: RowPair, asked: readonly string[], by: RankedBy & ComparedBy): string[] {
  const { metric } = by;
  return [...usualFigures(by), ...asked.map((figure) => inFull(withMetric(figure, metric), row))];
}

/** Returns the ratios of one scenario's pairs: each figure for those pairs that are shown it. */
function ratiosOfScenario(pairs: RowPair[], asked: readonly string[], rankedOf: RankedRow): Ratio[] {
  const shown = pairs.map((pair) => ({ pair, figures: figuresOf(pair, asked, rankedOf(pair.row)) }));
  return [...new Set(shown.flatMap(({ figures }) => figures))].flatMap((figure) => {
    const own = shown.flatMap(({ pair, figures }) => (figures.includes(figure) ? [pair] : []));
    return ratiosOf(own, figure, rankedOf(own[0]!.row));
  });
}

/**
 * @param rows all rows that are compared, matched or not
 * @param rankedOf the metric that they are ranked by
 */
export function makeGate(
  rows: Row[],
  matched: Matched,
  conditions: Condition[],
  scenarios: ScenarioAbout[],
  rankedOf: RankedRow,
): Gate {
  const asked = conditions.flatMap(({ figure, limit }) => ('times' in limit ? [figure] : []));
  const names = [...new Set(matched.pairs.map(({ row }) => row.merge.combination.scenario))];
  const ratios = names.flatMap((name) =>
    ratiosOfScenario(
      matched.pairs.filter(({ row }) => row.merge.combination.scenario === name),
      asked,
      rankedOf,
    ),
  );
  return {
    ratios: ratios.filter(({ here, there }) => here !== null || there !== null),
    conditions: judge(conditions, matched.pairs, rows, (row) => rankedOf(row).metric),
    rows: matched.rows,
    baselines: matched.baselines,
    scenarios,
  };
}
