/**
 * The bare adapter: the platform's own WebSocket, EventSource and fetch. Node 20 has neither of the first two; there it
 * is the client of `ws` and the `eventsource` package.
 */
import type { Adapter, ConnectOptions, Socket, Transport } from '../../protocol/socket.ts';
import { EnvelopeSocket } from '../client-kit/envelope-socket.ts';
import { Posts } from './posts.ts';

const CONNECT_MS = 20_000;
/** How long the server may take to end a connection with us. */
const END_MS = 5_000;
/** From the beginning of one poll to the next, transport `polling`. */
const POLL_MS = 200;
const IN_NODE = typeof process === 'object' && process.versions?.node !== undefined;

type Opened = Promise<EnvelopeSocket>;

const OPENERS: Partial<Record<Transport, (url: string, timeout: AbortSignal) => Opened>> = {
  websocket: openWebSocket,
  sse: openEventSource,
  'http-streaming': openStream,
  'long-polling': (url, timeout) => openPolls(url, timeout, 'long-polling', 0),
  polling: (url, timeout) => openPolls(url, timeout, 'polling', POLL_MS),
};

async function connect(url: string, { transport }: ConnectOptions): Promise<Socket> {
  const open = OPENERS[transport];
  if (open === undefined) throw new Error(`the bare platform has no transport ${transport}`);
  const timeout = new AbortController();
  const late = new Error(`not connected after ${CONNECT_MS / 1_000} s`);
  const timer = setTimeout(() => timeout.abort(late), CONNECT_MS);
  try {
    return await open(url, timeout.signal);
  } catch (error) {
    throw new Error(`cannot connect to ${url} over ${transport}: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

async function openWebSocket(url: string, timeout: AbortSignal): Opened {
  const address = `${url.replace(/^http/, 'ws')}/bare/websocket`;
  const webSocket = IN_NODE ? await nodeWebSocket(address) : new WebSocket(address);
  const socket = new EnvelopeSocket({
    transport: 'websocket',
    write: (text) => webSocket.send(text),
    end: () => webSocket.close(),
  });
  webSocket.onmessage = (event) => socket.receive(event.data);
  await new Promise<void>((resolve, reject) => {
    timeout.addEventListener('abort', () => {
      webSocket.close();
      reject(timeout.reason);
    });
    let problem = '';
    webSocket.onopen = () => resolve();
    webSocket.onerror = (event) => {
      problem = (event as ErrorEvent).message ?? '';
    };
    webSocket.onclose = ({ code, reason }) => {
      reject(new Error(problem || `closed with code ${code}`));
      socket.closed(reason || `closed with code ${code}`);
    };
  });
  return socket;
}

async function nodeWebSocket(address: string): Promise<WebSocket> {
  const { WebSocket: Client } = await import('ws');
  // A variable, because the package's types do not know `closeTimeout` yet.
  const options = { perMessageDeflate: false, closeTimeout: END_MS };
  return new Client(address, options) as unknown as WebSocket;
}

async function openEventSource(url: string, timeout: AbortSignal): Opened {
  const Client = IN_NODE ? (await import('eventsource')).EventSource : EventSource;
  const source = new Client(`${url}/bare/sse`) as EventSource;
  const session = await new Promise<string>((resolve, reject) => {
    const fail = (error: unknown) => {
      source.close();
      reject(error);
    };
    timeout.addEventListener('abort', () => fail(timeout.reason));
    source.addEventListener('session', ({ data }) => resolve(data), { once: true });
    source.onerror = (event) => fail(new Error((event as ErrorEvent).message || 'no event stream'));
  });
  const { socket, ended } = httpSocket('sse', url, session, () => source.close());
  source.onmessage = (event) => socket.receive(event.data);
  source.addEventListener('end', ({ data }) => ended(data));
  // EventSource would open another stream, which would be another session.
  source.onerror = () => ended('the stream was closed');
  return socket;
}

async function openStream(url: string, timeout: AbortSignal): Opened {
  const abort = new AbortController();
  timeout.addEventListener('abort', () => abort.abort(timeout.reason));
  const response = await fetch(`${url}/bare/http-streaming`, { signal: abort.signal, cache: 'no-store' });
  if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`);
  const lines = readLines(response.body);
  const { value: first } = await lines.next();
  if (first === undefined) throw new Error('the stream was closed');
  const { socket, ended } = httpSocket('http-streaming', url, JSON.parse(first[0]!).session, () => abort.abort());
  const read = async () => {
    let reason = 'the stream was closed';
    const take = (line: string) => {
      if (line === '') return;
      const envelope = JSON.parse(line);
      if (envelope.end === undefined) socket.receiveEnvelope(envelope);
      else reason = envelope.end;
    };
    first.slice(1).forEach(take);
    for await (const batch of lines) batch.forEach(take);
    return reason;
  };
  read().then(ended, (error) => ended(reasonOf(error)));
  return socket;
}

/** The lines of a body, as many at a time as have come. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string[], undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const text = decoder.decode(value, { stream: true });
    const lines = text.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
}

async function openPolls(url: string, timeout: AbortSignal, transport: Transport, everyMs: number): Opened {
  const opening = await fetch(`${url}/bare/${transport}`, { method: 'POST', signal: timeout, cache: 'no-store' });
  if (!opening.ok) throw new Error(`answered ${opening.status}`);
  const { session } = await opening.json();
  const abort = new AbortController();
  const { socket, ended } = httpSocket(transport, url, session, () => abort.abort());
  const poll = async (after: number) => {
    const response = await fetch(`${url}/bare/sessions/${session}?after=${after}`, {
      signal: abort.signal,
      cache: 'no-store',
    });
    if (response.status === 410) ended(await response.text());
    if (!response.ok) throw new Error(`a poll was answered ${response.status}`);
    return response.json();
  };
  const run = async () => {
    for (let after = 0; !abort.signal.aborted; ) {
      const begun = performance.now();
      // Asking once more is safe: the server keeps what has not been acknowledged.
      const { first, messages } = await poll(after).catch(() => poll(after));
      for (const envelope of messages) socket.receiveEnvelope(envelope);
      after = first + messages.length - 1;
      const rest = everyMs - (performance.now() - begun);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  };
  run().catch((error) => ended(reasonOf(error)));
  return socket;
}

/** A socket whose way up is POSTs. `stop` ends its way down; `ended` is to be called when that has ended by itself. */
function httpSocket(transport: Transport, url: string, session: string, stop: () => void) {
  const address = `${url}/bare/sessions/${session}`;
  const ended = (reason: string) => {
    if (!IN_NODE) removeEventListener('pagehide', leave);
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
      ended('closed by the client');
    },
  });
  const leave = () => navigator.sendBeacon(`${address}/close`);
  if (!IN_NODE) addEventListener('pagehide', leave);
  return { socket, ended };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

const adapter: Adapter = { id: 'bare', transports: Object.keys(OPENERS) as Transport[], connect };

export default adapter;
