/** A small picture of a claim: the study's figure, ours with its interval, an axis for each metric. Pure. */

import type { Evidence, JudgedClaim } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';

interface Point {
  what: string;
  unit: string;
  theirs: number | null;
  value: number;
  low: number;
  high: number;
}

const WIDTH = 720;
const ROW = 30;
const LEFT = 20;
const TOP = 26;
/** Below the rows of one unit, for the numbers of its axis. */
const AXIS = 16;
/** The most comparisons in a chart, so that it stays small; those that decide the verdict come first. */
const MOST_ROWS = 8;

/** Ratios have a logarithmic axis, which needs numbers above zero. */
const RATIO = 'times';

const pointOf = ({ what, theirs, value, low, high, unit }: Evidence): Point[] =>
  value === null || unit === 'runs' || value < 0 || (unit === RATIO && value === 0)
    ? []
    : [{ what, unit, theirs, value, low: low ?? value, high: high ?? value }];

function pointsOf({ evidence, verdict, factor }: JudgedClaim): Point[] {
  const seen = new Set<string>();
  const decisive = evidence.filter((each) => each.verdict === verdict);
  return [...decisive, ...evidence, ...(factor?.evidence ?? [])]
    .flatMap(pointOf)
    .filter(({ what }) => !seen.has(what) && seen.add(what))
    .slice(0, MOST_ROWS);
}

/** Whether a claim has anything to draw. */
export const hasChart = (claim: JudgedClaim): boolean => pointsOf(claim).length > 0;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As many characters as fit beside the figures and their unit. */
const MOST_LETTERS = 74;
/** Without its middle where it is too long: labels of one claim differ at their ends. */
function shortened(text: string): string {
  const side = (MOST_LETTERS - 1) / 2;
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, Math.ceil(side))}…${text.slice(-Math.floor(side))}`;
}

const at = (value: number): string => value.toFixed(1);

type Axis = (value: number) => number;

const spread = (share: number): number => LEFT + share * (WIDTH - 2 * LEFT);

const valuesOf = (points: readonly Point[]): number[] =>
  points.flatMap(({ unit, theirs, low, high }) => [low, high, ...(isDrawn(theirs, unit) ? [theirs] : [])]);

const isDrawn = (theirs: number | null, unit: string): theirs is number =>
  theirs !== null && (unit === RATIO ? theirs > 0 : theirs >= 0);

/** From the smallest to the largest ratio, and 1, which divides more from less. */
function ratioAxis(points: readonly Point[]): Axis {
  const values = valuesOf(points).filter((value) => value > 0);
  const from = Math.log(Math.min(1, ...values) / 1.15);
  const to = Math.log(Math.max(1, ...values) * 1.15);
  return (value) => spread((Math.log(Math.max(value, Math.exp(from))) - from) / (to - from));
}

const largestOf = (points: readonly Point[]): number => Math.max(...valuesOf(points));

/** From 0 to the largest. */
function levelAxis(points: readonly Point[]): Axis {
  const most = largestOf(points) || 1;
  return (value) => spread(Math.max(0, value) / most);
}

/** Ratios share an axis; so do levels of one metric, which their labels begin with. */
const axisOf = ({ unit, what }: Point): string => (unit === RATIO ? RATIO : `${what.split(/,| of /)[0]} ${unit}`);

function row({ what, unit, theirs, value, low, high }: Point, y: number, x: Axis): string[] {
  const bar = y + 10;
  const label = `${shortened(what)}: ${theirs === null ? '' : `theirs ${digits(theirs)}, `}ours ${digits(value)} ${unit}`;
  const study = isDrawn(theirs, unit)
    ? [`<rect x="${at(x(theirs) - 4)}" y="${bar - 4}" width="8" height="8" fill="#d97706"/>`]
    : [];
  return [
    `<text x="${LEFT + 6}" y="${y}">${escaped(label)}</text>`,
    `<line x1="${at(x(low))}" x2="${at(x(high))}" y1="${bar}" y2="${bar}" stroke="#2563eb" stroke-width="3"/>`,
    ...study,
    `<circle cx="${at(x(value))}" cy="${bar}" r="4" fill="#2563eb"/>`,
  ];
}

/** The rows of one axis, from `top` down, with its zero, or the 1 of ratios, as a line beside each bar; labels stay clear of it. */
function drawn(points: readonly Point[], top: number): string[] {
  const isRatio = points[0]!.unit === RATIO;
  const x = isRatio ? ratioAxis(points) : levelAxis(points);
  const origin = isRatio ? 1 : 0;
  const numbers = top + points.length * ROW - 2;
  const line = at(x(origin));
  const end = `<text x="${WIDTH - LEFT}" y="${numbers}" text-anchor="end">${digits(largestOf(points))}</text>`;
  return [
    `<text x="${at(x(origin) + 3)}" y="${numbers}">${origin}</text>`,
    ...(isRatio || largestOf(points) === 0 ? [] : [end]),
    ...points.flatMap((point, index) => {
      const y = top + index * ROW;
      return [`<line x1="${line}" x2="${line}" y1="${y + 4}" y2="${y + 16}" stroke="#9ca3af"/>`, ...row(point, y, x)];
    }),
  ];
}

/** An SVG file: ours blue with its 95 % interval, theirs an orange square, a line where both sides are equal or nothing is. */
export function claimChart(claim: JudgedClaim): string {
  const points = pointsOf(claim);
  let top = TOP;
  const groups = [...new Set(points.map(axisOf))].flatMap((axis) => {
    const sharing = points.filter((point) => axisOf(point) === axis);
    const lines = drawn(sharing, top);
    top += sharing.length * ROW + AXIS;
    return lines;
  });
  const height = top - AXIS;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11" fill="#6b7280">`,
    `<title>${escaped(claim.says)}</title>`,
    ...groups,
    '</svg>',
  ].join('\n')}\n`;
}
