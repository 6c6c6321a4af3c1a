/** Random numbers that are the same for the same seed. */

const { imul } = Math;

/**
 * Numbers from 0 (included) to 1 (not) for client `id` of a test with `seed`. The generator is mulberry32 (Tommy Ettinger, public
 * domain): 32 bits of state, good enough to spread loads, not for secrets.
 */
export function seededRandom(seed: number, id: number): () => number {
  // The golden ratio's fraction in 32 bits keeps the streams of neighbouring clients apart.
  let state = (imul(id, 0x9e3779b9) ^ seed) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of `of`, all equally likely; null when there is none. */
export function pick<T>(of: readonly T[], random: () => number): T | null {
  return of.length === 0 ? null : of[Math.floor(random() * of.length)]!;
}

/** A whole number from `least` to `most`, both included. */
export function whole(least: number, most: number, random: () => number): number {
  return least + Math.floor(random() * (most - least + 1));
}
