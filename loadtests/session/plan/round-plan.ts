/**
 * The lengths of runs and rounds, and the slices of a round, so that a session has rounds enough in its time. Pure. Measured on two
 * cores of a machine that has others beside it: a quicker one makes more rounds.
 */
import type { Scenario } from '../../scenarios/scenario.ts';
import { usualWarmUp } from '../measure/warm-up.ts';
import type { Load } from './load.ts';

/** With fewer rounds hardly anything is told apart. */
export const LEAST_ROUNDS = 4;
/** Slices of each server in a round: with fewer, one that something disturbed is half of what is known of it. */
const LEAST_SLICES = 3;
const USUAL_SLICES = 5;
/** Pieces of a warm-up, in those of the shortest, since three are not always alike at once; with two cores two servers warm up at once. */
const PIECES = 4 / 3;
const WARM_UPS_AT_ONCE = 2;

/** Seconds. */
const TAKES = {
  /** Of a round, besides its servers: their end, the records, the wait before the first slice. */
  round: 4,
  /** A server's start, its clients' connections. */
  start: 2.5,
  /** From one slice to the next: pages in the tabs of a browser are told what to do, and report. */
  between: 0.25,
  /** Of a run by itself: the server's start, the connections, writing the record. */
  aroundRun: 4,
  /** Of a run by itself: the shortest warm-up that lasts until latency is level. */
  warmUp: 7,
};

interface Turns {
  /** The least time that each server of a round warms up, s. */
  warmUps: readonly number[];
  sliceSeconds: number;
  /** Slices of the whole test that is asked for. */
  most: number;
}

function beforeSlices({ warmUps }: Turns): number {
  const sum = warmUps.reduce((all, one) => all + one, 0);
  const load = PIECES * (1 + TAKES.between) * Math.max(...warmUps, sum / WARM_UPS_AT_ONCE);
  return TAKES.round + warmUps.length * TAKES.start + load;
}

/** The duration of a round with `slices` of each server, seconds. */
export const turnsSeconds = (turns: Turns, slices: number): number =>
  beforeSlices(turns) + slices * turns.warmUps.length * (turns.sliceSeconds + TAKES.between);

/** The seconds that the fewest rounds of the fewest slices take. */
export const leastSeconds = (turns: Turns): number =>
  LEAST_ROUNDS * turnsSeconds(turns, Math.min(turns.most, LEAST_SLICES));

/** The seconds that the fewest rounds of the whole test take. */
export const wholeSeconds = (turns: Turns): number => LEAST_ROUNDS * turnsSeconds(turns, turns.most);

/**
 * The slices of each server in a round. More rounds tell more than longer ones, but half of a round's time should be load.
 * @param seconds of all rounds
 */
export function slicesFor(turns: Turns, seconds: number): number {
  const perSlice = turns.warmUps.length * (turns.sliceSeconds + TAKES.between);
  const wanted = Math.max(USUAL_SLICES, Math.round(beforeSlices(turns) / perSlice));
  const room = Math.floor((seconds / LEAST_ROUNDS - beforeSlices(turns)) / perSlice);
  return Math.max(Math.min(turns.most, LEAST_SLICES), Math.min(turns.most, wanted, room));
}

interface Runs extends Pick<Load, 'asked'> {
  combinations: readonly { app: { warmupSeconds: number } }[];
  warmupSeconds: number | null;
}

/** The duration of a run by itself of each combination, seconds, in their order. */
export function runSeconds({ combinations, asked, warmupSeconds }: Runs, scenario: Scenario): number[] {
  const { params, clients } = asked;
  const test = Math.max(scenario.plannedSeconds(params, clients), scenario.usualSeconds?.(params, clients) ?? 0);
  const least = warmupSeconds === null ? TAKES.warmUp : 0;
  const isWarmedUp = scenario.warmUp(params, TAKES.warmUp) !== null;
  return combinations.map(({ app }) => {
    const warmUp = usualWarmUp({ wanted: app.warmupSeconds, exactly: warmupSeconds, taken: 'alone' });
    return TAKES.aroundRun + (isWarmedUp ? Math.max(least, warmUp) : 0) + test;
  });
}

/** The seconds that the fewest rounds of runs by themselves take. */
export const leastSecondsAlone = (runs: Runs, scenario: Scenario): number =>
  LEAST_ROUNDS * runSeconds(runs, scenario).reduce((sum, one) => sum + one, 0);
