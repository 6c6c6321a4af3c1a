/** The app's server for a test, on a database of its own, and ways to it that no honest client takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { auctionIn } from '../../../kits/node/auction/auction-house.ts';
import { parseDatabaseUrl } from '../../../kits/node/auction/database-url.ts';
import { House } from '../../../kits/node/house.ts';
import { type Attached, answerCommon } from '../../../kits/node/server.ts';
import type { Counts } from '../../../protocol/control.ts';
import { attach } from '../attach.ts';
import type { Connection } from '../callers.ts';

export class TrialServer {
  readonly url: string;
  readonly #http: Server;
  readonly #house: House<Connection>;
  readonly #attached: Attached<Connection>;
  readonly #folder: string;
  readonly #sockets: Socket[] = [];

  static async start(): Promise<TrialServer> {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-feathers-'));
    let house: House<Connection>;
    const http = createServer((request, response) => {
      if (!house.control(request, response) && !attached.handle!(request, response)) answerCommon(request, response);
    });
    const outputs = {
      send: (connection: Connection, event: string, data: unknown) => attached.send(connection, event, data),
      broadcast: (event: string, data: unknown) => attached.broadcast(event, data),
      waiting: (connection: Connection) => attached.waiting!(connection),
      addressOf: (connection: Connection) => attached.addressOf!(connection),
    };
    const auction = auctionIn(parseDatabaseUrl(`sqlite:${join(folder, 'auction.sqlite')}`));
    house = new House(outputs, { auction, token: 'token' });
    const attached = attach(http, house);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return new TrialServer(http, house, attached, folder);
  }

  private constructor(http: Server, house: House<Connection>, attached: Attached<Connection>, folder: string) {
    this.#http = http;
    this.#house = house;
    this.#attached = attached;
    this.#folder = folder;
    this.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }

  /** A client of Socket.IO without Feathers' client over it, once it is connected. */
  async connectRaw(): Promise<Socket> {
    const socket = io(this.url, { transports: ['websocket'], reconnection: false, forceNew: true });
    this.#sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  async begin(greet: object | null = null): Promise<void> {
    await this.#control('begin', { method: 'POST', body: JSON.stringify({ bucketMs: 1000, greet }) });
  }

  counts(): Promise<Counts> {
    return this.#control('counts', {}) as Promise<Counts>;
  }

  /** Feeds `lines` to the room; resolves when the server has taken all of them. */
  feed(lines: string): Promise<unknown> {
    return this.#control('feed', { method: 'POST', body: lines });
  }

  async #control(path: string, init: RequestInit): Promise<unknown> {
    return (await fetch(`${this.url}/outcry/${path}`, { ...init, headers: { authorization: 'Bearer token' } })).json();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.disconnect();
    this.#house.stop();
    this.#attached.endAll();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The answer to a call of Feathers' on the wire. */
export async function call(socket: Socket, ...packet: unknown[]): Promise<[error: unknown, result: unknown]> {
  const [method, ...args] = packet;
  return new Promise((resolve) =>
    socket.emit(method as string, ...args, (...answer: [unknown, unknown]) => resolve(answer)),
  );
}
