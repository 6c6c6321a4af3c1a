/**
 * The Play adapter. Play has no client library: this is the platform's own WebSocket, EventSource, frames and fetch, and what
 * has to be written around them. Node 20 has none of the first three; there it is the client of `ws`, the `eventsource` package,
 * and `script-stream.ts`, which reads what a frame would.
 */
import type { Adapter, ConnectOptions, Socket, Transport } from '../../protocol/socket.ts';
import { EnvelopeSocket } from '../client-kit/envelope-socket.ts';
import { openForeverFrame } from './forever-frame.ts';
import { type Stream, streamSocket } from './http-socket.ts';
import { openPolls } from './polls.ts';
import { openScriptStream } from './script-stream.ts';

const CONNECT_MS = 20_000;
/** How long the server may take to end a connection with us. */
const END_MS = 5_000;
const IN_NODE = typeof process === 'object' && process.versions?.node !== undefined;

const OPENERS: Partial<Record<Transport, (url: string, timeout: AbortSignal) => Promise<EnvelopeSocket>>> = {
  websocket: openWebSocket,
  'http-streaming': (url, timeout) =>
    streamSocket('http-streaming', url, timeout, IN_NODE ? openScriptStream : openForeverFrame),
  sse: (url, timeout) => streamSocket('sse', url, timeout, openEventSource),
  'long-polling': openPolls,
};

async function connect(url: string, { transport }: ConnectOptions): Promise<Socket> {
  const open = OPENERS[transport];
  if (open === undefined) throw new Error(`this Play app has no transport ${transport}`);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`not connected after ${CONNECT_MS / 1_000} s`)), CONNECT_MS);
  try {
    return await open(url, timeout.signal);
  } catch (error) {
    throw new Error(`cannot connect to ${url} over ${transport}: ${(error as Error).message}`);
  } finally {
    clearTimeout(timer);
  }
}

async function openWebSocket(url: string, timeout: AbortSignal): Promise<EnvelopeSocket> {
  const address = `${url.replace(/^http/, 'ws')}/play/websocket`;
  const webSocket = IN_NODE ? await nodeWebSocket(address) : new WebSocket(address);
  const socket = new EnvelopeSocket({
    transport: 'websocket',
    write: (text) => webSocket.send(text),
    end: () => webSocket.close(),
  });
  webSocket.onmessage = ({ data }) => socket.receive(data);
  await new Promise<void>((resolve, reject) => {
    let problem = '';
    timeout.addEventListener('abort', () => {
      webSocket.close();
      reject(timeout.reason);
    });
    webSocket.onopen = () => resolve();
    webSocket.onerror = (event) => {
      problem = (event as ErrorEvent).message ?? '';
    };
    webSocket.onclose = ({ code, reason }) => {
      const why = reason || `closed with code ${code}`;
      reject(new Error(problem || why));
      socket.closed(why);
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

const openEventSource: Stream = async (url, { received, ended }) => {
  const Client = IN_NODE ? (await import('eventsource')).EventSource : EventSource;
  const source = new Client(`${url}/play/sse`) as EventSource;
  source.onmessage = ({ data }) => received(JSON.parse(data));
  // EventSource would open another stream, which would be another session.
  source.onerror = (event) => ended((event as ErrorEvent).message || 'the stream was closed');
  return () => source.close();
};

const adapter: Adapter = { id: 'play', transports: Object.keys(OPENERS) as Transport[], connect };

export default adapter;
