/** The bare adapter: the platform's own WebSocket; in Node, which has none before 22, the client of `ws`. */
import type { Adapter, ConnectOptions, Socket } from '../../shared-ui/socket.ts';
import { EnvelopeSocket } from '../node-kit/envelope-socket.ts';

const CONNECT_MS = 20_000;
const IN_NODE = typeof process === 'object' && process.versions?.node !== undefined;

async function openWebSocket(url: string): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/bare/websocket`;
  if (!IN_NODE) return new WebSocket(address);
  const { WebSocket: NodeWebSocket } = await import('ws');
  return new NodeWebSocket(address, { perMessageDeflate: false }) as unknown as WebSocket;
}

async function connectWebSocket(url: string): Promise<EnvelopeSocket> {
  const webSocket = await openWebSocket(url);
  const socket = new EnvelopeSocket({
    transport: 'websocket',
    write: (text) => webSocket.send(text),
    end: () => webSocket.close(),
  });
  webSocket.onmessage = (event) => socket.receive(event.data);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      webSocket.close();
      reject(new Error(`not connected after ${CONNECT_MS / 1_000} s`));
    }, CONNECT_MS);
    webSocket.onopen = () => {
      clearTimeout(timer);
      resolve();
    };
    webSocket.onerror = () => {};
    webSocket.onclose = ({ code, reason }) => {
      clearTimeout(timer);
      reject(new Error(`closed (${code} ${reason})`));
      socket.closed(reason || `closed with code ${code}`);
    };
  });
  return socket;
}

async function connect(url: string, { transport }: ConnectOptions): Promise<Socket> {
  if (transport !== 'websocket') throw new Error(`no transport ${transport}`);
  try {
    return await connectWebSocket(url);
  } catch (error) {
    throw new Error(`cannot connect to ${url} over ${transport}: ${(error as Error).message}`);
  }
}

const adapter: Adapter = { id: 'bare', transports: ['websocket'], connect };

export default adapter;
