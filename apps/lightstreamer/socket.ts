/** The Lightstreamer adapter: lightstreamer-client-web in browsers, lightstreamer-client-node in Node. */

import { Continuity } from '../../kits/client/continuity.ts';
import { EnvelopeSocket } from '../../kits/client/envelope-socket.ts';
import type { Adapter, Back, ConnectOptions, Reply, Socket, Transport } from '../../protocol/socket.ts';
import { AuctionSubscription, isAuctionEvent, isAuctionRequest } from './auction-subscription.ts';
import { Session } from './session.ts';

/** The framework's names of its transports. */
const TRANSPORTS = {
  websocket: 'WS-STREAMING',
  'http-streaming': 'HTTP-STREAMING',
  'ws-polling': 'WS-POLLING',
  polling: 'HTTP-POLLING',
} as const;
type Offered = keyof typeof TRANSPORTS;
const OFFERED = Object.keys(TRANSPORTS) as Offered[];

const CONNECT_MS = 20_000;
const IN_NODE = typeof process === 'object' && process.versions?.node !== undefined;

// biome-ignore lint/suspicious/noExplicitAny: as in the Socket contract
type Handler = (data: any) => void;

/** The address that clients connect to: the content of `/broker.json`. */
interface BrokerInfo {
  /** Null: the app's own origin. */
  url: string | null;
  substitute: string | null;
  notice: string | null;
}

class LightstreamerSocket extends EnvelopeSocket {
  readonly #auction: AuctionSubscription;

  private constructor(
    session: Session,
    readonly substitute: string | null,
    readonly notice: string | null,
    readonly told: Continuity,
  ) {
    super({
      get transport(): Transport {
        return OFFERED.find((transport) => TRANSPORTS[transport] === session.transport)!;
      },
      write: (text) => session.send(text),
      end: () => session.leave(),
    });
    this.#auction = new AuctionSubscription(session, (event, data) => this.receiveEnvelope({ e: event, d: data }));
    this.onClose(() => this.#auction.end());
  }

  /** Rejects with the reason when there is no connection over `transport`. */
  static async open(
    url: string,
    { transport, reconnect = false }: ConnectOptions,
    signal: AbortSignal,
  ): Promise<LightstreamerSocket> {
    const { url: address, substitute, notice } = await askForBroker(url, signal);
    const told = new Continuity();
    const handlers = {
      text: (text: string) => socket.receive(text),
      lost: (reason: string) => told.lost(reason),
      back: (how: Back) => told.back(how),
      ended(reason: string) {
        if (!IN_NODE) removeEventListener('pagehide', leave);
        socket.closed(reason);
      },
    };
    const session = new Session(address ?? url, TRANSPORTS[transport as Offered], handlers, reconnect);
    const socket = new LightstreamerSocket(session, substitute, notice, told);
    const leave = () => session.end('the page was left');
    await session.open(signal);
    if (!IN_NODE) addEventListener('pagehide', leave);
    return socket;
  }

  override on(event: string, handler: Handler): void {
    super.on(event, handler);
    if (isAuctionEvent(event)) void this.#auction.ready();
  }

  onLost(handler: (reason: string) => void): void {
    this.told.onLost(handler);
  }

  onBack(handler: (how: Back) => void): void {
    this.told.onBack(handler);
  }

  override async request(event: string, data: unknown): Promise<Reply> {
    if (!isAuctionRequest(event)) return super.request(event, data);
    // The client must hear of its own change, so it subscribes before that.
    await this.#auction.ready();
    const reply = await super.request(event, data);
    return event === 'listItems' && reply.ok ? this.#auction.listed(reply) : reply;
  }

  /** Half of a surrogate pair cannot be sent; its replacement in UTF-8 is sent instead. */
  override raw(text: string): void {
    super.raw(new TextDecoder().decode(new TextEncoder().encode(text)));
  }
}

async function connect(url: string, options: ConnectOptions): Promise<Socket> {
  const { transport } = options;
  if (!Object.hasOwn(TRANSPORTS, transport)) throw new Error(`Lightstreamer has no transport ${transport}`);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`not connected after ${CONNECT_MS / 1_000} s`)), CONNECT_MS);
  try {
    return await LightstreamerSocket.open(url, options, timeout.signal);
  } catch (error) {
    throw new Error(`cannot connect to ${url} over ${transport}: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The broker that belongs to the app at `url`. */
async function askForBroker(url: string, signal: AbortSignal): Promise<BrokerInfo> {
  const response = await fetch(`${url}/broker.json`, { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`asked for the broker's address, it answered ${response.status}`);
  return (await response.json()) as BrokerInfo;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

const adapter: Adapter = { id: 'lightstreamer', transports: OFFERED, connect };

export default adapter;
