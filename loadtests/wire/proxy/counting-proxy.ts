/**
 * Counts what goes over the wire by a proxy between clients and server. It is in the way of every message, so that a run
 * with it says so: its byte counts are good, its latencies are those of framework and proxy together.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundleForNode } from '../../../setup/apps/build/bundle.ts';
import type { Server } from '../../../setup/apps/places/server-process.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { killTree, spawnOwned, tell } from '../../../system/processes.ts';
import { ROOT } from '../../../system/root.ts';

export type WireCommand = { do: 'listen'; host: string; serverPort: number } | { do: 'count' };

/** Since the proxy began: TCP payload bytes of both directions, and HTTP requests (a WebSocket's handshake is one). */
export interface WireTotals {
  bytes: number;
  httpRequests: number;
}

export class WireProxy {

  private constructor(private readonly child: ChildProcess, 
    /** The URL where clients connect instead of to the server. */
    readonly url: string) {}

  /**
   * Starts a proxy before `server`.
   * @param host the interface the server listens on; the proxy listens on the same
   */
  static async start(server: Pick<Server, 'port' | 'url'>, host: string): Promise<WireProxy> {
    const bundle = join(ROOT, '.outcry', 'build', 'wire.mjs');
    await bundleForNode(join(import.meta.dirname, 'proxy-process.ts'), bundle);
    const child = spawnOwned([process.execPath, bundle], {
      label: 'counting proxy',
      role: 'server',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    tell(child, { do: 'listen', host, serverPort: server.port } satisfies WireCommand);
    const answer = await Promise.race([
      once(child, 'message').then(([message]) => message as { port: number }),
      once(child, 'exit').then(() => null),
    ]);
    if (answer === null) throw new OutcryError('the counting proxy did not start', EXIT.failed);
    const url = new URL(server.url);
    url.port = String(answer.port);
    return new WireProxy(child, url.origin);
  }

  /** Counts the traffic since the start; null when the proxy has died. */
  async count(): Promise<WireTotals | null> {
    if (!this.child.connected) return null;
    const answer = once(this.child, 'message').then(([message]) => message as WireTotals);
    tell(this.child, { do: 'count' } satisfies WireCommand);
    return Promise.race([answer, once(this.child, 'exit').then(() => null)]);
  }

  async stop(): Promise<void> {
    if (this.child.pid !== undefined) await killTree(this.child.pid, 500);
  }
}
