/** The column of verdicts: short in the table, with what must be said besides as numbered notes below it. */
import { type Comparison, compare } from '../../merge/compare.ts';
import { pValue, signedPercent } from './format.ts';
import type { Entry } from './rows.ts';

export interface VerdictCell {
  /** `faster`, `slower`, `none` or `baseline`. */
  tone: string;
  verdict: string;
  p: string;
  /** Numbers of the notes that belong to it: "1 3". */
  marks: string;
  /** The same notes in full. */
  title: string;
}

export interface Verdicts {
  /** In the order of the entries. */
  cells: VerdictCell[];
  notes: { mark: number; text: string }[];
  /** The test behind the verdicts; null when none was made. */
  test: string | null;
}

const BASELINE: VerdictCell = { tone: 'baseline', verdict: 'baseline', p: '', marks: '', title: '' };

/** Compares `entries` with the one that is `baseline`. */
export function verdictsOf(entries: Entry[], baseline: Entry, rankStandIns: boolean): Verdicts {
  const others = entries.filter((entry) => entry !== baseline);
  const comparisons = compare(
    baseline.merge,
    others.map(({ merge }) => merge),
    { rankStandIns },
  );
  const notes: string[] = [];
  const markOf = (text: string): number => {
    if (!notes.includes(text)) notes.push(text);
    return notes.indexOf(text) + 1;
  };
  const cellOf = ({ verdict, differencePercent, pCorrected, reason, remarks }: Comparison): VerdictCell => {
    const said = reason === null ? remarks : [reason, ...remarks];
    return {
      tone: verdict === 'no difference shown' ? 'none' : verdict,
      verdict: verdict === 'no difference shown' ? verdict : `${verdict} ${signedPercent(differencePercent)}`,
      p: pValue(pCorrected),
      marks: said.map(markOf).join(' '),
      title: said.join('; '),
    };
  };
  const cells = entries.map((entry) => {
    const comparison = comparisons[others.indexOf(entry)];
    return comparison ? cellOf(comparison) : BASELINE;
  });
  return {
    cells,
    notes: notes.map((text, index) => ({ mark: index + 1, text })),
    test: comparisons.find(({ test }) => test !== null)?.test ?? null,
  };
}
