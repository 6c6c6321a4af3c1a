/** A socket over plain HTTP: a session, with a way down that differs by transport, and POSTs as the way up. */
import type { Transport } from '../../protocol/socket.ts';
import { EnvelopeSocket } from '../client-kit/envelope-socket.ts';
import { Posts } from './posts.ts';

/** How long the server may take to end a session with us, ms. */
const END_MS = 5_000;
const CLOSED_BY_US = 'closed by the client';

/** What comes down a stream: first the session's name, last why it ends, envelopes in between. */
export type Received = { session: string } | { end: string } | Parameters<EnvelopeSocket['receiveEnvelope']>[0];

export interface StreamEvents {
  received(what: Received): void;
  /** The stream has ended, or could not be opened. May be called more than once. */
  ended(reason: string): void;
}

/** Opens the way down; gives what closes it. */
export type Stream = (url: string, events: StreamEvents) => (() => void) | Promise<() => void>;

/** A socket whose way down is a stream that names its session first. */
export async function streamSocket(
  transport: Transport,
  url: string,
  timeout: AbortSignal,
  open: Stream,
): Promise<EnvelopeSocket> {
  let http: HttpSocket | undefined;
  let stop: (() => void) | undefined;
  let isOver = false;
  const over = () => {
    isOver = true;
    stop?.();
  };
  const socket = await new Promise<EnvelopeSocket>((resolve, reject) => {
    const ended = (reason: string) => {
      over();
      reject(new Error(reason));
      http?.ended(reason);
    };
    const received = (what: Received) => {
      if ('end' in what) ended(what.end);
      else if (!('session' in what)) http?.socket.receiveEnvelope(what);
      else {
        http = httpSocket(transport, url, what.session, over);
        resolve(http.socket);
      }
    };
    timeout.addEventListener('abort', () => ended((timeout.reason as Error).message));
    Promise.resolve(open(url, { received, ended })).then(
      (close) => {
        stop = close;
        if (isOver) close();
      },
      (error: Error) => ended(error.message),
    );
  });
  return socket;
}

export interface HttpSocket {
  socket: EnvelopeSocket;
  /** Where the session is. */
  address: string;
  /** The way down has ended by itself. */
  ended(reason: string): void;
}

/** The socket of the session `name`. @param stop ends its way down */
export function httpSocket(transport: Transport, url: string, name: string, stop: () => void): HttpSocket {
  const address = `${url}/play/sessions/${name}`;
  const ended = (reason: string) => {
    globalThis.removeEventListener?.('pagehide', leave);
    stop();
    socket.closed(reason);
  };
  const posts = new Posts(address, ended);
  const socket = new EnvelopeSocket({
    transport,
    write: (text) => posts.send(text),
    async end() {
      const signal = AbortSignal.timeout(END_MS);
      const late = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.race([posts.settled(), late]);
      await fetch(`${address}/close`, { method: 'POST', signal }).catch(() => {});
      ended(CLOSED_BY_US);
    },
  });
  const leave = () => void navigator.sendBeacon(`${address}/close`);
  globalThis.addEventListener?.('pagehide', leave);
  return { socket, address, ended };
}
