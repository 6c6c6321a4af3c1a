/** Choosing by numbers that are the same for the same seed. */

/** One of `of`, all as likely; null when there is none. */
export function pick<T>(of: readonly T[], random: () => number): T | null {
  return of.length === 0 ? null : of[Math.floor(random() * of.length)]!;
}

/** A whole number from `least` to `most`, both included. */
export function whole(least: number, most: number, random: () => number): number {
  return least + Math.floor(random() * (most - least + 1));
}
