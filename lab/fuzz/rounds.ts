/**
 * In what order the inputs of a fuzz are sent: in rounds, each of which goes over every transport in turn, so that what any one of them
 * leaves behind grows through all of the samples of memory, of which there is one after each round. Pure.
 */

import { TRANSPORTS, type Transport } from '../../metrics/transports.ts';
import { seededRandom } from '../../protocol/random.ts';

export interface Turn {
  transport: Transport;
  /** How many inputs this transport has had when its turn is over, those of former rounds with them. */
  upTo: number;
  /** What its inputs are made from: another in every turn. */
  seed: number;
}

/** Enough samples for the slope of their second half. */
export const MOST_ROUNDS = 40;
/** Inputs over one transport that are worth the honest conversation before them. */
const LEAST_INPUTS = 500;

/**
 * The rounds of a fuzz with at least `inputs` inputs, in equal parts over `transports`: at most `MOST_ROUNDS`, and at least one. The seed
 * of a turn follows from `seed`, the round and the transport alone, so that it is the same whichever other transports there are.
 */
export function planRounds(inputs: number, transports: readonly Transport[], seed: number): Turn[][] {
  const each = Math.ceil(inputs / Math.max(1, transports.length));
  const rounds = Math.min(MOST_ROUNDS, Math.max(1, Math.floor(each / LEAST_INPUTS)));
  return Array.from({ length: rounds }, (_, round) =>
    transports.map((transport) => ({
      transport,
      upTo: Math.ceil((each * (round + 1)) / rounds),
      seed: seedOf(seed, round * TRANSPORTS.length + TRANSPORTS.indexOf(transport)),
    })),
  );
}

const seedOf = (seed: number, turn: number): number => Math.floor(seededRandom(seed, turn)() * 2 ** 32);
