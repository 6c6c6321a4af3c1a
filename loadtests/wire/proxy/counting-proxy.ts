/**
 * Counts what goes over the wire by a proxy between clients and server. It is in the way of every message, so that a run
 * with it says so: its byte counts are good, its latencies are those of framework and proxy together.
 */
import { join } from 'node:path';
import type { Server } from '../../../setup/apps/places/server-process.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { HelperProcess } from '../../helper-process.ts';

export type WireCommand = { do: 'listen'; host: string; serverPort: number } | { do: 'count' };

/** Since the proxy began: TCP payload bytes of both directions, and HTTP requests (a WebSocket's handshake is one). */
export interface WireTotals {
  bytes: number;
  httpRequests: number;
}

export class WireProxy {
  private constructor(
    private readonly helper: HelperProcess,
    /** The URL where clients connect instead of to the server. */
    readonly url: string,
  ) {}

  /** Starts a proxy before `server`. @param host the interface the server listens on; the proxy listens on the same */
  static async start(server: Pick<Server, 'port' | 'url'>, host: string): Promise<WireProxy> {
    const script = join(import.meta.dirname, 'proxy-process.ts');
    const helper = await HelperProcess.start(script, 'wire', { label: 'counting proxy', role: 'server' });
    const command: WireCommand = { do: 'listen', host, serverPort: server.port };
    const answer = await helper.ask<{ port: number }>(command);
    if (answer === null) throw new OutcryError('the counting proxy did not start', EXIT.failed);
    const url = new URL(server.url);
    url.port = String(answer.port);
    return new WireProxy(helper, url.origin);
  }

  /** Counts the traffic since the start; null when the proxy has died. */
  count(): Promise<WireTotals | null> {
    return this.helper.ask({ do: 'count' } satisfies WireCommand);
  }

  stop(): Promise<void> {
    return this.helper.stop();
  }
}
