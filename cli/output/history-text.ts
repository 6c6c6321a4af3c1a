/** A history as a chart of bars and a sentence. Pure. */
import type { History } from '../../merge/compare/history.ts';
import { historySentence, pointName, timesText, titleOf } from '../../merge/text/history-sentences.ts';
import { plainFigure as figure } from '../../metrics/numbers.ts';
import { shownUnit } from '../../metrics/units.ts';
import { printable } from './print.ts';

const BAR = 30;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `share` of the whole width: 0..1. */
function bar(share: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * BAR * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/** @returns the chart, a line for each point, and the sentence below it */
export function historyText(history: History): string {
  const { points, changes } = history;
  const { unit, size } = shownUnit(history);
  const most = Math.max(...points.map(({ value }) => value));
  const names = points.map((point) => pointName(point, points));
  const figures = points.map(({ value }) => `${figure(value / size)} ${unit}`.trim());
  const width = (texts: string[]): number => Math.max(...texts.map(({ length }) => length));
  const [nameWidth, figureWidth] = [width(names), width(figures)];
  const lines = points.map(({ value }, index) => {
    const change = changes.find(({ at }) => at === index);
    const line = `${names[index]!.padEnd(nameWidth)}  ${figures[index]!.padStart(figureWidth)}  ${bar(value / most).padEnd(BAR)}`;
    return `${change ? '*' : ' '} ${line}${change ? `  ${timesText(change)}` : ''}`.trimEnd();
  });
  return [titleOf(history), '', ...lines, '', historySentence(history)].map(printable).join('\n');
}
