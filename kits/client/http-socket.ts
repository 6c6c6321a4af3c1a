/** A socket over plain HTTP: a session with a name, a way down that differs by transport, and POSTs as the way up. */
import { lineOf } from '../../protocol/envelope.ts';
import type { Transport } from '../../protocol/socket.ts';
import { EnvelopeSocket } from './envelope-socket.ts';
import { Posts } from './posts.ts';
import { reasonOf } from './reason.ts';

/** The time limit for the server to end a session with us, ms. */
const END_MS = 5_000;

export interface HttpSocket {
  socket: EnvelopeSocket;
  /** The session's address. */
  address: string;
  /** The way down has ended by itself. Only the first reason counts. */
  ended(reason: unknown): void;
}

/**
 * The socket of a session.
 * @param base where the app has its transports, such as `http://127.0.0.1:4000/bare`
 * @param name the session's
 * @param stop ends its way down
 */
export function httpSocket(transport: Transport, base: string, name: string, stop: () => void): HttpSocket {
  const address = `${base}/sessions/${name}`;
  const ended = (reason: unknown) => {
    globalThis.removeEventListener?.('pagehide', leave);
    stop();
    socket.closed(reasonOf(reason));
  };
  const posts = new Posts(address, ended);
  const socket = new EnvelopeSocket({
    transport,
    write: (text) => posts.send(lineOf(text)),
    async end() {
      const signal = AbortSignal.timeout(END_MS);
      const late = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.race([posts.settled(), late]);
      await fetch(`${address}/close`, { method: 'POST', signal }).catch(() => {});
      ended('closed by the client');
    },
  });
  const leave = () => void navigator.sendBeacon(`${address}/close`);
  // A page that is closed has no time for a request; Node has no pages.
  globalThis.addEventListener?.('pagehide', leave);
  return { socket, address, ended };
}
