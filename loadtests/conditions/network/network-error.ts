/** Where a network is not what it was asked to be. Pure. */

import { significantGrouped as n } from '../../../metrics/numbers.ts';
import { DATAGRAMS } from './measure-loss.ts';
import { type Network, type NetworkMeasured, networkText } from './network.ts';

/** A round trip is off when it is by more than both of these, */
const ROUND_TRIP_MS = 1;
const ROUND_TRIP_SHARE = 0.1;
/** and what is carried when it is by more than this. */
const BANDWIDTH_SHARE = 0.1;
/** The loss is off if it differs by more than this share and by more than this many standard deviations. */
const LOSS_SHARE = 0.1;
const LOSS_DEVIATIONS = 4;

/** Whether a loss differs from the one that was asked for, both in percent. */
function isLossOff(asked: number, measured: number): boolean {
  const difference = Math.abs(measured - asked);
  const deviation = Math.sqrt((asked * (100 - asked)) / DATAGRAMS);
  return difference > LOSS_SHARE * asked && difference > LOSS_DEVIATIONS * deviation;
}

/** Where a network is not what was asked for, in a sentence; null: it is, within 10 % (a round trip: or 1 ms; loss: or chance). */
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
  const { lossPercent = 0 } = asked;
  for (const [lost = 0, way] of [
    [measured.lossToServer, 'to the server'],
    [measured.lossToClients, 'to clients'],
  ] as const) {
    if (isLossOff(lossPercent, lost)) off.push(`it lost ${n(lost)} % of the packets ${way}`);
  }
  return off.length === 0 ? null : `the network was asked to be ${networkText(asked)}; ${off.join(', ')}`;
}
