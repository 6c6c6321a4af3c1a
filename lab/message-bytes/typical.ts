import { TRANSPORT_ENTRIES, type Transport } from '../../metrics/transports.ts';
import type { Bytes } from './counting-pipe.ts';

/**
 * Which of several equal messages counts, each direction alone: the one in the middle, but the second least where
 * clients poll by the clock. There most messages have an empty poll in them when the machine is busy and a message
 * lasts as long as the time between two polls. Elsewhere the least would be wrong: a request that comes late counts
 * for the next message, so that its own lacks it.
 */
export function typical(all: readonly Bytes[], transport: Transport): Bytes {
  const place = TRANSPORT_ENTRIES[transport].polls === 'timed' ? 1 : all.length >> 1;
  const inPlace = (of: keyof Bytes) => all.map((one) => one[of]).sort((a, b) => a - b)[place]!;
  return { toServer: inPlace('toServer'), toClients: inPlace('toClients') };
}
