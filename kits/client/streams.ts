/** A session whose way down is a stream: it says its session's name first, and why it ends, where it can, last. */
import { type Envelope, readFrame } from '../../protocol/envelope.ts';
import type { Transport } from '../../protocol/socket.ts';
import type { EnvelopeSocket } from './envelope-socket.ts';
import { type HttpSocket, httpSocket } from './http-socket.ts';
import { IN_NODE } from './platform.ts';
import { reasonOf } from './reason.ts';

/** A message that comes down a stream. */
export type Received = { session: string } | { end: string } | Envelope;

export interface StreamEvents {
  received(what: Received): void;
  /** The stream has ended, or could not be opened. May be called more than once. */
  ended(reason: unknown): void;
}

/** Opens a stream of the app whose transports are at `base`; gives what closes it. Rejects when it cannot be opened. */
export type Stream = (base: string, events: StreamEvents) => (() => void) | Promise<() => void>;

/** Opens a session over the stream `open`. */
export function streamSocket(
  transport: Transport,
  base: string,
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
  return new Promise((resolve, reject) => {
    const ended = (reason: unknown) => {
      over();
      reject(new Error(reasonOf(reason)));
      http?.ended(reason);
    };
    const received = (what: Received) => {
      if ('end' in what) ended(what.end);
      else if (!('session' in what)) http?.socket.receiveEnvelope(what);
      else {
        http = httpSocket(transport, base, what.session, over);
        resolve(http.socket);
      }
    };
    timeout.addEventListener('abort', () => ended(timeout.reason));
    Promise.resolve(open(base, { received, ended })).then((close) => {
      stop = close;
      if (isOver) close();
    }, ended);
  });
}

/**
 * A stream of server-sent events.
 * @param client the substitute for EventSource in Node, which has none
 */
export function eventSource(client: () => Promise<unknown>): Stream {
  return async (base, { received, ended }) => {
    const Client = IN_NODE ? ((await client()) as typeof EventSource) : EventSource;
    const source = new Client(`${base}/sse`);
    source.onmessage = ({ data }) => received(readFrame(data) as Received);
    // EventSource would open another stream, which would be another session.
    source.onerror = (event) => ended((event as ErrorEvent).message || 'the stream was closed');
    return () => source.close();
  };
}

/** Finds in a text that comes in pieces what is complete with each piece. */
export interface Splitter {
  read(text: string): Received[];
}

/** A stream that is one long response, read with fetch. @param splitter finds the messages in its text */
export function fetchStream(splitter: () => Splitter): Stream {
  return (base, { received, ended }) => {
    const abort = new AbortController();
    const read = async () => {
      const response = await fetch(`${base}/http-streaming`, { signal: abort.signal, cache: 'no-store' });
      if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      const pieces = splitter();
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        for (const what of pieces.read(decoder.decode(value, { stream: true }))) received(what);
      }
    };
    read().then(() => ended('the stream was closed'), ended);
    return () => abort.abort();
  };
}

/** Lines; an empty one only keeps the stream alive. */
export class Lines implements Splitter {
  #rest = '';

  read(text: string): Received[] {
    const lines = text.split('\n');
    lines[0] = this.#rest + lines[0];
    this.#rest = lines.pop()!;
    return lines.filter((line) => line !== '').map((line) => readFrame(line) as Received);
  }
}
