/** The network between clients and server, where a session had one that was made slower than this machine's own. */
import { significantGrouped as n } from '../../../metrics/numbers.ts';

/** A network that is asked for: the delays, rates and losses of a message besides this machine's. Part of a run's identity. */
export interface Network {
  /** That of its profile, or of the file it was read from. */
  name: string;
  /** The delay of a message and its answer together, ms. */
  roundTripMs: number;
  /** A round trip takes up to this much more or less, ms. */
  jitterMs: number;
  /** The highest rate of each connection, kbit/s of TCP payload: from the server, and to it. */
  downKbit: number;
  upKbit: number;
  /** Percent of the packets that are lost, in each direction. Absent: none. */
  lossPercent?: number;
}

/** The measured network, before a session. */
export interface NetworkMeasured {
  /** Median of some round trips of one byte, ms; and the shortest and the longest of them. */
  roundTripMs: number;
  shortestMs: number;
  longestMs: number;
  /** The measured rate of one connection, kbit/s of TCP payload: from the server, and to it. */
  downKbit: number;
  upKbit: number;
  /** Percent of datagrams that were lost, to the server and from it; absent where none were to be. */
  lossToServer?: number;
  lossToClients?: number;
}

/** The network of a run that says none: nothing but this machine's own loopback, or whatever is between it and a Grid. */
export const LOCAL_NETWORK = 'local';

/** Names of networks: in labels, and of files. */
export const NETWORK_NAME_PATTERN = '^[a-z0-9][a-z0-9._-]{0,39}$';

export function networkText({ name, roundTripMs, jitterMs, downKbit, upKbit, lossPercent }: Network): string {
  const lost = lossPercent === undefined ? '' : `, ${n(lossPercent)} % of packets lost each way`;
  return `${name} (round trip ${n(roundTripMs)} ms ± ${n(jitterMs)}, ${n(downKbit)} kbit/s down, ${n(upKbit)} up${lost})`;
}

export function measuredText(measured: NetworkMeasured): string {
  const { roundTripMs, shortestMs, longestMs, downKbit, upKbit, lossToServer = null, lossToClients = null } = measured;
  const trip = `round trip ${n(roundTripMs)} ms (${n(shortestMs)} to ${n(longestMs)})`;
  const lost =
    lossToServer === null || lossToClients === null
      ? ''
      : `, ${n(lossToServer)} % of packets lost to the server, ${n(lossToClients)} % to clients`;
  return `${trip}, ${n(downKbit)} kbit/s down, ${n(upKbit)} up${lost}`;
}
