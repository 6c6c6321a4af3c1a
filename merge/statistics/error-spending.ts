/**
 * The error of a session that is looked at several times, spent over planned looks (Lan and DeMets, Discrete sequential boundaries for
 * clinical trials, Biometrika 70, 1983). The first look is the one when the session's time is over, and has the most: nearly all sessions
 * have no other. Each look after that, one for each time that the session is resumed, has half of what is left. The sum is below
 * {@link ALPHA} however many there are, and by Bonferroni's inequality so is the chance of an error at any of them.
 */

/** The error of a comparison in all, over all looks. */
export const ALPHA = 0.05;

const FIRST_LOOK = 0.04;

/** The error that look number `look` has, 1 being the first. */
export function errorOfLook(look: number): number {
  return look <= 1 ? FIRST_LOOK : (ALPHA - FIRST_LOOK) / 2 ** (look - 1);
}
