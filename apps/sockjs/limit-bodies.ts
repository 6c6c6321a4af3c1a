/** The SockJS server keeps a request's body in memory however long it is; this cuts those that go on for too long. */
import type { IncomingMessage, Server } from 'node:http';

/** Cuts the connection of any request to `http` whose body is over `limitBytes`. */
export function limitBodies(http: Server, limitBytes: number): void {
  http.prependListener('request', (request: IncomingMessage) => {
    if (request.method !== 'POST') return;
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) request.destroy();
    });
  });
}
