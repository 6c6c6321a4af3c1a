/**
 * The way from the clients of a run to its server: the session's network first, where one is shaped, and then what counts bytes. So bytes are
 * counted at the server's end of the network, by a capture or by a proxy.
 */
import type { PlacedServer } from '../../setup/apps/places/place.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { SessionNetwork } from '../network/session-network.ts';
import { ShapedPath } from '../network/shaped-path.ts';
import { type CountedBy, startWireCounter, type WireCounter } from './wire-count.ts';

export interface WayPlan {
  /** The interface that servers listen on, and whatever stands before them. */
  host: string;
  /** Null: nothing is shaped. */
  network: SessionNetwork | null;
  /** What counts bytes; null: nothing does. */
  wire: CountedBy | null;
}

/** What a way leads to. */
export type ReachedServer = Pick<PlacedServer, 'url' | 'port' | 'host' | 'handedOn' | 'otherPort'>;

export interface Way {
  /** Origin that clients connect to. */
  url: string;
  /** Null where nothing is counted, or cannot be. */
  counter: WireCounter | null;
  stop(): Promise<void>;
}

/** @throws OutcryError (failed) when the network cannot stand before this server, or something does not start */
export async function wayTo(server: ReachedServer, { host, network, wire }: WayPlan): Promise<Way> {
  if (server.host === 'other' && (network !== null || wire !== null)) {
    const what = network === null ? 'bytes cannot be counted' : 'the network cannot be shaped';
    throw new OutcryError(`${what} before a server on another machine`, EXIT.usage);
  }
  if (network !== null && server.otherPort !== null) {
    throw new OutcryError(`the network cannot be shaped: ${server.otherPort}`, EXIT.failed);
  }
  const counter =
    wire === null || server.otherPort !== null
      ? null
      : await startWireCounter(wire, server, host, { handedOn: server.handedOn || network !== null });
  const url = new URL(counter?.url ?? server.url);
  if (network === null) return { url: url.origin, counter, stop: async () => counter?.stop() };
  try {
    const { program, asked } = network;
    const path = await ShapedPath.start({ program, network: asked, serverPort: Number(url.port), host });
    url.port = String(path.port);
    return {
      url: url.origin,
      counter,
      stop: async () => {
        await Promise.all([counter?.stop(), path.stop()]);
      },
    };
  } catch (error) {
    await counter?.stop();
    throw error;
  }
}
