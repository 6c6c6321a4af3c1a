/** The server of a fake app: an honest server half behind connections that can be sabotaged. */
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuctionHouse } from '../../../kits/node/auction/auction-house.ts';
import { parseDatabaseUrl } from '../../../kits/node/auction/database-url.ts';
import { isRequestName } from '../../../kits/node/auction/input.ts';
import { Passwords } from '../../../kits/node/auction/passwords.ts';
import { CONTROL_PREFIX, Control, type Controlled } from '../../../kits/node/control-paths.ts';
import { Room } from '../../../kits/node/room.ts';
import { CONTROL_PATHS } from '../../../protocol/control.ts';
import type { Reply } from '../../../protocol/socket.ts';
import type { Event, Sabotage } from '../sabotage.ts';

const PAGE = '<!doctype html><script type="module" src="/load.js"></script>';
const LIMIT = 4 * 1_048_576;
/** Stands for NaN in a server that takes it. */
const NOT_A_NUMBER = 'not a number';

export class Connection {
  readonly handlers = new Map<string, ((data: unknown) => void)[]>();
  readonly closeHandlers: ((reason: string) => void)[] = [];
  open = true;
  /** Resolves when the server knows of it; null: it always has. */
  seen: Promise<void> | null = null;
  events = 0;
  /** Characters that were sent down, and those of them that have not arrived. */
  charactersDown = 0;
  waiting = 0;
  #held: (() => void)[] | null = null;
  constructor(readonly nth: number) {}

