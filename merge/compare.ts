/** Says whether rows differ from a baseline, by a test that is named and corrected for how many rows there are. */
import { mean } from 'simple-statistics';
import type { ScenarioCharts } from '../protocol/scenario-charts.ts';
import type { Merge, MergedMetric } from './types.ts';
import { holm, welch } from './welch.ts';

const ALPHA = 0.05;
const ENOUGH = 3;

export const NO_DIFFERENCE = 'no difference shown';

/** Whether the row is better or worse than the baseline, or nothing is shown. */
export type Verdict = 'better' | 'worse' | 'none';

/** One row against the baseline. Compared is one metric's figure of each run: {@link COMPARED}. */
export interface Comparison {
  /** The row's merge. */
  key: string;
  verdict: Verdict;
  /** The verdict in the scenario's words, such as `faster`; {@link NO_DIFFERENCE} otherwise. */
  word: string;
  /** Mean of the row minus mean of the baseline, in the metric's unit, and in % of the baseline; null when either has none. */
  difference: number | null;
  differencePercent: number | null;
  /** The test, in words; null when none was made. */
  test: string | null;
  t: number | null;
  /** Welch-Satterthwaite degrees of freedom. */
  df: number | null;
  /** Two-sided p, and the same corrected by Holm's method over all rows tested. */
  p: number | null;
  pCorrected: number | null;
  /** Why no test was made; null when one was. */
  reason: string | null;
  /** What a reader must know before believing the verdict. */
  remarks: string[];
}

export type CompareBy = ScenarioCharts['compare'];

export interface CompareOptions extends CompareBy {
  /** Also rank merges of something else than the framework as it is: see {@link notRankedBecause}. */
  rankStandIns?: boolean;
}

/** Which figure of a run stands for it, by the metric's kind. */
export const COMPARED: Record<MergedMetric['kind'], string> = { trend: 'means', count: 'totals', gauge: 'medians' };

/**
 * Why a merge is not ranked with others unless asked: something stood in for a part of the framework, or the edition that
 * was run limits what can be measured. Null: it is.
 */
export function notRankedBecause({ combination, flags }: Merge): string | null {
  if (combination.standIn !== null) return `stand-in: ${combination.standIn}`;
  const limits = flags.find(({ code }) => code === 'edition-limits');
  return limits ? `limited edition: ${limits.message}` : null;
}

/** What must be equal for two figures to be of the same load, by name. */
function loadOf({ combination }: Merge): Map<string, unknown> {
  const { scenario, swarm, clients, params } = combination;
  return new Map<string, unknown>([
    ['scenario', scenario],
    ['swarm', swarm],
    ['clients', clients],
    ...Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

function otherLoad(baseline: Merge, row: Merge): string | null {
  const [there, here] = [loadOf(baseline), loadOf(row)];
  const said = (load: Map<string, unknown>, name: string) => load.get(name) ?? 'none';
  const name = [...new Set([...there.keys(), ...here.keys()])].find((each) => there.get(each) !== here.get(each));
  return name === undefined ? null : `not the same load: ${name} ${said(here, name)}, baseline ${said(there, name)}`;
}

function whyNot(baseline: Merge, row: Merge, { metric, rankStandIns = false }: CompareOptions): string | null {
  const load = otherLoad(baseline, row);
  if (load !== null) return load;
  const apart = notRankedBecause(row) ?? notRankedBecause(baseline);
  if (!rankStandIns && apart !== null) return `not ranked, ${apart}`;
  const few = [row, baseline].find((merge) => valuesOf(merge, metric).length < ENOUGH);
  if (few) {
    const runs = valuesOf(few, metric).length;
    const label = few.metrics[metric]?.label ?? metric;
    return `${few === row ? 'the row' : 'the baseline'} has ${runs} ${runs === 1 ? 'run' : 'runs'} with a figure for ${label}; a test wants ${ENOUGH} or more`;
  }
  return null;
}

const valuesOf = ({ metrics }: Merge, metric: string): number[] => metrics[metric]?.runValues ?? [];

function remarksFor(baseline: Merge, row: Merge): string[] {
  const remarks: string[] = [];
  const shared = row.sessions.filter((session) => baseline.sessions.includes(session));
  if (shared.length === 0) remarks.push('not measured side by side: no session in common');
  else if (shared.length < Math.max(row.sessions.length, baseline.sessions.length)) {
    remarks.push('not all measured side by side: some sessions have only one of the two');
  }
  if (row.kind !== baseline.kind) remarks.push(`${row.kind} runs against ${baseline.kind} ones`);
  if (row.machines.join() !== baseline.machines.join()) remarks.push('not on the same machine');
  if (row.combination.browser !== baseline.combination.browser) {
    remarks.push(`${row.combination.browser ?? 'no browser'} against ${baseline.combination.browser ?? 'no browser'}`);
  }
  return remarks;
}

/**
 * Compares each of `others` with `baseline` by a two-sided Welch t-test on what the runs say of one metric, Holm-corrected over
 * the rows tested, at alpha 0.05. A row that cannot be tested says why.
 */
export function compare(baseline: Merge, others: Merge[], options: CompareOptions): Comparison[] {
  const there = valuesOf(baseline, options.metric);
  const rows = others.map((row) => {
    const here = valuesOf(row, options.metric);
    const why = whyNot(baseline, row, options);
    const result = why === null ? welch(here, there) : null;
    return { row, here, why: why ?? (result ? null : 'no run differs from the next: nothing to test'), result };
  });
  const tested = rows.filter(({ result }) => result !== null);
  const corrected = holm(tested.map(({ result }) => result!.p));
  const what = COMPARED[baseline.metrics[options.metric]?.kind ?? 'trend'];
  return rows.map(({ row, here, why, result }) => {
    const difference = here.length > 0 && there.length > 0 ? mean(here) - mean(there) : null;
    const rank = tested.findIndex((candidate) => candidate.row === row);
    const pCorrected = rank < 0 ? null : corrected[rank]!;
    const verdict = verdictOf(result?.t ?? 0, pCorrected, options.better);
    return {
      key: row.key,
      verdict,
      word: verdict === 'none' ? NO_DIFFERENCE : options.words[verdict],
      difference,
      differencePercent: difference !== null && mean(there) ? (100 * difference) / mean(there) : null,
      test: result
        ? `Welch t-test, two-sided, on the ${what} of ${here.length} and ${there.length} runs, Holm-corrected over ${tested.length} ${tested.length === 1 ? 'row' : 'rows'}, alpha ${ALPHA}`
        : null,
      t: result?.t ?? null,
      df: result?.df ?? null,
      p: result?.p ?? null,
      pCorrected,
      reason: why,
      remarks: remarksFor(baseline, row),
    };
  });
}

function verdictOf(t: number, pCorrected: number | null, better: CompareBy['better']): Verdict {
  if (pCorrected === null || pCorrected >= ALPHA) return 'none';
  return t < 0 === (better === 'less') ? 'better' : 'worse';
}
