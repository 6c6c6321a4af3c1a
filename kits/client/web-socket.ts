/** A socket over the platform's own WebSocket: one text frame, one envelope. */
import { EnvelopeSocket } from './envelope-socket.ts';
import { IN_NODE } from './platform.ts';

/** The time limit for the server to end a connection with us, ms. */
const END_MS = 5_000;

/**
 * Opens a WebSocket at `<base>/websocket`.
 * @param client the substitute for WebSocket in Node 20, which has none: that of the package `ws`
 */
export async function openWebSocket(
  base: string,
  timeout: AbortSignal,
  client: () => Promise<unknown>,
): Promise<EnvelopeSocket> {
  const address = `${base.replace(/^http/, 'ws')}/websocket`;
  const Client = (IN_NODE ? await client() : WebSocket) as new (address: string, options?: object) => WebSocket;
  // As in browsers: where the server takes compressed messages, each is compressed.
  const webSocket = IN_NODE
    ? new Client(address, { perMessageDeflate: { threshold: 0 }, closeTimeout: END_MS })
    : new Client(address);
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
