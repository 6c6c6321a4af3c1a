/** The server of a fake app: an honest server half behind connections that can be sabotaged. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuctionHouse } from '../../../kits/node/auction/auction-house.ts';
import { parseDatabaseUrl } from '../../../kits/node/auction/database-url.ts';
import { isRequestName } from '../../../kits/node/auction/input.ts';
import { Passwords } from '../../../kits/node/auction/passwords.ts';
import type { Reply, Transport } from '../../../protocol/socket.ts';
import { type ControlSabotage, FakeControl } from './fake-control.ts';
import { FakeKit } from './fake-kit.ts';

export interface Event {
  event: string;
  data: unknown;
}

/** Where a fake can be made to go wrong. Each function gets what an honest one would pass on. */
export interface Sabotage {
  adapterId?: string;
  /** `socket.transport`, given how many events the client has had. */
  transport?(asked: Transport, events: number): Transport;
  /** What it is on where the framework was to choose. */
  chooses?: Transport;
  connectsToAnything?: boolean;
  connectHangs?: boolean;
  /** `socket.standIn` and `socket.notice`; honest is null. */
  standIn?: string;
  notice?: string;
  closesTwice?: boolean;
  /** The server's end of a connection stays when the client has closed its own. */
  lingers?: boolean;
  /** How long the server takes to see that a client has closed its connection, ms. No rule says how long it may. */
  seesCloseAfterMs?: number;
  requestsHang?: boolean;
  /** From a client to the server. `kill` ends the server as a crash would. */
  up?(sent: Event, kill: () => void): Event[];
  /** From the server to the client that was the `nth` to connect, counted from 0. */
  down?(sent: Event, nth: number): Event[];
  /** A request to the server. */
  ask?(asked: Event): Event;
  reply?(reply: Reply, event: string): Reply;
  control?: ControlSabotage;
  /** What becomes of text that is no event; honest is to refuse it. */
  broken?(kill: () => void): 'refuse' | 'ignore';
  /** The status of a path; null for the honest one. */
  http?(path: string, method: string): number | null;
  /** What a 405 says is allowed. */
  allow?: string;
  /** The server is not told that a connection has died. */
  forgetsDead?: boolean;
  /** Names stay when their connections end. */
  keepsNames?: boolean;
  endsWith?: string;
  leavesClientsWaiting?: boolean;
}

const PAGE = '<!doctype html><script type="module" src="/load.js"></script>';
const LIMIT = 4 * 1_048_576;

export class Connection {
  readonly handlers = new Map<string, ((data: unknown) => void)[]>();
  readonly closeHandlers: ((reason: string) => void)[] = [];
  open = true;
  events = 0;
  constructor(readonly nth: number) {}

  arrive({ event, data }: Event): void {
    if (!this.open) return;
    this.events += 1;
    for (const handler of this.handlers.get(event) ?? []) handler(data);
  }

  end(reason: string, times = 1): void {
    if (!this.open) return;
    this.open = false;
    for (let n = 0; n < times; n += 1) for (const handler of this.closeHandlers) handler(reason);
  }
}

export class FakeServer {
  readonly connections = new Set<Connection>();
  readonly exited: Promise<number | string>;
  running = true;
  port = 0;
  #resolveExited: (how: number | string) => void = () => {};
  readonly #kit: FakeKit<Connection>;
  /** The Node kit's, in memory, with cheap passwords. */
  readonly #auction = new AuctionHouse<Connection>({
    database: parseDatabaseUrl('sqlite::memory:'),
    broadcast: (event, data) => {
      for (const connection of this.connections) this.#down(connection, { event, data });
    },
    passwords: new Passwords(1_000),
  });
  readonly #http: HttpServer;
  #connected = 0;

  constructor(
    readonly sabotage: Sabotage,
    token: string | null,
  ) {
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve;
    });
    this.#kit = new FakeKit(this.connections, (to, event, data) => this.#down(to, { event, data }));
    const control = new FakeControl(this.#kit, token, sabotage.control ?? {});
    this.#http = createServer((request, response) => {
      const path = request.url ?? '';
      if (control.handle(request, response)) return;
      // Where there is no control, its paths are as good as any that there are not.
      const isRead = request.method === 'GET' || request.method === 'HEAD' || path.startsWith('/outcry/');
      const found = ['/healthz', '/load.html', '/load.js'].includes(path) ? 200 : 404;
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
      const headers = { 'content-type': type, ...(isRead ? {} : { allow: sabotage.allow ?? 'GET, HEAD' }) };
      response.writeHead(sabotage.http?.(path, request.method ?? '') ?? (isRead ? found : 405), headers);
      response.end(isRead && path === '/load.html' ? PAGE : '');
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    this.port = (this.#http.address() as AddressInfo).port;
  }

  accept(): Connection {
    const connection = new Connection(this.#connected);
    this.#connected += 1;
    this.connections.add(connection);
    this.#kit.connect(connection);
    return connection;
  }

  /** The server's end of a connection is gone. */
  drop(connection: Connection): void {
    this.connections.delete(connection);
    this.#auction.disconnect(connection);
    if (!this.sabotage.keepsNames) this.#kit.disconnect(connection);
  }

  /** `text` as it would come over a network. */
  take(connection: Connection, text: string): void {
    if (!this.running || !connection.open) return;
    const sent = parse(text);
    if (sent === null) {
      const what = this.sabotage.broken?.(() => this.end('SIGSEGV')) ?? 'refuse';
      if (what === 'refuse') this.#kit.refuse(connection, null, 'bad-json');
      return;
    }
    const events = this.sabotage.up?.(sent, () => this.end('SIGSEGV')) ?? [sent];
    if (!this.running) return;
    if (text.length > LIMIT) {
      this.drop(connection);
      connection.end('too large');
      return;
    }
    for (const { event, data } of events) this.#kit.event(connection, event, data);
  }

  /** A request, after whatever the client has sent before it. */
  async request(connection: Connection, text: string): Promise<Reply> {
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
    if (!connection.open) throw new Error('closed');
    const asked = JSON.parse(text) as Event;
    const { event, data } = this.sabotage.ask?.(asked) ?? asked;
    const reply = isRequestName(event)
      ? await this.#auction.request(connection, event, data)
      : this.#kit.request(connection, event, data);
    // Behind what was said before it.
    await new Promise((resolve) => setImmediate(resolve));
    return JSON.parse(JSON.stringify(this.sabotage.reply?.(reply, event) ?? reply)) as Reply;
  }

  end(how: number | string): void {
    if (!this.running) return;
    this.running = false;
    this.#http.close();
    void this.#auction.close();
    this.#http.closeAllConnections();
    if (!this.sabotage.leavesClientsWaiting) for (const connection of this.connections) connection.end('server gone');
    this.#resolveExited(how);
  }

  #down(to: Connection, sent: Event): void {
    for (const { event, data } of this.sabotage.down?.(sent, to.nth) ?? [sent]) {
      const text = JSON.stringify(data);
      setImmediate(() => to.arrive({ event, data: JSON.parse(text) as unknown }));
    }
  }
}

/** The event in `text`; null when it is none. */
function parse(text: string): Event | null {
  try {
    const value = JSON.parse(text) as Partial<Event> | null;
    return typeof value?.event === 'string' ? { event: value.event, data: value.data } : null;
  } catch {
    return null;
  }
}
