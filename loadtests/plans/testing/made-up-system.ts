/** Systems that break at a known load, for tests of searches. */
import { seededRandom } from '../../../protocol/random.ts';
import { nextValue, type SearchOptions } from '../search.ts';
import type { Probe } from '../sign-interval.ts';

/** Numbers from 0 (included) to 1 (not), the same for the same seed. */
export const seeded = (seed: number): (() => number) => seededRandom(seed, 0);

/**
 * A system of whose runs half break at `point`.
 * @param spread the width of the edge: at `point` times (1 + `spread`) 73 % break, at `point` divided by it 27 %; 0: a sharp edge
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
