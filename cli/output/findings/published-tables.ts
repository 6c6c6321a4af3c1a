/** A study's own tables beside ours, as Markdown. Pure. */
import {
  columnOf,
  correctionOf,
  doubtsIn,
  type PublishedTable,
  publishedTables,
} from '../../../merge/claims/published-tables.ts';
import type { JudgedClaim, JudgedFigure } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';
import { cell, distinct, measuredText, phrase, tableText } from './markdown.ts';

function cellText(figure: JudgedFigure): string {
  const { value, doubt, here } = figure;
  const correction = correctionOf(figure);
  const corrected = correction === null ? '' : ` (its data: ${cell(correction)})`;
  const mark = doubt === undefined || correction !== null ? '' : '\\*';
  return `${digits(value)}${mark}${corrected} / ${here === null ? '–' : `**${cell(measuredText(here))}**`}`;
}

function textOf({ where, common, columns, rows }: PublishedTable): string[] {
  const head = [where, ...common].map(cell).join(', ');
  const cells = rows.map((row) => [
    cell(row.label) || '–',
    ...row.cells.map((figures) => distinct(figures.map(cellText)).join('; ')),
  ]);
  return ['', ...tableText([head, ...columns.map(cell)], cells)];
}

/** The most figures of ours in a place that has a row each in place of a table. */
const LOOSE = 4;
const isLoose = ({ known }: PublishedTable): boolean => known <= LOOSE;

/** Figures of places that have few, a row each. */
function looseText(tables: readonly PublishedTable[]): string[] {
  const rows = tables.flatMap(({ where, rows }) =>
    rows
      .flatMap(({ cells }) => cells.flat())
      .flatMap((figure) => {
        const of = figure.of === '' ? '' : `, ${figure.of}`;
        return figure.here === null ? [] : [[cell(`${where}${of}: ${columnOf(figure)}`), cellText(figure)]];
      }),
  );
  return rows.length === 0 ? [] : ['', ...tableText(['elsewhere', 'theirs / **ours**'], rows)];
}

/** The tables, a line apart; empty: no figure of the study has one of ours beside it. */
export function tablesText(claims: readonly JudgedClaim[]): string[] {
  const tables = publishedTables(claims);
  const doubts = doubtsIn(tables);
  return [
    ...tables.filter((table) => !isLoose(table)).flatMap(textOf),
    ...looseText(tables.filter(isLoose)),
    ...(doubts.length === 0 ? [] : ['', `\\* ${doubts.map((doubt) => cell(phrase(doubt))).join('; ')}.`]),
  ];
}
