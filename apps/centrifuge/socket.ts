/** The Centrifuge adapter: centrifuge-js, in browsers and in Node, which has no EventSource, and before version 22 no WebSocket. */
import { Centrifuge, type TransportEndpoint, type TransportName } from 'centrifuge';
import { Continuity } from '../../kits/client/continuity.ts';
import { EarlyEvents } from '../../kits/client/early-events.ts';
import { IN_NODE } from '../../kits/client/platform.ts';
import type { Adapter, Back, ConnectOptions, Reply, Socket, Transport } from '../../protocol/socket.ts';
import { inTurn } from './in-turn.ts';

/** The library's names of its transports, in the order in which it tries them. */
const TRANSPORTS = { websocket: 'websocket', 'http-streaming': 'http_stream', sse: 'sse' } as const;
type Offered = keyof typeof TRANSPORTS;

/** The channel of what goes to everybody. */
const CHANNEL = 'room';
const CONNECT_MS = 20_000;
const REPLY_MS = 20_000;

// biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
type Handler = (data: any) => void;

/** Everything that the server sends. */
interface Sent {
  event: string;
  data: unknown;
}

class CentrifugeSocket implements Socket {
  readonly #client: Centrifuge;
  readonly #handlers = new Map<string, Handler[]>();
  readonly #early = new EarlyEvents((event, data) => this.#handle(event, data));
  readonly #told = new Continuity();
  /** Undefined until the connection is open. */
  #transport: Transport | undefined;

  /** @param comesBack the library connects again when the connection is lost */
  constructor(client: Centrifuge, comesBack: boolean) {
    this.#client = client;
    const take = ({ data: { event, data } }: { data: Sent }): void => {
      if (this.#early.holding) this.#early.hold(event, data);
      else this.#handle(event, data);
    };
    client.on('message', take);
    client.on('publication', take);
    client.on('connected', ({ transport }) => {
      const before = this.#transport;
      this.#transport = (Object.keys(TRANSPORTS) as Offered[]).find((name) => TRANSPORTS[name] === transport);
      if (before === undefined || before === this.#transport) return;
      this.#told.closed(`the library uses ${transport}`);
      client.disconnect();
    });
    client.on('connecting', ({ reason }) => {
      // Before there was a connection.
      if (this.#transport === undefined) return;
      if (comesBack) return this.#told.lost(reason);
      // What follows would be another connection.
      this.#told.closed(reason);
      client.disconnect();
    });
    // With the channel of what goes to everybody the connection is back.
    client.on('subscribed', ({ channel, wasRecovering, recovered }) => {
      if (channel === CHANNEL) this.#told.back(wasRecovering && recovered ? 'recovered' : 'new');
    });
    client.on('disconnected', ({ reason }) => this.#told.closed(reason));
  }

  get transport(): Transport {
    return this.#transport!;
  }

  on(event: string, handler: Handler): void {
    const handlers = this.#handlers.get(event);
    if (handlers) handlers.push(handler);
    else this.#handlers.set(event, [handler]);
    this.#early.release();
  }

  emit(event: string, data: unknown): void {
    if (this.#told.over) return;
    // A publication needs data. Both reject when the connection ends, of which `onClose` tells.
    if (event === 'publish' && data !== undefined) this.#client.publish(CHANNEL, data).catch(() => {});
    else this.#client.send({ event, data }).catch(() => {});
  }

  async request(event: string, data: unknown): Promise<Reply> {
    if (this.#told.over) throw new Error(`${event}: the connection has ended`);
    try {
      return (await this.#client.rpc(event, data)).data;
    } catch (error) {
      // The library rejects with an object of code and message.
      throw new Error(`${event}: ${(error as Error).message}`);
    }
  }

  onClose(handler: (reason: string) => void): void {
    this.#told.onClose(handler);
  }

  onLost(handler: (reason: string) => void): void {
    this.#told.onLost(handler);
  }

  onBack(handler: (how: Back) => void): void {
    this.#told.onBack(handler);
  }

  async close(): Promise<void> {
    this.#client.disconnect();
  }

  /** Goes past the library's encoding to the transport below it, for which its types have no name. */
  raw(text: string): void {
    const { _transport, _session, _node } = this.#client as unknown as {
      _transport: { send(text: string, session: string, node: string): void };
      _session: string;
      _node: string;
    };
    _transport.send(text, _session, _node);
  }

  #handle(event: string, data: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) {
      try {
        handler(data);
      } catch (error) {
        // The library would end the connection.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

async function connect(url: string, { transport, reconnect = false }: ConnectOptions): Promise<Socket> {
  if (!Object.hasOwn(TRANSPORTS, transport)) throw new Error(`Centrifuge has no transport ${transport}`);
  return open(url, [transport as Offered], reconnect);
}

async function open(url: string, transports: Offered[], reconnect = false): Promise<Socket> {
  const endpoints = transports.map((transport): TransportEndpoint => {
    const name: TransportName = TRANSPORTS[transport];
    const origin = name === 'websocket' ? url.replace(/^http/, 'ws') : url;
    return { transport: name, endpoint: `${origin}/connection/${name}` };
  });
  const emulationEndpoint = `${url}/emulation`;
  const platform = IN_NODE
    ? { websocket: (await import('ws')).WebSocket, eventsource: (await import('eventsource')).EventSource }
    : {};
  const client = new Centrifuge(endpoints, {
    ...platform,
    fetch: inTurn(emulationEndpoint),
    emulationEndpoint,
    timeout: REPLY_MS,
  });
  const socket = new CentrifugeSocket(client, reconnect);
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      client.disconnect();
      reject(new Error(`cannot connect to ${url} over ${transports.join(', ')}: ${reason}`));
    };
    const timer = setTimeout(() => fail(`not connected after ${CONNECT_MS / 1_000} s`), CONNECT_MS);
    client.on('error', ({ error, transport }) => {
      // With several transports it goes on to the next.
      if (socket.transport === undefined && transports.length === 1) fail(`${transport ?? 'error'}: ${error.message}`);
    });
    client.once('connected', () => {
      clearTimeout(timer);
      if (transports.includes(socket.transport as Offered)) resolve(socket);
      else fail(`the library uses ${socket.transport}`);
    });
    client.once('disconnected', ({ reason }) => fail(reason));
    client.connect();
  });
}

const adapter: Adapter = {
  id: 'centrifuge',
  transports: Object.keys(TRANSPORTS) as Offered[],
  connect,
  connectFreely: (url) => open(url, Object.keys(TRANSPORTS) as Offered[]),
};

export default adapter;
