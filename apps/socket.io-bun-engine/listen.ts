/** Bun's HTTP server: the engine's path is the engine's, and all else is for the kit. */
import type { Server as HttpServer } from 'node:http';
import type { Server as Engine } from '@socket.io/bun-engine';
import type { Listener } from '../../kits/node/server.ts';
import { deepenBacklog } from '../socket.io-bun/bun.ts';
import { answerBy } from './web-request.ts';

/** The part of Bun that is used. */
interface BunServer {
  port: number;
  stop(andConnections: boolean): Promise<void>;
  /** Sets when an idle request is cut off, seconds; 0: never. */
  timeout(request: Request, seconds: number): void;
}
type Handler = (request: Request, server: BunServer) => Response | Promise<Response>;
declare const Bun: {
  serve(options: {
    hostname: string;
    port: number;
    fetch: Handler;
    websocket: object;
    [option: string]: unknown;
  }): BunServer;
};

/** Listens by `engine`, with `http` for what the engine does not answer. */
export function listenOn(engine: Engine, http: HttpServer): Listener {
  let server: BunServer;
  return {
    async listen({ host, port }) {
      const handler = engine.handler() as unknown as { fetch: Handler; websocket: object };
      server = Bun.serve({
        ...handler,
        hostname: host,
        port,
        fetch(request, bun) {
          if (new URL(request.url).pathname === engine.opts.path) return handler.fetch(request, bun);
          // A feed may be silent for as long as it has nothing to say.
          bun.timeout(request, 0);
          return answerBy(http, request);
        },
      });
      deepenBacklog();
      return server.port;
    },
    close: (closed) => void server.stop(true).then(closed),
  };
}
