/** A study's own tables beside ours, as Markdown. Pure. */

import { distinct, measuredText, phrase } from '../../../merge/choice/figure-text.ts';
import {
  correctionOf,
  doubtsIn,
  type PublishedTable,
  publishedTables,
} from '../../../merge/claims/published-tables.ts';
import { readFigure } from '../../../merge/claims/quantity.ts';
import type { JudgedClaim, JudgedFigure } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';
import { cell, tableText } from './markdown.ts';

type Row = PublishedTable['rows'][number];

function theirsText(figure: JudgedFigure): string {
  const { value, doubt } = figure;
  const correction = correctionOf(figure);
  const corrected = correction === null ? '' : ` (its data: ${cell(correction)})`;
  const mark = doubt === undefined || correction !== null ? '' : '\\*';
  return `${digits(value)}${mark}${corrected}`;
}

const oursText = ({ here }: JudgedFigure): string => (here === null ? '–' : `**${cell(measuredText(here))}**`);

/** `1, 2 / **3**; 4 / **5**`: figures of theirs before the one of ours that is beside them all. */
function cellText(figures: readonly JudgedFigure[]): string {
  const beside = distinct(figures.map(oursText));
  const theirsOf = (ours: string) => figures.filter((figure) => oursText(figure) === ours).map(theirsText);
  return beside.map((ours) => `${theirsOf(ours).join(', ')} / ${ours}`).join('; ');
}

/** The figures of a cell, each once: several claims may cite it. */
const once = (figures: readonly JudgedFigure[]): JudgedFigure[] => [
  ...new Map(figures.map((figure) => [cellText([figure]), figure])).values(),
];

/** `Alpha, round 1` without its last part. */
const stemOf = ({ label }: Row): string => label.split(', ').slice(0, -1).join(', ');

/** Tells whether two rows are parts of one, such as rounds: they have one stem, and in each cell the same figure of ours or none. */
function isPartOf(row: Row, first: Row): boolean {
  const isSame = (one: readonly JudgedFigure[], other: readonly JudgedFigure[]): boolean =>
    one.length < 2 && one.map(oursText).join() === other.map(oursText).join();
  return (
    stemOf(row) !== '' && stemOf(row) === stemOf(first) && row.cells.every((one, at) => isSame(one, first.cells[at]!))
  );
}

/** Rows in a line of cells each; rows next to each other that are parts of one share a line. */
function linesOf(rows: readonly Row[]): string[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const cells = row.cells.map(once);
    const group = groups.at(-1);
    if (group !== undefined && isPartOf({ ...row, cells }, group[0]!)) group.push({ ...row, cells });
    else groups.push([{ ...row, cells }]);
  }
  return groups.map(([first, ...others]) => [
    cell([first!.label, ...others.map(({ label }) => label.split(', ').at(-1)!)].join(', ')) || '–',
    ...first!.cells.map((figures, at) => cellText([...figures, ...others.flatMap(({ cells }) => cells[at]!)])),
  ]);
}

/** The unit of all columns, which then need not say it; null: they have several or none. */
function unitOf(columns: readonly string[]): string | null {
  const [unit, another] = distinct(columns.map((column) => /, ([^,]+)$/.exec(column)?.[1] ?? ''));
  return columns.length < 2 || unit === '' || another !== undefined ? null : unit!;
}

function textOf({ where, common, columns, rows }: PublishedTable): string[] {
  const unit = unitOf(columns);
  const heads = columns.map((column) => (unit === null ? column : column.slice(0, -`, ${unit}`.length)));
  const head = [where, ...common, ...(unit === null ? [] : [unit])].join(', ');
  return ['', ...tableText([head, ...heads].map(cell), linesOf(rows))];
}

/** The most figures of ours in a place that has an item of a list in place of a table. */
const LOOSE = 4;
const isLoose = ({ known }: PublishedTable): boolean => known <= LOOSE;

/** `- place: of one: 1 / **2**; of another: 3 / **4**`. */
function itemOf({ where, common, columns, rows }: PublishedTable): string {
  const single = columns.length === 1;
  const figures = rows.flatMap(({ label, cells }) =>
    cells.flatMap((all, at) => {
      const known = once(all.filter(({ here }) => here !== null));
      const of = [label, ...(single ? [] : [columns[at]!])].filter((part) => part !== '').join(', ');
      return known.length === 0 ? [] : [`${of === '' ? '' : `${cell(of)}: `}${cellText(known)}`];
    }),
  );
  return `- ${cell([where, ...common, ...(single ? columns : [])].join(', '))}: ${figures.join('; ')}`;
}

const looseText = (tables: readonly PublishedTable[]): string[] =>
  tables.length === 0 ? [] : ['', 'Elsewhere:', '', ...tables.map(itemOf)];

/** Tells whether a figure is of the lowest or the highest second of all runs, which has no interval. */
function isExtreme({ ours }: JudgedFigure): boolean {
  const figure = typeof ours === 'string' ? readFigure(ours)?.figure : undefined;
  return typeof figure === 'object' && figure.extreme !== null;
}

/** A table without its columns of extreme seconds, which the charts app has; one of these alone stays. */
function withoutExtremes(table: PublishedTable): PublishedTable {
  const isKept = (at: number): boolean =>
    table.rows.some(({ cells }) => cells[at]!.some((figure) => figure.here !== null && !isExtreme(figure)));
  const kept = <T>(of: readonly T[]): T[] => of.filter((_, at) => isKept(at));
  const columns = kept(table.columns);
  if (columns.length === 0) return table;
  return { ...table, columns, rows: table.rows.map((row) => ({ ...row, cells: kept(row.cells) })) };
}

/** The tables, a line apart; empty: no figure of the study has one of ours beside it. */
export function tablesText(claims: readonly JudgedClaim[]): string[] {
  const tables = publishedTables(claims).map((table) => (isLoose(table) ? table : withoutExtremes(table)));
  const doubts = doubtsIn(tables);
  return [
    ...tables.filter((table) => !isLoose(table)).flatMap(textOf),
    ...looseText(tables.filter(isLoose)),
    ...(doubts.length === 0 ? [] : ['', `\\* ${doubts.map((doubt) => cell(phrase(doubt))).join('; ')}.`]),
  ];
}
