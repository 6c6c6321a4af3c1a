/** Passes requests that are not for the broker on to another HTTP server. So pages have the broker's origin, and need no CORS. */
import { request as ask, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/** Headers of one connection, which are not passed on. (RFC 9110, 7.6.1) */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  for (const name of HOP_BY_HOP) delete kept[name];
  return kept;
}

/**
 * Passes `request` on to `upstream`, and its answer back, both as they come and as fast as the other end takes them.
 * A server that cannot be reached is a 502.
 * @param upstream an origin, such as `http://127.0.0.1:4001`
 */
export function passOn(request: IncomingMessage, response: ServerResponse, upstream: string): void {
  const headers = endToEnd(request.headers);
  const onward = ask(new URL(upstream), { method: request.method, path: request.url, headers, agent: false });
  onward.on('response', (answer) => {
    const answered = endToEnd(answer.headers);
    // A server that answers before the end of a request does not want the rest of it.
    if (!request.complete) answered.connection = 'close';
    response.writeHead(answer.statusCode!, answered);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  onward.on('error', (error) => {
    if (response.headersSent) return;
    response.writeHead(502, { 'content-type': 'text/plain', connection: 'close' });
    response.end(`what is not for the broker goes to ${upstream}: ${error.message}\n`);
  });
  // The answer may come before there is any body.
  onward.flushHeaders();
  request.pipe(onward);
  response.on('close', () => onward.destroy());
}
