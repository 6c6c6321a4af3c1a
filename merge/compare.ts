/** Says whether rows differ from a baseline, by a test that is named and corrected for how many rows there are. */
import { mean, sampleVariance } from 'simple-statistics';
import { twoSidedP } from './student-t.ts';
import type { Combination, Merge } from './types.ts';

const ALPHA = 0.05;
const ENOUGH = 3;

export type Verdict = 'faster' | 'slower' | 'no difference shown';

/** One row against the baseline. Compared are the runs' mean latencies from `sent`. */
export interface Comparison {
  /** The row's merge. */
  key: string;
  verdict: Verdict;
  /** Mean of the row minus mean of the baseline, ms, and in % of the baseline; null when either has none. */
  differenceMs: number | null;
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

export interface CompareOptions {
  /** Also rank merges of something else than the framework as it is: see {@link notRankedBecause}. */
  rankStandIns?: boolean;
}

/**
 * Welch's t-test for two samples of unequal variances (Welch 1947; degrees of freedom by Satterthwaite 1946).
 * @returns null when neither sample varies, or one has fewer than two values: then there is no such test
 */
export function welch(a: number[], b: number[]): { t: number; df: number; p: number } | null {
  if (a.length < 2 || b.length < 2) return null;
  const errorA = sampleVariance(a) / a.length;
  const errorB = sampleVariance(b) / b.length;
  const error = errorA + errorB;
  if (error === 0) return null;
  const t = (mean(a) - mean(b)) / Math.sqrt(error);
  const df = error ** 2 / (errorA ** 2 / (a.length - 1) + errorB ** 2 / (b.length - 1));
  return { t, df, p: twoSidedP(t, df) };
}

/** Holm's step-down correction (Holm 1979): corrected p values in the order of `p`. */
export function holm(p: number[]): number[] {
  const ranked = p.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const corrected: number[] = [];
  let largest = 0;
  ranked.forEach(({ value, index }, rank) => {
    largest = Math.max(largest, Math.min(1, (p.length - rank) * value));
    corrected[index] = largest;
  });
  return corrected;
}

/** What must be equal for two latencies to be of the same load. */
const LOAD: { name: string; of: (combination: Combination) => unknown }[] = [
  { name: 'scenario', of: ({ scenario }) => scenario },
  { name: 'test type', of: ({ testType }) => testType },
  { name: 'swarm', of: ({ swarm }) => swarm },
  { name: 'clients', of: ({ clients }) => clients },
  { name: 'messages per second', of: ({ rate }) => rate },
  { name: 'messages', of: ({ messages }) => messages },
  { name: 'payload bytes', of: ({ payloadBytes }) => payloadBytes },
  { name: 'phase', of: ({ phase }) => phase },
];

/**
 * Why a merge is not ranked with others unless asked: something stood in for a part of the framework, or the edition that
 * was run limits what can be measured. Null: it is.
 */
export function notRankedBecause({ combination, flags }: Merge): string | null {
  if (combination.standIn !== null) return `stand-in: ${combination.standIn}`;
  const limits = flags.find(({ code }) => code === 'edition-limits');
  return limits ? `limited edition: ${limits.message}` : null;
}

function whyNot(baseline: Merge, row: Merge, rankStandIns: boolean): string | null {
  for (const { name, of } of LOAD) {
    const [there, here] = [of(baseline.combination), of(row.combination)];
    if (there !== here) return `not the same load: ${name} ${here}, baseline ${there}`;
  }
  const apart = notRankedBecause(row) ?? notRankedBecause(baseline);
  if (!rankStandIns && apart !== null) return `not ranked, ${apart}`;
  const few = [row, baseline].find((merge) => (merge.latency.fromSent?.runMeans.length ?? 0) < ENOUGH);
  if (few) {
    const runs = few.latency.fromSent?.runMeans.length ?? 0;
    return `${few === row ? 'the row' : 'the baseline'} has ${runs} ${runs === 1 ? 'run' : 'runs'} with a latency; a test wants ${ENOUGH} or more`;
  }
  return null;
}

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
 * Compares each of `others` with `baseline` by a two-sided Welch t-test on the runs' means, Holm-corrected over the
 * rows tested, at alpha 0.05. A row that cannot be tested says why.
 */
export function compare(baseline: Merge, others: Merge[], options: CompareOptions = {}): Comparison[] {
  const rows = others.map((row) => {
    const means = row.latency.fromSent?.runMeans ?? [];
    const baselineMeans = baseline.latency.fromSent?.runMeans ?? [];
    const why = whyNot(baseline, row, options.rankStandIns ?? false);
    const result = why === null ? welch(means, baselineMeans) : null;
    return {
      row,
      means,
      baselineMeans,
      why: why ?? (result ? null : 'no run differs from the next: nothing to test'),
      result,
    };
  });
  const tested = rows.filter(({ result }) => result !== null);
  const corrected = holm(tested.map(({ result }) => result!.p));
  return rows.map(({ row, means, baselineMeans, why, result }) => {
    const there = baselineMeans.length > 0 ? mean(baselineMeans) : null;
    const differenceMs = means.length > 0 && there !== null ? mean(means) - there : null;
    const rank = tested.findIndex((candidate) => candidate.row === row);
    const pCorrected = rank < 0 ? null : corrected[rank]!;
    const shown = pCorrected !== null && pCorrected < ALPHA;
    return {
      key: row.key,
      verdict: !shown ? 'no difference shown' : result!.t < 0 ? 'faster' : 'slower',
      differenceMs,
      differencePercent: differenceMs !== null && there ? (100 * differenceMs) / there : null,
      test: result
        ? `Welch t-test, two-sided, on the means of ${means.length} and ${baselineMeans.length} runs, Holm-corrected over ${tested.length} ${tested.length === 1 ? 'row' : 'rows'}, alpha ${ALPHA}`
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
