/** A DDP connection through the published client library, over one transport, until it ends. */
import type { RawSocket } from 'simpleddp-core';
import { IN_NODE } from '../../kits/client/platform.ts';
import type { Transport } from '../../protocol/socket.ts';
import { DDP } from './client-library.ts';

/** SockJS's names of its transports, of those that Outcry has words for. */
const SOCKJS = { 'http-streaming': 'xhr-streaming', sse: 'eventsource', 'long-polling': 'xhr-polling' } as const;
export const TRANSPORTS = ['websocket', ...Object.keys(SOCKJS)] as Transport[];

const CONNECT_MS = 20_000;

/** The constructor that the library connects with: it sets the four handlers of a WebSocket and calls `send` and `close`. */
type SocketConstructor = new (endpoint: string) => RawSocket;

/** A socket under the library, with what it has besides. */
interface OwnSocket extends RawSocket {
  /** SockJS: the name of the transport in use. */
  readonly transport?: string;
  addEventListener(event: 'close', listener: (event: CloseEvent) => void): void;
  addEventListener(event: 'error', listener: (event: ErrorEvent) => void): void;
}

/** The transport's socket. SockJS is offered one transport alone, so it has none to fall back to. */
async function socketConstructor(transport: Transport): Promise<SocketConstructor> {
  if (transport === 'websocket') {
    if (!IN_NODE) return WebSocket as unknown as SocketConstructor;
    const { WebSocket: Client } = await import('ws');
    return class extends Client {
      constructor(endpoint: string) {
        // As in browsers: where the server takes compressed messages, each is compressed.
        super(endpoint, { perMessageDeflate: { threshold: 0 } });
      }
    } as unknown as SocketConstructor;
  }
  // The library looks for Node's name of the global object while it loads.
  (globalThis as { global?: unknown }).global ??= globalThis;
  const { default: SockJS } = await import('sockjs-client');
  const transports = SOCKJS[transport as keyof typeof SOCKJS];
  return function open(endpoint: string) {
    return new SockJS(endpoint, null, { transports, timeout: CONNECT_MS });
  } as unknown as SocketConstructor;
}

export interface Opened {
  ddp: InstanceType<typeof DDP>;
  /** The transport in use, as SockJS says; a raw WebSocket is one. */
  readonly transport: Transport;
  /** Sends `text` as it is. */
  raw(text: string): void;
  /** Calls `handler` once, when the connection has ended. */
  onClose(handler: (reason: string) => void): void;
}

/** Connects, as far as DDP's `connected`. Rejects with the reason when there is no connection over `transport`. */
export async function openDdp(url: string, transport: Transport): Promise<Opened> {
  const Socket = await socketConstructor(transport);
  const isRaw = transport === 'websocket';
  const endpoint = isRaw ? `${url.replace(/^http/, 'ws')}/websocket` : `${url}/sockjs`;
  const opened: OwnSocket[] = [];
  const ddp = new DDP({
    endpoint,
    SocketConstructor: function open(address: string) {
      const socket = new Socket(address) as OwnSocket;
      opened.push(socket);
      return socket;
    } as unknown as SocketConstructor,
    autoConnect: false,
    autoReconnect: false,
    cleanQueue: true,
  });
  ddp.connect();
  const socket = opened[0]!;
  let problem = '';
  socket.addEventListener('error', ({ message }) => {
    problem = message ?? '';
  });
  const ended = new Promise<string>((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => resolve(reason || problem || `closed with code ${code}`));
  });
  const inUse = (): Transport => (isRaw ? 'websocket' : wordFor(socket.transport));
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      ddp.disconnect();
      reject(new Error(`cannot connect to ${url} over ${transport}: ${reason}`));
    };
    const timer = setTimeout(() => fail(`not connected after ${CONNECT_MS / 1_000} s`), CONNECT_MS);
    ended.then(fail);
    ddp.on('connected', () => {
      clearTimeout(timer);
      if (inUse() === transport) resolve();
      else fail(`the framework uses ${socket.transport}`);
    });
  });
  return {
    ddp,
    get transport() {
      return inUse();
    },
    raw: (text) => socket.send(text),
    onClose: (handler) => void ended.then(handler),
  };
}

function wordFor(name: string | undefined): Transport {
  return TRANSPORTS.find((transport) => SOCKJS[transport as keyof typeof SOCKJS] === name)!;
}
