/** The SockJS adapter: sockjs-client, in browsers and in Node. */

import deflate from '#deflate';
import { EnvelopeSocket } from '../../kits/client/envelope-socket.ts';
import { IN_NODE } from '../../kits/client/platform.ts';
import { reconnecting } from '../../kits/client/reconnecting.ts';
import type { Adapter, ConnectOptions, Socket, Transport } from '../../protocol/socket.ts';
import { LEAVE } from './leave.ts';

/** The framework's names of its transports. */
const TRANSPORTS: Record<string, Transport> = {
  websocket: 'websocket',
  'xhr-streaming': 'http-streaming',
  eventsource: 'sse',
  'xhr-polling': 'long-polling',
};
const EXTENSIONS = IN_NODE ? [deflate] : [];
const CONNECT_MS = 20_000;
/** The time limit for the server to close a connection that we leave, ms. */
const END_MS = 5_000;

/** The library's socket, with what its types lack. */
interface SockJsSocket extends WebSocket {
  readonly transport: string;
}

async function connect(url: string, { transport }: ConnectOptions): Promise<Socket> {
  const name = Object.keys(TRANSPORTS).find((key) => TRANSPORTS[key] === transport);
  if (name === undefined) throw new Error(`SockJS has no transport ${transport}`);
  return open(url, [name]);
}

/** @param names if several, the library tries one after the other, in an order of its own */
async function open(url: string, names: string[]): Promise<Socket> {
  // The library looks for Node's name of the global object while it loads.
  (globalThis as { global?: unknown }).global ??= globalThis;
  const { default: SockJS } = await import('sockjs-client');
  const websocket = IN_NODE ? { extensions: EXTENSIONS } : {};
  // To try the next one in time, the library reckons its patience from the round trip.
  const patience = names.length === 1 ? { timeout: CONNECT_MS } : {};
  const options = { transports: names, ...patience, transportOptions: { websocket } };
  const sockJs = new SockJS(`${url}/sockjs`, null, options) as SockJsSocket;
  const socket = new EnvelopeSocket({
    get transport() {
      return TRANSPORTS[sockJs.transport]!;
    },
    write: (text) => sockJs.send(text),
    end() {
      sockJs.send(LEAVE);
      const timer = setTimeout(() => sockJs.close(), END_MS);
      socket.onClose(() => clearTimeout(timer));
    },
  });
  sockJs.onmessage = (event) => socket.receive(event.data);
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`cannot connect to ${url} over ${names.join(' or ')}: ${reason}`));
    };
    const timer = setTimeout(() => {
      fail(`not connected after ${CONNECT_MS / 1_000} s`);
      sockJs.close();
    }, CONNECT_MS);
    sockJs.onclose = ({ code, reason }) => {
      fail(`${reason} (${code})`);
      socket.closed(`${reason} (${code})`);
    };
    sockJs.onopen = () => {
      clearTimeout(timer);
      if (names.includes(sockJs.transport)) return resolve();
      fail(`the framework uses ${sockJs.transport}`);
      sockJs.close();
    };
  });
  return socket;
}

const adapter: Adapter = {
  id: 'sockjs',
  transports: Object.values(TRANSPORTS),
  connect,
  connectFreely: (url) => open(url, Object.keys(TRANSPORTS)),
};

export default reconnecting(adapter);
