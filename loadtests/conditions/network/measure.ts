/** Finds out what a shaped network is in fact. */

import { EXIT, OutcryError } from '../../../system/errors.ts';
import { measureLoss } from './measure-loss.ts';
import type { Network, NetworkMeasured } from './network.ts';
import { ShapedPath } from './shaped-path.ts';
import { SmallestServer } from './smallest-server.ts';

const ROUND_TRIPS = 30;
/** A bandwidth is measured over about so long, s, unless that would be more bytes than that. */
const TRANSFER_SECONDS = 1;
const MOST_BYTES = 32_000_000;
const BITS = 8;

/**
 * Measures a network by the smallest server, which answers a byte with a byte. Loss is measured apart: it would slow the transfers.
 * @param program path of Toxiproxy's server
 * @param nft its path; null: no packets are lost
 * @throws OutcryError (failed) when that cannot be done
 */
export async function measureNetwork(program: string, network: Network, nft: string | null): Promise<NetworkMeasured> {
  const server = await SmallestServer.start();
  const host = '127.0.0.1';
  let path: ShapedPath | null = null;
  try {
    path = await ShapedPath.start({ program, network, serverPort: server.port, host });
    const { port } = path;
    const trips = (await server.roundTrips(port, ROUND_TRIPS)).sort((a, b) => a - b);
    const downKbit = await server.download(port, transferOf(network.downKbit));
    const upKbit = await server.upload(port, transferOf(network.upKbit));
    return {
      roundTripMs: trips[ROUND_TRIPS / 2]!,
      shortestMs: trips[0]!,
      longestMs: trips.at(-1)!,
      downKbit,
      upKbit,
      ...(nft === null ? {} : await measureLoss(nft, network.lossPercent!)),
    };
  } catch (error) {
    if (error instanceof OutcryError) throw error;
    const why = (error as Error).message;
    throw new OutcryError(`the network ${network.name} could not be measured: ${why}`, EXIT.failed, { cause: error });
  } finally {
    await path?.stop();
    await server.stop();
  }
}

const transferOf = (kbit: number): number =>
  Math.min(MOST_BYTES, Math.round(((kbit * 1000) / BITS) * TRANSFER_SECONDS));
