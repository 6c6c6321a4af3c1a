/**
 * The network path from the clients of a run to its server: first what conditions put between them, such as a shaped network, then the
 * byte counter. So a capture or a proxy counts bytes at the server's end.
 */
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { PathBefore, PreparedConditions, ReachedServer } from '../../conditions/condition.ts';
import { BothSides, type CountedBy, startWireCounter, type WireCounter } from './wire-count.ts';

export interface NetworkPathPlan {
  /** The interface that servers listen on, and whatever stands before them. */
  host: string;
  /** What counts bytes; null: nothing does. */
  wire: CountedBy | null;
}

export interface NetworkPath {
  /** Origin that clients connect to. */
  url: string;
  /** Null where nothing is counted, or cannot be. */
  counter: WireCounter | null;
  /** Root of the process tree before the server that is measured apart; null: there is none. */
  front: number | null;
  /** What stands between, by the names of its conditions. */
  between: ReadonlyMap<string, PathBefore>;
  stop(): Promise<void>;
}

/** @throws OutcryError when a condition cannot stand before this server, or something does not start */
export async function networkPathTo(
  server: ReachedServer,
  { host, wire }: NetworkPathPlan,
  conditions: PreparedConditions,
): Promise<NetworkPath> {
  const standing = [...conditions].filter(([, { pathTo }]) => pathTo !== undefined);
  if (server.host === 'other' && wire !== null && standing.length === 0) {
    throw new OutcryError('bytes cannot be counted before a server on another machine', EXIT.usage);
  }
  const inside =
    wire === null || server.otherPort !== null || server.host === 'other'
      ? null
      : await startWireCounter(wire, server, host, { handedOn: server.handedOn || standing.length > 0 });
  const url = new URL(inside?.url ?? server.url);
  const between = new Map<string, PathBefore>();
  let counter = inside;
  const stop = async (): Promise<void> => {
    await Promise.all([counter?.stop(), ...[...between.values()].map((path) => path.stop())]);
  };
  try {
    for (const [name, condition] of standing) {
      const path = await condition.pathTo!(server, Number(url.port));
      between.set(name, path);
      url.port = String(path.port);
      if (path.secure) url.protocol = 'https:';
      if (inside !== null && wire !== null && path.pid !== undefined)
        counter = await bothSides(inside, wire, path, host);
    }
    const front = [...between.values()].find(({ pid }) => pid !== undefined)?.pid ?? null;
    return { url: url.origin, counter, front, between, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A second proxy would be in the way of every message too, so that only a capture counts on both sides. */
async function bothSides(
  inside: WireCounter,
  wire: CountedBy,
  { port }: PathBefore,
  host: string,
): Promise<WireCounter> {
  if (wire.by === 'proxy') return new BothSides(inside, null);
  const outside = await startWireCounter(wire, { url: '', port }, host, { handedOn: true, datagrams: true });
  return new BothSides(inside, outside);
}
