/** Answers what Node's HTTP parser gives up on, in the shape of all other answers. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorAnswer } from './http-answers.ts';

function answerTo(code: string | undefined): { status: number; answer: ErrorAnswer } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return {
      status: 431,
      answer: { error: 'headers-too-large', message: 'the address and headers are larger than 16 KiB' },
    };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, answer: { error: 'too-slow', message: 'the request did not arrive in time' } };
  }
  return { status: 400, answer: { error: 'bad-request', message: 'this is not HTTP' } };
}

/** For `clientErrorHandler`: there is no request yet, so the answer is written as it goes over the wire. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, answer } = answerTo(error.code);
  const body = JSON.stringify(answer);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
