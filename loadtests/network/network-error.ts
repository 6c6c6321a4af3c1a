/** Where a network is not what it was asked to be. Pure. */
import { type Network, type NetworkMeasured, networkText } from '../../protocol/network.ts';

/** A round trip is off when it is by more than both of these, */
const ROUND_TRIP_MS = 1;
const ROUND_TRIP_SHARE = 0.1;
/** and what is carried when it is by more than this. */
const BANDWIDTH_SHARE = 0.1;

const n = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 4 });

/** Where a network is not what was asked for, in a sentence; null: it is, within 10 % (a round trip: or 1 ms). */
export function networkError(asked: Network, measured: NetworkMeasured): string | null {
  const off: string[] = [];
  const trip = Math.abs(measured.roundTripMs - asked.roundTripMs);
  if (trip > ROUND_TRIP_MS && trip > asked.roundTripMs * ROUND_TRIP_SHARE) {
    off.push(`its round trip took ${n(measured.roundTripMs)} ms`);
  }
  for (const [field, to] of [
    ['downKbit', 'from'],
    ['upKbit', 'to'],
  ] as const) {
    if (Math.abs(measured[field] - asked[field]) > asked[field] * BANDWIDTH_SHARE) {
      off.push(`it carried ${n(measured[field])} kbit/s ${to} the server`);
    }
  }
  return off.length === 0 ? null : `the network was asked to be ${networkText(asked)}; ${off.join(', ')}`;
}
