/** A study's own tables, each figure with ours beside it. Pure. */
import { distinct } from '../run-facts.ts';
import type { JudgedClaim, JudgedFigure } from './types.ts';

/** Figures of one place in the study: a row for what they are of, a column for what they are. */
export interface PublishedTable {
  where: string;
  /** What all rows are of, such as `60 clients`. */
  common: string[];
  columns: string[];
  /** `cells`: the figures of each column; empty: the study has none. */
  rows: { label: string; cells: JudgedFigure[][] }[];
  /** The number of figures that have one of ours. */
  known: number;
}

/** What a figure is, with its unit. */
const columnOf = ({ what, unit }: JudgedFigure): string => (unit === '' ? what : `${what}, ${unit}`);

const isKnown = ({ here }: JudgedFigure): boolean => here !== null;

/** In the order in which the study has them. */
const inOrder = (texts: string[]): string[] => [...new Set(texts)];

/** The table of each place that has figures of ours, without the rows and columns that have none. */
export function publishedTables(claims: readonly JudgedClaim[]): PublishedTable[] {
  return inOrder(claims.map(({ where }) => where)).flatMap((where) => {
    const all = claims.flatMap((claim) => (claim.where === where ? claim.figures : []));
    const known = all.filter(isKnown);
    if (known.length === 0) return [];
    const columns = inOrder(known.map(columnOf));
    const of = inOrder(known.map((figure) => figure.of));
    const { labels, common } = shortened(of);
    const rows = of.map((row, index) => ({
      label: labels[index]!,
      cells: columns.map((column) => all.filter((one) => one.of === row && columnOf(one) === column)),
    }));
    return [{ where, common, columns, rows, known: known.length }];
  });
}

/** `Alpha, sse, 60 clients` without what all rows say. */
function shortened(rows: readonly string[]): { labels: string[]; common: string[] } {
  const parts = rows.map((row) => row.split(', '));
  const isCommon = (part: string) => rows.length > 1 && parts.every((others) => others.includes(part));
  return {
    labels: parts.map((mine) => mine.filter((part) => !isCommon(part)).join(', ')),
    common: parts[0]!.filter(isCommon),
  };
}

/** A correction stands beside its figure; another doubt below the tables. */
const CORRECTION = "the study's own data give ";

/** The figure that the study's own data give in the place of the printed one; null: they give that. */
export const correctionOf = ({ doubt }: JudgedFigure): string | null =>
  doubt?.startsWith(CORRECTION) ? doubt.slice(CORRECTION.length) : null;

/** The doubts about figures of the tables that are no corrections. */
export const doubtsIn = (tables: readonly PublishedTable[]): string[] =>
  distinct(
    tables.flatMap(({ rows }) =>
      rows.flatMap(({ cells }) =>
        cells.flat().flatMap((figure) => (correctionOf(figure) === null ? (figure.doubt ?? []) : [])),
      ),
    ),
  );
