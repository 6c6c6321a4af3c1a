/** Helpers that the tests of the house share: the databases it is tested on, and visitors that ask it things. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reply } from '../../../../protocol/socket.ts';
import { ensureTool } from '../../../../setup/tools/install.ts';
import type { EventName, Events, Item, RequestName } from '../../../../shared-ui/auction/contract.ts';
import { AuctionHouse, type AuctionHouseOptions } from '../auction-house.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import { Passwords } from '../passwords.ts';
import { type MariaDbServer, startMariaDb } from './mariadb-server.ts';

export interface TrialDatabase {
  name: string;
  /** The reason why tests on it are skipped; null when they are not. */
  missing: string | null;
  newUrl(): Promise<string>;
  stop(): Promise<void>;
}

/** SQLite in files of a folder of its own. */
export function trialSqlite(): TrialDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-sqlite-'));
  let files = 0;
  return {
    name: 'SQLite',
    missing: null,
    newUrl: async () => `sqlite:${join(folder, `${++files}.sqlite`)}`,
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** MariaDB, started when a test asks for it: where all are skipped, nobody would stop it. */
export async function trialMariaDb(): Promise<TrialDatabase> {
  const program = await ensureTool('mariadb').then(
    ({ path }) => ({ path, missing: null }),
    (error: Error) => ({ path: '', missing: error.message }),
  );
  if (program.missing !== null) console.warn(`the auction house is not tested on MariaDB: ${program.missing}`);
  let server: Promise<MariaDbServer> | undefined;
  return {
    name: 'MariaDB',
    missing: program.missing,
    async newUrl() {
      server ??= startMariaDb(program.path);
      return (await server).newDatabase();
    },
    stop: async () => (await server)?.stop(),
  };
}

/** SQLite, and MariaDB where it can be had. */
export async function trialDatabases(): Promise<TrialDatabase[]> {
  return [trialSqlite(), await trialMariaDb()];
}

export type Told = { [Name in EventName]: { event: Name; data: Events[Name] } }[EventName];

/** A visitor that asks: each object is a connection. */
export interface Visitor {
  address?: string;
}

export const PASSWORD = 'correct horse battery';

export type TrialHouseOptions = Partial<AuctionHouseOptions<Visitor>>;

/** A house on `url` with cheap passwords, a clock that stands still until it is moved, and ears. */
export class TrialHouse {
  readonly house: AuctionHouse<Visitor>;
  readonly told: Told[] = [];
  readonly log: string[] = [];
  now = Date.UTC(2026, 0, 1);

  constructor(url: string, options: TrialHouseOptions = {}) {
    this.house = new AuctionHouse<Visitor>({
      database: parseDatabaseUrl(url),
      broadcast: (event, data) => this.told.push({ event, data } as Told),
      addressOf: (visitor) => visitor.address,
      now: () => this.now,
      passwords: new Passwords(1_000),
      log: (line) => this.log.push(line),
      ...options,
    });
  }

  ask(visitor: Visitor, name: RequestName | string, data: unknown = {}): Promise<Reply> {
    return this.house.request(visitor, name, data);
  }

  /** Asks as `ask` does; anything but ok fails the test. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields of whatever was asked for
  async granted(visitor: Visitor, name: RequestName, data: unknown = {}): Promise<any> {
    const reply = await this.ask(visitor, name, data);
    if (!reply.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply)} ${this.log.join('\n')}`);
    return reply;
  }

  /** A new connection on which the new user `name` is logged in. */
  async user(name: string): Promise<Visitor> {
    const visitor: Visitor = {};
    await this.granted(visitor, 'register', { name, password: PASSWORD });
    return visitor;
  }

  /** Connections, as many as asked for, on which the new user `name` is logged in. */
  async crowd(name: string, connections: number): Promise<Visitor[]> {
    const { token } = await this.granted({}, 'register', { name, password: PASSWORD });
    const visitors = Array.from({ length: connections }, (): Visitor => ({}));
    await Promise.all(visitors.map((visitor) => this.granted(visitor, 'logIn', { token })));
    return visitors;
  }

  /** A new item of `owner`. */
  async item(owner: Visitor, minimumPrice = 1_000, name = 'a chair'): Promise<Item> {
    return (await this.granted(owner, 'addItem', { name, description: '', minimumPrice })).item;
  }

  async items(): Promise<Item[]> {
    return (await this.granted({}, 'listItems')).items;
  }
}
