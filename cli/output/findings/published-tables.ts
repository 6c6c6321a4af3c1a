/** A study's own tables, cell by cell beside ours. Pure. */
import type { BestStudy } from '../../../merge/claims/best-size.ts';
import type { JudgedFigure } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';
import { cell, distinct, measuredText, phrase, tableText } from './markdown.ts';

/** Figures of one place in the study: a row for what they are of, a column for what they are. */
interface Table {
  where: string;
  rows: string[];
  columns: string[];
  figures: JudgedFigure[];
}

const columnOf = ({ what, unit }: JudgedFigure): string => (unit === '' ? what : `${what}, ${unit}`);

/** The table of each place that has figures of ours, without the rows and columns that have none. */
function tablesOf({ claims }: BestStudy): Table[] {
  const places = distinct(claims.map(({ where }) => where));
  return places.flatMap((where) => {
    const all = claims.flatMap((claim) => (claim.where === where ? claim.figures : []));
    const known = all.filter(isKnown);
    const rows = distinct(known.map((figure) => figure.of));
    const columns = distinct(known.map(columnOf));
    const figures = all.filter((figure) => rows.includes(figure.of) && columns.includes(columnOf(figure)));
    return known.length === 0 ? [] : [{ where, rows, columns, figures }];
  });
}

/** `SignalR, sse, 60 clients` without what all rows say. */
function shortened(rows: readonly string[]): { labels: string[]; common: string[] } {
  const parts = rows.map((row) => row.split(', '));
  const isCommon = (part: string) => rows.length > 1 && parts.every((others) => others.includes(part));
  return {
    labels: parts.map((mine) => mine.filter((part) => !isCommon(part)).join(', ')),
    common: parts[0]!.filter(isCommon),
  };
}

/** A correction stands beside the figure; another doubt below the tables. */
const CORRECTION = "the study's own data give";

function cellText({ value, doubt, here }: JudgedFigure): string {
  const corrected = doubt?.startsWith(CORRECTION) ? ` (its data: ${cell(doubt.slice(CORRECTION.length))})` : '';
  const mark = doubt === undefined || corrected !== '' ? '' : '\\*';
  return `${digits(value)}${mark}${corrected} / ${here === null ? '–' : `**${cell(measuredText(here))}**`}`;
}

function textOf({ where, rows, columns, figures }: Table): string[] {
  const { labels, common } = shortened(rows);
  const cells = rows.map((row, index) => [
    cell(labels[index]!) || '–',
    ...columns.map((column) => {
      const mine = figures.filter((one) => one.of === row && columnOf(one) === column);
      return distinct(mine.map(cellText)).join('; ');
    }),
  ]);
  const head = [where, ...common].map(cell).join(', ');
  return ['', ...tableText([head, ...columns.map(cell)], cells)];
}

const isKnown = ({ here }: JudgedFigure): boolean => here !== null;

/** The most figures of ours in a place that has a row each in place of a table. */
const LOOSE = 4;
const isLoose = ({ figures }: Table): boolean => figures.filter(isKnown).length <= LOOSE;

/** Figures of places that have few, a row each. */
function looseText(tables: readonly Table[]): string[] {
  const rows = tables.flatMap(({ where, figures }) =>
    figures.filter(isKnown).map((figure) => {
      const of = figure.of === '' ? '' : `, ${figure.of}`;
      return [cell(`${where}${of}: ${columnOf(figure)}`), cellText(figure)];
    }),
  );
  return rows.length === 0 ? [] : ['', ...tableText(['elsewhere', 'theirs / **ours**'], rows)];
}

/** The tables, a line apart; empty: no figure of the study has one of ours beside it. */
export function publishedTables(study: BestStudy): string[] {
  const tables = tablesOf(study);
  const doubts = distinct(
    tables.flatMap(({ figures }) =>
      figures.flatMap(({ doubt }) => (doubt?.startsWith(CORRECTION) ? [] : (doubt ?? []))),
    ),
  );
  return [
    ...tables.filter((table) => !isLoose(table)).flatMap(textOf),
    ...looseText(tables.filter(isLoose)),
    ...(doubts.length === 0 ? [] : ['', `\\* ${doubts.map((doubt) => cell(phrase(doubt))).join('; ')}.`]),
  ];
}
