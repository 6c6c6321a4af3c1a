/** Passes an HTTP request on to another process of the server, and its answer back. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Connections between processes are used again and again. */
const agent = new Agent({ keepAlive: true });

/** Headers that hold between two ends and are not passed on. */
const BETWEEN_TWO = ['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade'];

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !BETWEEN_TWO.includes(name)));
}

/**
 * Has `asked` answered by the process that listens on the Unix socket `socketPath`, as it comes and as it goes. Where that one or the client is
 * gone, the other is told by the end of its connection.
 */
export function passOn(asked: IncomingMessage, answer: ServerResponse, socketPath: string): void {
  const headers = passedOn(asked.headers);
  // A body without a length goes on in pieces too.
  if (asked.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  const onward = request({ agent, socketPath, method: asked.method, path: asked.url, headers });
  onward.on('response', (response) => {
    // A server that answers before the request has ended does not want the rest.
    const isLast = !asked.complete || response.headers.connection === 'close';
    answer.writeHead(response.statusCode!, {
      ...passedOn(response.headers),
      ...(isLast ? { connection: 'close' } : {}),
    });
    response.on('error', () => answer.destroy());
    response.pipe(answer);
  });
  onward.on('error', () => {
    if (!answer.headersSent) answer.writeHead(502, { connection: 'close' }).end();
    else if (!answer.writableEnded) answer.destroy();
  });
  answer.on('close', () => {
    if (!answer.writableFinished || !asked.complete) onward.destroy();
  });
  if (!hasBody(asked)) onward.end();
  else {
    // The process may answer before any of the body has come.
    onward.flushHeaders();
    asked.pipe(onward);
  }
}

/** True if a body follows: a request then gives its length, or says that it comes in pieces (RFC 9112, section 6). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
