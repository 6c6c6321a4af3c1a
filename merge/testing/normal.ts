/** Normal variates for simulations. */

/**
 * A standard normal variate from two uniform ones (Box and Muller 1958).
 * @param random gives numbers of 0..1, without 1
 */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
