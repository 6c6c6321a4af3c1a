/** The Atmosphere adapter: atmosphere.js, in browsers and in Node.js. */
import { adapterOf } from '../../kits/client/adapter.ts';
import { EnvelopeSocket } from '../../kits/client/envelope-socket.ts';
import { IN_NODE } from '../../kits/client/platform.ts';
import { reconnecting } from '../../kits/client/reconnecting.ts';
import type { Transport } from '../../protocol/socket.ts';

const adapter = adapterOf('atmosphere', {
  websocket: (base, timeout) => open('websocket', base, timeout),
  sse: (base, timeout) => open('sse', base, timeout),
});

export default reconnecting(adapter);

/** Resolves when the server knows of the last end. A browser sends that by itself, also when the page is gone. */
let farewell: Promise<unknown> = Promise.resolve();

/** Sends what a browser would send on after the end; Node.js has no such function. */
function sendBeacon(url: string, body: string): boolean {
  farewell = fetch(url, { method: 'POST', body }).catch(() => {});
  return true;
}

type Library = typeof import('atmosphere.js/lib/atmosphere.js').default;

let inNode: Library | undefined;

/**
 * The library. In Node.js it looks for a browser in the global object. It gets one as arguments of a function around it: in the global
 * object, where its own entry for Node.js puts it, the clients of other frameworks in this process would find it too.
 */
async function load(): Promise<Library> {
  if (!IN_NODE) return (await import('atmosphere.js/lib/atmosphere.js')).default;
  if (inNode !== undefined) return inNode;
  // Not imported: bundlers for browsers warn of it.
  const { compileFunction } = process.getBuiltinModule('node:vm');
  const { WebSocket } = await import('ws');
  const { default: EventSource } = await import('eventsource/lib/eventsource.js');
  const { XMLHttpRequest } = await import('xmlhttprequest');
  const { default: source } = await import('atmosphere.js/lib/atmosphere.js', { with: { type: 'text' } });
  const navigator = { userAgent: 'atmosphere.js', sendBeacon };
  const browser = { navigator, document: {}, WebSocket, EventSource, XMLHttpRequest };
  const module = { exports: {} as Library };
  const given = { ...browser, window: { ...browser, location: {} }, module, exports: module.exports };
  compileFunction(source as unknown as string, Object.keys(given))(...Object.values(given));
  inNode = module.exports;
  return inNode;
}

async function open(transport: Transport, base: string, timeout: AbortSignal): Promise<EnvelopeSocket> {
  const atmosphere = await load();
  return new Promise((resolve, reject) => {
    const ended = (reason: string): void => {
      reject(new Error(reason));
      socket.closed(reason);
    };
    const overHttp = transport !== 'websocket';
    const subscription = atmosphere.subscribe({
      url: base,
      // By default all subscriptions of a page say that they are the same one. Over HTTP the server chooses: only a client that has
      // been told its id tells the server of its end.
      uuid: overHttp ? 0 : crypto.randomUUID(),
      enableProtocol: overHttp,
      transport,
      fallbackTransport: transport,
      reconnect: false,
      maxReconnectOnClose: 0,
      handleOnlineOffline: false,
      logLevel: 'none',
      onOpen: (response) => {
        if (response.transport === transport) resolve(socket);
        else ended(`the framework uses ${response.transport}`);
      },
      onMessage: ({ responseBody }) => socket.receive(responseBody),
      onMessagePublished: ({ status }) => {
        if (status !== 200) return close(`a message was answered ${status}`);
        waiting.shift();
        if (waiting.length > 0) subscription.push(waiting[0]!);
      },
      onClose: ({ state }) => {
        // Before the server is told, in answer to a close of ours.
        if (state !== 'unsubscribe') ended('the connection was closed');
      },
      onError: ({ reasonPhrase }) => ended(reasonPhrase ?? 'the connection failed'),
    });
    /** The message whose POST is under way, and those after it: the library would send all at once, in no order. */
    const waiting: string[] = [];
    const close = (reason: string): void => {
      ended(reason);
      subscription.close();
    };
    const socket: EnvelopeSocket = new EnvelopeSocket({
      transport,
      write: (text) => {
        if (!overHttp || waiting.push(text) === 1) subscription.push(text);
      },
      end: () => {
        subscription.close();
        void farewell.then(() => ended('closed by the client'));
      },
    });
    timeout.addEventListener('abort', () => {
      subscription.close();
      reject(timeout.reason);
    });
  });
}
