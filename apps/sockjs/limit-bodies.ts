/** The SockJS server keeps a request's body in memory however long it is; this cuts those that go on for too long. */
import type { IncomingMessage, Server } from 'node:http';

/** Cuts the connection of any request to `http`, to a path that begins with `prefix`, whose body is over `limitBytes`. */
export function limitBodies(http: Server, prefix: string, limitBytes: number): void {
  http.prependListener('request', (request: IncomingMessage) => {
    // A listener makes a body flow: that of another request would be gone before its reader is there.
    if (request.method !== 'POST' || !request.url?.startsWith(prefix)) return;
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) request.destroy();
    });
  });
}
