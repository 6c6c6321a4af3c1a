/** A small picture of a claim: the study's figure, ours with its interval, and what was wanted, on one logarithmic axis. Pure. */
import { digits } from '../../../merge/claims/bounds.ts';
import type { Evidence, JudgedClaim } from '../../../merge/claims/types.ts';

interface Point {
  what: string;
  theirs: number | null;
  value: number;
  low: number;
  high: number;
}

const WIDTH = 720;
const ROW = 30;
const LEFT = 20;
const TOP = 26;
/** The most comparisons in a chart, so that it stays small; those that decide the verdict come first. */
const MOST_ROWS = 8;

/** A logarithm needs numbers above zero. */
const pointOf = ({ what, theirs, value, low, high, unit }: Evidence): Point[] =>
  value === null || value <= 0 || unit === 'runs'
    ? []
    : [{ what, theirs, value, low: low ?? value, high: high ?? value }];

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

/** As many characters as fit beside the figures. */
const MOST_LETTERS = 84;
/** Without its middle where it is too long: labels of one claim differ at their ends. */
function shortened(text: string): string {
  const side = (MOST_LETTERS - 1) / 2;
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, Math.ceil(side))}…${text.slice(-Math.floor(side))}`;
}

const at = (value: number): string => value.toFixed(1);

/** Places numbers from the smallest to the largest of all points, and 1, which divides more from less. */
function axisOf(points: readonly Point[]): (value: number) => number {
  const all = points.flatMap(({ theirs, low, high }) => [
    low,
    high,
    ...(theirs !== null && theirs > 0 ? [theirs] : []),
  ]);
  const from = Math.log(Math.min(1, ...all) / 1.15);
  const to = Math.log(Math.max(1, ...all) * 1.15);
  return (value) => LEFT + ((Math.log(value) - from) / (to - from)) * (WIDTH - 2 * LEFT);
}

function row({ what, theirs, value, low, high }: Point, index: number, x: (value: number) => number): string[] {
  const y = TOP + index * ROW;
  const bar = y + 10;
  const label = `${shortened(what)}: ${theirs === null ? '' : `theirs ${digits(theirs)}, `}ours ${digits(value)}`;
  const study =
    theirs === null || theirs <= 0
      ? []
      : [`<rect x="${at(x(theirs) - 4)}" y="${bar - 4}" width="8" height="8" fill="#d97706"/>`];
  return [
    `<text x="${LEFT}" y="${y}">${escaped(label)}</text>`,
    `<line x1="${at(x(low))}" x2="${at(x(high))}" y1="${bar}" y2="${bar}" stroke="#2563eb" stroke-width="3"/>`,
    ...study,
    `<circle cx="${at(x(value))}" cy="${bar}" r="4" fill="#2563eb"/>`,
  ];
}

/** An SVG file: ours blue with its 95 % interval, theirs an orange square, a line where both sides are equal. */
export function claimChart(claim: JudgedClaim): string {
  const points = pointsOf(claim);
  const x = axisOf(points);
  const height = TOP + points.length * ROW;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11" fill="#6b7280">`,
    `<title>${escaped(claim.says)}</title>`,
    `<line x1="${at(x(1))}" x2="${at(x(1))}" y1="8" y2="${height - 4}" stroke="#9ca3af" stroke-dasharray="3 3"/>`,
    `<text x="${at(x(1) + 3)}" y="${height - 4}">1</text>`,
    ...points.flatMap((point, index) => row(point, index, x)),
    '</svg>',
  ].join('\n')}\n`;
}
