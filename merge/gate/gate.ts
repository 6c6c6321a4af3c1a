/** A gate: rows compared with a baseline, and what conditions say of them. */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { chartsOf } from '../charts.ts';
import { RECORD_FIGURES } from '../record-figures.ts';
import { type Condition, conditionError } from './condition.ts';
import { type Judged, judge } from './judge.ts';
import { type Ratio, ratiosOf, usualFigures } from './ratios.ts';
import type { Matched, Row } from './rows.ts';

export interface Gate extends Pick<Matched, 'rows' | 'baselines'> {
  ratios: Ratio[];
  conditions: Judged[];
  /** Those that are known, for what they call their parameters. */
  scenarios: ScenarioAbout[];
}

/**
 * That the records have what conditions ask for.
 * @throws OutcryError (wrong use) that points at the figure and lists what there is
 */
export function checkConditions(conditions: readonly Condition[], records: readonly RunRecord[]): void {
  const kinds = new Map(
    records.flatMap(({ metrics }) => Object.entries(metrics).map(([name, { kind }]) => [name, kind] as const)),
  );
  for (const { text, figure, at } of conditions) {
    const [name, of] = figure.split('.');
    if (figure === 'lost') continue;
    const kind = kinds.get(name!);
    if (kind === undefined) {
      const there = ['lost', ...[...kinds.keys()].sort()].join(', ');
      throw conditionError(text, at, `no run has a metric "${name}"; there is: ${there}`);
    }
    const figures: readonly string[] = RECORD_FIGURES[kind];
    if (of === undefined || figures.includes(of)) continue;
    throw conditionError(text, at, `"${name}" has no figure "${of}"; it has: ${figures.join(', ')}`);
  }
}

/** The figure's path in full: a metric alone stands for the figure that its kind is mostly read by. */
function inFull(figure: string, { merge }: Row): string {
  const kind = merge.metrics[figure]?.kind;
  return kind === undefined ? figure : `${figure}.${RECORD_FIGURES[kind][0]}`;
}

/** Groups of `pairs` of one scenario. */
function byScenario(pairs: Matched['pairs']): Map<string, Matched['pairs']> {
  const groups = new Map<string, Matched['pairs']>();
  for (const pair of pairs) {
    const { scenario } = pair.row.merge.combination;
    groups.set(scenario, [...(groups.get(scenario) ?? []), pair]);
  }
  return groups;
}

/**
 * @param rows all rows that are compared, matched or not
 * @param scenarios those that are known; another one's rows are compared by the first of what they measured
 */
export function makeGate(rows: Row[], matched: Matched, conditions: Condition[], scenarios: ScenarioAbout[]): Gate {
  const asked = conditions.flatMap(({ figure, limit }) => ('times' in limit ? [figure] : []));
  const ratios = [...byScenario(matched.pairs)].flatMap(([scenario, pairs]) => {
    const { compare } = chartsOf(
      scenario,
      scenarios,
      pairs.map(({ row }) => row.merge),
    );
    const wanted = asked.map((figure) => inFull(figure, pairs[0]!.row));
    return [...new Set([...usualFigures(compare), ...wanted])].flatMap((figure) => ratiosOf(pairs, figure, compare));
  });
  return {
    ratios: ratios.filter(({ here, there }) => here !== null || there !== null),
    conditions: judge(conditions, matched.pairs, rows),
    rows: matched.rows,
    baselines: matched.baselines,
    scenarios,
  };
}
