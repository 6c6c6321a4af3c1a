/** Toxics that tell Toxiproxy to make a path as slow as a network. Pure. */
import type { Network } from './network.ts';

/** As its API takes it. `downstream` is from the server to the clients. */
interface Toxic {
  name: string;
  type: 'latency' | 'bandwidth';
  stream: 'upstream' | 'downstream';
  toxicity: 1;
  attributes: Record<string, number>;
}

const BITS = 8;

/**
 * The latency of each direction before its bandwidth: Toxiproxy counts a delay from when it read, so that after a slow line the delay would
 * be over already. It knows whole ms alone, so one direction may get one more than the other.
 */
export function toxicsOf({ roundTripMs, jitterMs, downKbit, upKbit }: Network): Toxic[] {
  return [
    ...direction('upstream', Math.floor(roundTripMs / 2), Math.floor(jitterMs / 2), upKbit),
    ...direction('downstream', Math.ceil(roundTripMs / 2), Math.ceil(jitterMs / 2), downKbit),
  ];
}

function direction(stream: Toxic['stream'], latency: number, jitter: number, kbit: number): Toxic[] {
  const toxic = (type: Toxic['type'], attributes: Toxic['attributes']): Toxic => ({
    ...{ name: `${type} ${stream}`, type, stream, toxicity: 1, attributes },
  });
  const bandwidth = toxic('bandwidth', { rate: kbit / BITS });
  return latency === 0 ? [bandwidth] : [toxic('latency', { latency, jitter }), bandwidth];
}
