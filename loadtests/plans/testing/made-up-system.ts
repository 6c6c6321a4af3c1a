/** Systems that break at a known load, for tests of searches. */

import { nextValue, type SearchOptions } from '../search.ts';
import type { Probe } from '../sign-interval.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A system of whose runs half break at `point`.
 * @param spread how gradual that is: at `point` times (1 + `spread`) 73 % break, at `point` divided by it 27 %; 0: a sharp edge
 */
export function breaksAt(point: number, spread: number, random: () => number): (value: number) => boolean {
  if (spread === 0) return (value) => value >= point;
  return (value) => random() < 1 / (1 + Math.exp(-Math.log(value / point) / Math.log(1 + spread)));
}

/** Runs a search to its end. @param ceiling from here on loads cannot be given */
export function searched(
  options: SearchOptions,
  breaks: (value: number) => boolean,
  ceiling = Number.POSITIVE_INFINITY,
): Probe[] {
  const probes: Probe[] = [];
  for (;;) {
    const value = nextValue(options, probes);
    if (value === null) return probes;
    probes.push({ value, broke: breaks(value), notGiven: value >= ceiling });
  }
}
