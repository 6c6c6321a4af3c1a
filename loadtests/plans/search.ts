/**
 * Searches for the value at which something breaks: grows geometrically until it does, closes in by bisection, then repeats on both
 * sides of the point. Pure: what is next follows from the runs so far, so that a search goes on where it was interrupted.
 *
 * A value that broke is run again before it is believed, since a machine that stumbles breaks a run and never mends one. A value whose runs
 * disagree is judged by most of them. A value that could not be given bounds the search as its end does.
 */
import { type Probe, signInterval } from './sign-interval.ts';

export interface SearchOptions {
  from: number;
  /** Never gone beyond. */
  to: number;
  /** The required distance between the largest value that holds and the smallest that breaks: 0.1 is 10 % of the former. */
  precision: number;
  /** Runs of each of the values around the point. */
  repeat: number;
  /** Only whole numbers can be run. */
  whole: boolean;
}

/** Each step of growth. */
const GROWTH = 2;
/** Values on each side of the point that are repeated, as long as the interval does not end there. */
const MOST_AROUND = 8;
/** Growth and bisection together take fewer; only a system without any order could come here. */
export const MOST_RUNS = 200;

type Verdict = 'held' | 'broke' | 'open';

interface Bracket {
  /** Largest value that holds below `broke`; null: none. */
  held: number | null;
  /** Smallest value that breaks; null: none. */
  broke: number | null;
  /** Most runs at `broke` could not be given. */
  ceiling: boolean;
}

/** Runs at `value` and what most of them say; `open` while another run must say. */
function verdictOf(value: number, probes: readonly Probe[]): { verdict: Verdict; runs: number } {
  const runs = probes.filter((probe) => probe.value === value);
  const broke = runs.filter((probe) => probe.broke).length;
  const held = runs.length - broke;
  if (broke === held || (broke === 1 && runs.length === 1)) return { verdict: 'open', runs: runs.length };
  return { verdict: broke > held ? 'broke' : 'held', runs: runs.length };
}

function bracketOf(probes: readonly Probe[]): Bracket {
  const values = [...new Set(probes.map(({ value }) => value))].sort((a, b) => a - b);
  const broke = values.find((value) => verdictOf(value, probes).verdict === 'broke') ?? null;
  const held = values.filter(
    (value) => verdictOf(value, probes).verdict === 'held' && (broke === null || value < broke),
  );
  const broken = probes.filter((probe) => probe.value === broke && probe.broke);
  const notGiven = broken.filter((probe) => probe.notGiven).length;
  return { held: held.at(-1) ?? null, broke, ceiling: 2 * notGiven > broken.length };
}

/** @returns the value to run next; null: the search is over */
export function nextValue(options: SearchOptions, probes: readonly Probe[]): number | null {
  if (probes.length === 0) return options.from;
  if (probes.length >= MOST_RUNS) return null;
  const open = probes.find(({ value }) => verdictOf(value, probes).verdict === 'open');
  if (open) return open.value;
  const bracket = bracketOf(probes);
  const { held, broke } = bracket;
  if (held === null) return repeated(options, probes, [broke!]);
  const nearer = broke === null ? grown(options, held) : between(options, held, broke);
  return nearer ?? around(options, probes, held, bracket);
}

function grown(options: SearchOptions, held: number): number | null {
  return held >= options.to ? null : Math.min(options.to, rounded(options, held * GROWTH));
}

/** The geometric middle, while the two are further apart than they need be. */
function between(options: SearchOptions, held: number, broke: number): number | null {
  if (broke / held <= 1 + options.precision + Number.EPSILON) return null;
  const middle = rounded(options, Math.sqrt(held * broke));
  return middle > held && middle < broke ? middle : null;
}

/** The first of `values` that has not been run often enough. */
function repeated({ repeat }: SearchOptions, probes: readonly Probe[], values: number[]): number | null {
  return values.find((value) => verdictOf(value, probes).runs < repeat) ?? null;
}

/** Repeats the values on both sides, and further out until the interval ends there or there is no room. */
function around(options: SearchOptions, probes: readonly Probe[], held: number, bracket: Bracket): number | null {
  // Beyond a ceiling no run says anything.
  const broke = bracket.ceiling ? null : bracket.broke;
  const near = repeated(options, probes, broke === null ? [held] : [held, broke]);
  if (near !== null) return near;
  const interval = intervalOf(probes, bracket);
  for (let out = 1; out < MOST_AROUND; out += 1) {
    const factor = (1 + options.precision) ** out;
    const values: number[] = [];
    const below = rounded(options, held / factor, Math.floor);
    const above = broke === null ? Number.POSITIVE_INFINITY : rounded(options, broke * factor, Math.ceil);
    if ((interval.low ?? 0) < below && below >= options.from) values.push(below);
    if ((interval.high ?? Number.POSITIVE_INFINITY) > above && above <= options.to) values.push(above);
    const next = repeated(options, probes, values);
    if (next !== null) return next;
  }
  return null;
}

/** Three significant digits do for what is no whole number. */
function rounded({ whole }: SearchOptions, value: number, how: (value: number) => number = Math.round): number {
  if (whole) return Math.max(1, how(value));
  const scale = 10 ** (2 - Math.floor(Math.log10(value)));
  return how(value * scale) / scale;
}

/** Without a value that breaks it has no upper end. */
function intervalOf(probes: readonly Probe[], { held, broke, ceiling }: Bracket): Pick<BreakingPoint, 'low' | 'high'> {
  if (held === null) return { low: null, high: null };
  const { low, high } = signInterval(probes, broke === null ? Number.POSITIVE_INFINITY : Math.sqrt(held * broke));
  return { low, high: ceiling ? null : high };
}

export interface BreakingPoint {
  /** Geometric mean of the largest value that holds and the smallest that breaks; null when only one of the two is known. */
  point: number | null;
  held: number | null;
  broke: number | null;
  /** The smallest value that could not be given, where nothing below it breaks. */
  ceiling: number | null;
  /** Two-sided 95 % interval of the value at which half of all runs break, by {@link signInterval}. */
  low: number | null;
  high: number | null;
  runs: number;
}

export function breakingPoint(probes: readonly Probe[]): BreakingPoint {
  const bracket = bracketOf(probes);
  const { held, broke, ceiling } = bracket;
  const point = held === null || broke === null || ceiling ? null : Math.sqrt(held * broke);
  const ends = ceiling ? { broke: null, ceiling: broke } : { broke, ceiling: null };
  return { point, held, ...ends, ...intervalOf(probes, bracket), runs: probes.length };
}
