/** Graphs that a sentence says as well: counts that come at the same pace in every row and second. */
import { figure } from '../../../metrics/numbers.ts';
import type { Graph } from './graphs.ts';

/** A pace that stays within this share of its middle is steady. */
const STEADY = 0.02;

/** `Sent by clients: 40 messages/s`; null where the graph shows more than that. */
export function steadyText({ x, series, title, yTitle, bands }: Graph): string | null {
  if (x !== 'seconds' || bands || series.some(({ overtimeFrom }) => overtimeFrom !== null)) return null;
  const paces = series.flatMap(({ points }) => points.map(({ y }) => y));
  const known = paces.filter((pace) => pace !== null);
  if (known.length < paces.length || known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const middle = (least + most) / 2;
  return most - least <= 2 * STEADY * middle ? `${title}: ${figure(middle)} ${yTitle}` : null;
}
