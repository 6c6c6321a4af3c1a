/** A history as a chart of bars and a sentence. Pure. */
import type { Change, History, HistoryPoint } from '../../merge/compare/history.ts';
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

/** A version, or a session by its note or its time; with its version and its commit of Outcry where points differ in them. */
function nameOf({ version, session }: HistoryPoint, points: readonly HistoryPoint[]): string {
  if (session === null) return version;
  const { id, note, startedAt, outcry } = session;
  const when = note ?? startedAt?.slice(0, 16).replace('T', ' ') ?? id;
  const isOneVersion = points.every((point) => point.version === version);
  const isOneCommit = points.every((point) => point.session?.outcry === outcry);
  return [...(isOneVersion ? [] : [version]), when, ...(isOneCommit ? [] : [`Outcry ${outcry ?? 'unknown'}`])].join(
    ', ',
  );
}

const timesText = ({ ratio }: Change): string =>
  ratio === null ? '' : `${figure(ratio.value)} x (${figure(ratio.low)} to ${figure(ratio.high)})`;

function title({ combination, figure: path, by }: History): string {
  const { frameworkLabel, version, transport, scenario, clients } = combination;
  const label = version === undefined ? frameworkLabel : frameworkLabel.replace(` ${version}`, '');
  return `${label} over ${transport}, ${scenario}, ${clients ?? 'unknown'} clients: ${path} by ${by === 'rounds' ? 'version, in the same rounds' : 'session'}`;
}

function changeText(change: Change, points: readonly HistoryPoint[]): string {
  const size = change.ratio === null ? '' : ` to ${timesText(change)} what it was`;
  return `at ${nameOf(points[change.at]!, points)}${size}, p ${figure(change.p)}`;
}

/** Says what changed, and where. */
export function historySentence({ points, changes, figure: path }: History): string {
  if (changes.length === 0) return `No change of ${path} is shown among ${points.length} points.`;
  return `${path} changed ${changes.map((change) => changeText(change, points)).join('; ')}.`;
}

/** The change that the newest point of a history brought; null: none. */
export function freshSentence(history: History): string | null {
  const { points, changes, figure: path } = history;
  const fresh = changes.filter((change) => change.fresh);
  if (fresh.length === 0) return null;
  const each = fresh.map((change) => changeText(change, points));
  return `${title(history)}: the newest point, ${nameOf(points.at(-1)!, points)}, shows that ${path} changed ${each.join('; ')}.`;
}

/** @returns the chart, a line for each point, and the sentence below it */
export function historyText(history: History): string {
  const { points, changes } = history;
  const { unit, size } = shownUnit(history);
  const most = Math.max(...points.map(({ value }) => value));
  const names = points.map((point) => nameOf(point, points));
  const figures = points.map(({ value }) => `${figure(value / size)} ${unit}`.trim());
  const width = (texts: string[]): number => Math.max(...texts.map(({ length }) => length));
  const [nameWidth, figureWidth] = [width(names), width(figures)];
  const lines = points.map(({ value }, index) => {
    const change = changes.find(({ at }) => at === index);
    const line = `${names[index]!.padEnd(nameWidth)}  ${figures[index]!.padStart(figureWidth)}  ${bar(value / most).padEnd(BAR)}`;
    return `${change ? '*' : ' '} ${line}${change ? `  ${timesText(change)}` : ''}`.trimEnd();
  });
  return [title(history), '', ...lines, '', historySentence(history)].map(printable).join('\n');
}
