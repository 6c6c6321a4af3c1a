/** The SignalR adapter: @microsoft/signalr, in browsers and in Node. */
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { Continuity } from '../../kits/client/continuity.ts';
import { EarlyEvents } from '../../kits/client/early-events.ts';
import type { Adapter, ConnectOptions, Reply, Socket, Transport } from '../../protocol/socket.ts';

/** The framework's names of its transports, which are also what its server calls them. */
const TRANSPORTS = { websocket: 'WebSockets', sse: 'ServerSentEvents', 'long-polling': 'LongPolling' } as const;
type Offered = keyof typeof TRANSPORTS;

/** The server's events. The library drops unexpected messages, and takes no notice of capital letters in these names. */
const EVENTS = [
  ...['echo', 'publish', 'greet', 'feed', 'joined', 'left', 'refused'],
  ...['itemAdded', 'itemRemoved', 'bidPlaced'],
];
const CONNECT_MS = 20_000;
const REPLY_MS = 20_000;
/** The time limit for the library to end a connection, ms. */
const END_MS = 5_000;
/** Ends a message on every transport. */
const RECORD_SEPARATOR = '\u001e';

// biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
type Handler = (data: any) => void;

/** Rejects when `promise` takes longer than `ms`. */
function within<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} within ${ms / 1_000} s`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The parts of stateful reconnect in the library's connection, for which its types have no name. */
interface Recovering {
  reconnect?: boolean;
  disconnected?(): void;
  resend?(): Promise<void> | undefined;
}

class SignalRSocket extends Continuity implements Socket {
  readonly #hub: HubConnection;
  readonly #handlers = new Map<string, Handler[]>();
  readonly #early = new EarlyEvents((event, data) => this.#handle(event, data));
  #transport: Transport | undefined;

  constructor(hub: HubConnection) {
    super();
    this.#hub = hub;
    for (const event of EVENTS) {
      hub.on(event, (data: unknown) => {
        if (this.#early.holding) this.#early.hold(event, data);
        else this.#handle(event, data);
      });
    }
    hub.onclose((error) => this.closed(error?.message ?? 'closed'));
    hub.onreconnecting((error) => {
      this.lost(error?.message ?? 'lost');
      this.attempt();
    });
    hub.onreconnected(() => this.#isBack());
  }

  /**
   * Asks the server's end of the connection which transport it is, which cannot change until it is lost: the library chooses one
   * when it connects. The answer also means that the server counts us as connected.
   */
  async prove(): Promise<string> {
    const name = await this.#hub.invoke<string>('Transport');
    this.#transport = (Object.keys(TRANSPORTS) as Offered[]).find((transport) => TRANSPORTS[transport] === name);
    this.#watchRecovery();
    return name;
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
    // It rejects when the connection ends, of which `onClose` tells.
    if (!this.over) this.#hub.send('Send', event, data).catch(() => {});
  }

  request(event: string, data: unknown): Promise<Reply> {
    if (this.over) return Promise.reject(new Error(`${event}: the connection has ended`));
    return within(this.#hub.invoke<Reply>('Request', event, data), REPLY_MS, `${event}: no reply`);
  }

  async close(): Promise<void> {
    if (this.over) return;
    await within(this.#hub.stop(), END_MS, 'not closed').catch((error: Error) => this.closed(error.message));
    this.closed('closed by the client');
  }

  /** Goes past the library's encoding to the transport below it, for which its types have no name. */
  raw(text: string): void {
    const { connection } = this.#hub as unknown as { connection: { send(text: string): Promise<void> } };
    connection.send(text + RECORD_SEPARATOR).catch(() => {});
  }

  #handle(event: string, data: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) {
      try {
        handler(data);
      } catch (error) {
        // The library would keep it to itself.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** The connection is back as another one: it counts when its transport is known. */
  async #isBack(): Promise<void> {
    const before = this.#transport;
    try {
      const name = await this.prove();
      if (this.#transport === before) return this.back('new');
      this.closed(`the framework uses ${name}`);
      await this.#hub.stop();
    } catch {
      // It is lost again, of which the library tells.
    }
  }

  /** Stateful reconnect happens below what the library tells of: it goes on with the session, and resends what was not acknowledged. */
  #watchRecovery(): void {
    const { connection } = this.#hub as unknown as { connection: { features: Recovering } };
    const { features } = connection;
    const { disconnected, resend } = features;
    if (!features.reconnect || disconnected === undefined || resend === undefined) return;
    features.disconnected = () => {
      this.lost('the transport was disconnected');
      this.attempt();
      disconnected();
    };
    features.resend = () => {
      this.back('recovered');
      return resend();
    };
  }
}

async function connect(url: string, options: ConnectOptions): Promise<Socket> {
  const { transport } = options;
  if (!Object.hasOwn(TRANSPORTS, transport)) throw new Error(`SignalR has no transport ${transport}`);
  return open(url, transport as Offered, options);
}

/** @param transport null: the library tries those that the server offers, best first */
async function open(url: string, transport: Offered | null, options: Partial<ConnectOptions> = {}): Promise<Socket> {
  const name = transport === null ? null : TRANSPORTS[transport];
  // The request that asks which transports there are; the library does without it only where it is told WebSockets, and asks for recovery by it.
  const skipNegotiation = name === 'WebSockets' && !options.recovery;
  const chosen = name === null ? {} : { transport: HttpTransportType[name], skipNegotiation };
  const builder = new HubConnectionBuilder().withUrl(`${url}/signalr`, chosen).configureLogging(LogLevel.None);
  if (options.reconnect) builder.withAutomaticReconnect();
  if (options.recovery) builder.withStatefulReconnect();
  const hub = builder.build();
  const socket = new SignalRSocket(hub);
  try {
    const used = await within(
      hub.start().then(() => socket.prove()),
      CONNECT_MS,
      'not connected',
    );
    if (name !== null && used !== name) throw new Error(`the framework uses ${used}`);
  } catch (error) {
    void hub.stop().catch(() => {});
    const over = transport === null ? '' : ` over ${transport}`;
    throw new Error(`cannot connect to ${url}${over}: ${(error as Error).message}`);
  }
  return socket;
}

const adapter: Adapter = {
  id: 'signalr',
  transports: Object.keys(TRANSPORTS) as Offered[],
  connect,
  connectFreely: (url) => open(url, null),
};

export default adapter;
