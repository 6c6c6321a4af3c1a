/** Sentences on the history of a figure. */
import { plainFigure as figure } from '../../metrics/numbers.ts';
import type { Change, History, HistoryPoint } from '../compare/history.ts';

/** A version, or a session by its note or its time; with its version and its commit of Outcry where points differ in them. */
export function pointName({ version, session }: HistoryPoint, points: readonly HistoryPoint[]): string {
  if (session === null) return version;
  const { id, note, startedAt, outcry } = session;
  const when = note ?? startedAt?.slice(0, 16).replace('T', ' ') ?? id;
  const isOneVersion = points.every((point) => point.version === version);
  const isOneCommit = points.every((point) => point.session?.outcry === outcry);
  return [...(isOneVersion ? [] : [version]), when, ...(isOneCommit ? [] : [`Outcry ${outcry ?? 'unknown'}`])].join(
    ', ',
  );
}

export const timesText = ({ ratio }: Change): string =>
  ratio === null ? '' : `${figure(ratio.value)} x (${figure(ratio.low)} to ${figure(ratio.high)})`;

export function titleOf({ combination, figure: path, by }: History): string {
  const { frameworkLabel, version, transport, scenario, clients } = combination;
  const label = version === undefined ? frameworkLabel : frameworkLabel.replace(` ${version}`, '');
  return `${label} over ${transport}, ${scenario}, ${clients ?? 'unknown'} clients: ${path} by ${by === 'rounds' ? 'version, in the same rounds' : 'session'}`;
}

function changeText(change: Change, points: readonly HistoryPoint[]): string {
  const size = change.ratio === null ? '' : ` to ${timesText(change)} what it was`;
  return `at ${pointName(points[change.at]!, points)}${size}, p ${figure(change.p)}`;
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
  return `${titleOf(history)}: the newest point, ${pointName(points.at(-1)!, points)}, shows that ${path} changed ${each.join('; ')}.`;
}