  get isHeld(): boolean {
    return this.#held !== null;
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const arrive of held) arrive();
  }

  /** Brings `text`, the JSON of data, to the client; text that is none ends the connection, as a client's parser does. */
  arrive(event: string, text: string): void {
    if (this.#held !== null) {
      this.#held.push(() => this.arrive(event, text));
      return;
    }
    this.waiting -= text.length;
    if (!this.open) return;
    this.events += 1;
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      this.end('parse error');
      return;
    }
    for (const handler of this.handlers.get(event) ?? []) handler(data);
  }

  /** The network has broken it, which the server does not mind: what it says is kept. */
  away(reason: string): void {
    if (!this.open) return;
    this.hold();
    for (const handler of this.closeHandlers) handler(reason);
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
  /** The Node kit's. */
  readonly #room = new Room<Connection>({
    send: (to, event, data) => this.#down(to, { event, data }),
    broadcast: (event, data) => {
      for (const connection of this.connections) this.#down(connection, { event, data });
    },
    waiting: (connection) => (this.sabotage.runsAhead || this.#isOutOfPatience() ? 0 : connection.waiting),
  });
  /** The Node kit's, in memory, with cheap passwords. */
  readonly #auction = new AuctionHouse<Connection>({
    database: parseDatabaseUrl('sqlite::memory:'),
    broadcast: (event, data) => {
      for (const connection of this.connections) this.#down(connection, { event, data });
    },
    passwords: new Passwords(1_000),
  });
  readonly #http: HttpServer;
  /** Connections that have ended without the room being told. */
  readonly #leaked = new Set<Connection>();
  #connected = 0;
  /** How often it was asked for its counts. */
  #asked = 0;

  constructor(
    readonly sabotage: Sabotage,
    token: string | null,
    /** It keeps what it says to a connection that is lost. */
    readonly recovers = false,
  ) {
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve;
    });
    this.#http = createServer((request, response) => {
      const path = request.url ?? '';
      if (path.startsWith(CONTROL_PREFIX)) return void this.#control(request, response, token);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
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

  async #control(request: IncomingMessage, response: ServerResponse, token: string | null): Promise<void> {
    const { admits, withoutToken, status, feedsAtEnd } = this.sabotage.control ?? {};
    const { authorization = '' } = request.headers;
    const isAdmitted = admits?.(authorization, authorization === `Bearer ${token}`);
    if (isAdmitted !== undefined) request.headers.authorization = isAdmitted ? `Bearer ${token}` : 'nobody';
    if (status !== undefined) {
      const writeHead = response.writeHead.bind(response);
      response.writeHead = (code: number, ...others: unknown[]) => writeHead(status(code), ...(others as []));
    }
    if (this.sabotage.patience !== undefined && request.url === CONTROL_PATHS.counts) {
      this.#asked += 1;
      await sleep(this.sabotage.patience.msEach);
    }
    const late = feedsAtEnd && request.url?.startsWith(CONTROL_PATHS.feed) ? await whole(request) : request;
    new Control(this.#controlled(), token ?? (withoutToken ? 'any' : undefined)).handle(late, response);
  }

  #isOutOfPatience(): boolean {
    const { patience } = this.sabotage;
    return patience !== undefined && this.#asked > patience.asked;
  }

  /** The room as its controller sees it. */
  #controlled(): Controlled {
    const { clock, counts, begin, line: change, feedsAll } = this.sabotage.control ?? {};
    const room = this.#room;
    const now = (): number => clock?.(room.now()) ?? room.now();
    // Connections that the room should have been told of are gone all the same.
    const honest = { ...room.counts, clock: now(), connections: this.connections.size };
    return {
      now,
      counts: counts?.(honest) ?? honest,
      begin: (asked) => room.begin(begin ? begin(asked) : asked),
      feed: (line, to) => {
        const changed = change ? change(line) : line;
        return changed === undefined ? 0 : room.feed(changed, feedsAll ? null : to);
      },
      waiting: (to) => room.waiting(to),
    };
  }

  accept(): Connection {
    const connection = new Connection(this.#connected);
    this.#connected += 1;
    const { seesOpenAfterMs } = this.sabotage;
    if (seesOpenAfterMs === undefined) this.#see(connection);
    else connection.seen = sleep(seesOpenAfterMs).then(() => this.#see(connection));
    return connection;
  }

  #see(connection: Connection): void {
    if (!connection.open) return;
    this.connections.add(connection);
    this.#room.connect(connection);
  }

  /** The server's end of a connection is gone. */
  drop(connection: Connection): void {
    if (this.#leaked.has(connection)) return;
    this.connections.delete(connection);
    this.#auction.disconnect(connection);
    if (!this.sabotage.keepsNames) this.#room.disconnect(connection);
  }

  /** The network breaks `connection`. */
  lose(connection: Connection): void {
    if (this.recovers) connection.away('cut');
    else {
      this.drop(connection);
      connection.end('cut');
    }
  }

  /** `text` as it would come over a network. */
  take(connection: Connection, text: string): void {
    if (!this.running || !connection.open) return;
    if (connection.seen !== null && !this.connections.has(connection)) {
      void connection.seen.then(() => this.take(connection, text));
      return;
    }
    const sent = this.#parse(text);
    if (sent === null) {
      const what = this.sabotage.broken?.(() => this.end('SIGSEGV')) ?? 'refuse';
      if (what === 'refuse') this.#room.unreadable(connection);
      if (what === 'leak') {
        this.#leaked.add(connection);
        connection.end('parse error');
      }
      return;
    }
    const events = this.sabotage.up?.(sent, () => this.end('SIGSEGV')) ?? [sent];
    if (!this.running) return;
    if (text.length > LIMIT) {
      this.drop(connection);
      connection.end('too large');
      return;
    }
    for (const { event, data } of events) this.#room.receive(connection, event, data);
  }

  /** A request, after whatever the client has sent before it. */
  async request(connection: Connection, text: string): Promise<Reply> {
    await connection.seen;
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
    if (!connection.open) throw new Error('closed');
    const asked = this.#parse(text);
    if (asked === null) return { ok: false, code: 'bad-json', reason: 'that is not JSON' };
    const { event, data } = this.sabotage.ask?.(asked) ?? asked;
    const reply = isRequestName(event)
      ? await this.#auction.request(connection, event, data)
      : this.#room.request(connection, event, data)!;
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

  /** The event in `text`; null when it is none. */
  #parse(text: string): Event | null {
    const { takesNaN, mendsNames } = this.sabotage;
    try {
      const known = takesNaN ? text.replaceAll('NaN', JSON.stringify(NOT_A_NUMBER)) : text;
      const value = JSON.parse(known) as Partial<Event> | null;
      if (value !== null && typeof value.event === 'number' && mendsNames) return { event: 'echo', data: value.data };
      return typeof value?.event === 'string' ? { event: value.event, data: value.data } : null;
    } catch {
      return null;
    }
  }

  #down(to: Connection, sent: Event): void {
    const { dropsBehind = Number.POSITIVE_INFINITY, waitsForSlowest } = this.sabotage;
    if (to.waiting > dropsBehind || (waitsForSlowest && [...this.connections].some(({ isHeld }) => isHeld))) return;
    for (const { event, data } of this.sabotage.down?.(sent, to.nth) ?? [sent]) {
      const text = JSON.stringify(data).replaceAll(JSON.stringify(NOT_A_NUMBER), 'NaN');
      to.charactersDown += text.length;
      to.waiting += text.length;
      setImmediate(() => to.arrive(event, text));
    }
  }
}

/** `request`, once all of its body has come. */
async function whole(request: IncomingMessage): Promise<IncomingMessage> {
  const { url, method, headers } = request;
  // A client may give up in the middle.
  const text = await textOf(request).catch(() => '');
  return Object.assign(Readable.from([text]), { url, method, headers }) as IncomingMessage;
}
