/** The column of verdicts: short in the table, with what must be said besides as numbered notes below it. */
import { type CompareOptions, type Comparison, compare, comparedWord } from '../../../merge/compare/compare.ts';
import { comparedPath } from '../../../merge/compare/ranked.ts';
import { pValue, timesText } from '../../../metrics/numbers.ts';
import type { Entry } from './row-texts.ts';

interface VerdictCell {
  id: string;
  label: string;
  /** `better`, `worse`, `none`, `baseline` or `unranked`. */
  tone: string;
  verdict: string;
  /** The ratio to the baseline's figure, with its interval, and p. */
  numbers: string;
  /** Numbers of the notes that belong to it: "1 3". */
  marks: string;
  /** The same notes in full. */
  about: string;
}

export interface Verdicts {
  /** In the order of the entries. */
  cells: VerdictCell[];
  /** The comparisons behind the cells; null for the baseline. */
  comparisons: (Comparison | null)[];
  notes: { mark: number; text: string }[];
  /** The test behind the verdicts; null when none was made. */
  test: string | null;
}

type Content = Omit<VerdictCell, 'id' | 'label'>;

const BASELINE: Content = { tone: 'baseline', verdict: 'compared with', numbers: '', marks: '', about: '' };

/**
 * Compares `entries` with the one that is `baseline`, by what its scenario's rows are compared by.
 * @param unranked why a row cannot be ranked; null: it can. A row that cannot has no verdict.
 */
export function verdictsOf(
  entries: Entry[],
  baseline: Entry,
  by: CompareOptions,
  unranked: (entry: Entry) => string | null,
): Verdicts {
  const others = entries.filter((entry) => entry !== baseline && unranked(entry) === null);
  const comparisons = compare(
    baseline.merge,
    others.map(({ merge }) => merge),
    by,
  );
  const notes: string[] = [];
  const markOf = (text: string): number => {
    if (!notes.includes(text)) notes.push(text);
    return notes.indexOf(text) + 1;
  };
  const noted = (said: string[]) => ({ marks: said.map(markOf).join(' '), about: said.join('; ') });
  const cellOf = ({ verdict, word, ratio, pCorrected, reason, remarks }: Comparison): Content => ({
    tone: verdict,
    verdict: word,
    numbers: [timesText(ratio), pValue(pCorrected)].filter(Boolean).join(', '),
    ...noted(reason === null ? remarks : [reason, ...remarks]),
  });
  const contentOf = (entry: Entry): Content => {
    const reason = unranked(entry);
    if (reason !== null) return { tone: 'unranked', verdict: 'not ranked', numbers: '', ...noted([reason]) };
    const comparison = comparisons[others.indexOf(entry)];
    return comparison === undefined ? BASELINE : cellOf(comparison);
  };
  return {
    cells: entries.map((entry) => ({ id: entry.id, label: entry.label, ...contentOf(entry) })),
    comparisons: entries.map((entry) => comparisons[others.indexOf(entry)] ?? null),
    notes: notes.map((text, index) => ({ mark: index + 1, text })),
    test: testOf(comparisons, baseline, by),
  };
}

/** The test in words, and what was put to it. */
function testOf(comparisons: Comparison[], { merge }: Entry, by: CompareOptions): string | null {
  const test = comparisons.find((comparison) => comparison.test !== null)?.test ?? null;
  const compared = merge.metrics[by.metric];
  if (test === null || compared === undefined) return null;
  return `${test}. Compared are the runs’ ${comparedWord(merge, comparedPath(by))} of: ${compared.label}.`;
}
