/** Up to 100 clients on one item over real servers: every app with the auction house, every transport, a server of each that is killed. */
import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import type { Adapter, Reply, Transport } from '../../../protocol/socket.ts';
import { adapterOf, isBuilt } from '../../../setup/apps/build/build.ts';
import { auctionTransportsOf, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../../setup/apps/places/server-process.ts';
import type { Item } from '../../../shared-ui/auction/contract.ts';
import { openDatabase } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { ContentionClient } from './testing/contention-client.ts';
import { PASSWORD, type TrialDatabase, trialMariaDb, trialSqlite } from './testing/trial-houses.ts';

/** Over an app's main transport on SQLite, and everywhere else: there the house is the same, and each bid goes to everybody. */
const CLIENTS = { most: 100, other: 30 };
/** Few users, each with many connections. */
const USERS = 5;
/** The server is killed when this many bids of the last round were accepted. */
const KILL_AFTER = 10;

const sqlite = trialSqlite();
const mariaDb = await trialMariaDb();
afterAll(() => Promise.all([sqlite.stop(), mariaDb.stop()]));

const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');

/** Every app over all its transports on SQLite, and over its main transport on MariaDB. */
const lanes = readApps()
  .filter((app) => app.features.includes('auction') && (wanted?.includes(app.id) ?? true))
  .flatMap((app) => {
    const all = auctionTransportsOf(app, 'console');
    const lane = (transports: Transport[], database: TrialDatabase, most: number) => ({
      name: `${app.id} over ${transports.join(', ')} on ${database.name}`,
      app,
      transports,
      database,
      most,
    });
    return [
      ...(app.databases.includes('sqlite') ? [lane(all, sqlite, CLIENTS.most)] : []),
      ...(app.databases.includes('mysql') && mariaDb.missing === null
        ? [lane(all.slice(0, 1), mariaDb, CLIENTS.other)]
        : []),
    ];
  });

/** Loaded before the tests, which run at the same time: jest refuses to load anything between the end of one and the next. */
const adapters = new Map<string, Adapter>();
for (const { app } of lanes) {
  if (adapters.has(app.id) || !isBuilt(app)) continue;
  const { default: adapter } = (await import(pathToFileURL(adapterOf(app)).href)) as { default: Adapter };
  adapters.set(app.id, adapter);
}

/** The amounts bid on an item, as they are in the database, lowest first. */
async function amountsIn(databaseUrl: string, itemId: number): Promise<number[]> {
  const database = await openDatabase(parseDatabaseUrl(databaseUrl));
  const bids = database.kysely.selectFrom('bids').select(['amount']).where('item_id', '=', itemId);
  const rows = await bids.orderBy('number').execute();
  await database.close();
  return rows.map(({ amount }) => amount);
}

/** Registers the users; gives their tokens. */
async function register(adapter: Adapter, server: Server, transport: Transport): Promise<string[]> {
  const socket = await adapter.connect(server.url, { transport });
  const tokens: string[] = [];
  for (let i = 0; i < USERS; i++) {
    const reply = await socket.request('register', { name: `user ${i}`, password: PASSWORD });
    tokens.push((reply as unknown as { token: string }).token);
  }
  await socket.close();
  return tokens;
}

/** Adds an item; gives its id and the revision since when it is there. */
async function addItem(adapter: Adapter, server: Server, transport: Transport, token: string) {
  const socket = await adapter.connect(server.url, { transport });
  await socket.request('logIn', { token });
  const reply = await socket.request('addItem', { name: 'the item', description: '', minimumPrice: 1_000 });
  await socket.close();
  const { item, revision } = reply as unknown as { item: Item; revision: number };
  return { itemId: item.id, added: revision };
}

const amountOf = (reply: Reply): number[] => (reply.ok ? [(reply.item as Item).leadingBid!] : []);

test('there are apps with an auction house', () => expect(lanes).not.toEqual([]));

/** Two servers at once: while one starts, the other is at work. Clients of more would answer too late for theirs. */
const twoServers = pLimit(2);

test.concurrent.each(lanes)('$name', (lane) => twoServers(() => contend(lane)));

async function contend({ app, transports, database, most }: (typeof lanes)[number]): Promise<void> {
  const adapter = adapters.get(app.id);
  if (adapter === undefined) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
  const databaseUrl = await database.newUrl();
  let server = await startServer(app, { databaseUrl, shortLived: true });

  /**
   * Has all contend for an item of their own over `transport`.
   * @param killed until the server is killed, and once more with the next one: what was accepted is kept by the house, which is the same over
   *   every transport
   */
  const contendOver = async (transport: Transport, tokens: string[], count: number, killed: boolean): Promise<void> => {
    const { itemId, added } = await addItem(adapter, server, transport, tokens[0]!);
    // They contend for the item, not for the way in.
    const entrance = pLimit(10);
    const join = (i: number) => ContentionClient.join(adapter, server.url, transport, tokens[i % USERS]!, itemId);
    const joinAll = () => Promise.all(Array.from({ length: count }, (_, i) => entrance(() => join(i))));
    let clients = await joinAll();
    const accepted: number[] = [];

    /** Checks that every client has heard everything, missed nothing, and sees what the database has. */
    const settled = async () => {
      const revision = added + accepted.length;
      await Promise.all(clients.map((client) => client.reached(revision)));
      accepted.sort((a, b) => a - b);
      for (const { gaps, item, revision: reached } of clients) {
        expect({ transport, gaps, reached }).toEqual({ transport, gaps: 0, reached: revision });
        expect(item).toEqual(clients[0]!.item);
      }
      expect(clients[0]!.item).toMatchObject({ bids: accepted.length, leadingBid: accepted.at(-1) });
      expect(await amountsIn(databaseUrl, itemId)).toEqual(accepted);
    };

    const everybodyBids = async (amountOfClient: (i: number) => number) => {
      const replies = await Promise.all(clients.map((client, i) => client.bid(amountOfClient(i))));
      const refused = replies.filter((reply) => !reply.ok);
      for (const reply of refused) {
        expect(reply).toMatchObject({ code: 'bid-too-low', reason: expect.stringMatching(/^user \d leads with €/) });
      }
      accepted.push(...replies.flatMap(amountOf));
      return replies.length - refused.length;
    };

    // All bid the same: exactly one leads.
    expect(await everybodyBids(() => 5_000)).toBe(1);
    await settled();
    // All bid something else, highest and lowest mixed.
    expect(await everybodyBids((i) => 6_000 + ((i * 37) % count))).toBeGreaterThan(0);
    await settled();

    if (killed) {
      await outbidUntilKilled(clients, accepted);
      await Promise.all(clients.map((client) => client.leave()));
      const kept = await amountsIn(databaseUrl, itemId);
      expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      expect(kept).toEqual(expect.arrayContaining(accepted));

      // A new process on the same port and database; everybody comes back with the token.
      server = await startServer(app, { databaseUrl, port: server.port, shortLived: true });
      clients = await joinAll();
      accepted.splice(0, accepted.length, ...kept);
      await settled();
      expect(await everybodyBids(() => 50_000)).toBe(1);
      await settled();
    }
    await Promise.all(clients.map(({ socket }) => socket.close()));
    expect(server.log()).toBe('');
  };

  /** Has all outbid the leader, again and again, until the server is killed. @param accepted is added to */
  const outbidUntilKilled = async (clients: ContentionClient[], accepted: number[]): Promise<void> => {
    let acceptedNow = 0;
    const bidOn = async (client: ContentionClient): Promise<void> => {
      for (;;) {
        const { revision } = client;
        const reply = await client.bid(client.item!.leadingBid! + 1);
        accepted.push(...amountOf(reply));
        if (reply.ok && ++acceptedNow === KILL_AFTER) process.kill(server.pid, 'SIGKILL');
        // Until the bid that was higher is heard of, the next one would be the same and too low again.
        if (!reply.ok) await client.reached(revision + 1);
      }
    };
    // Ends with the connection: requests are then rejected, and no event comes any more.
    for (const client of clients) bidOn(client).catch(() => {});
    await server.exited;
  };

  try {
    const tokens = await register(adapter, server, transports[0]!);
    for (const transport of transports) {
      const isMain = transport === transports[0];
      await contendOver(transport, tokens, isMain ? most : CLIENTS.other, isMain);
    }
  } finally {
    await server.stop();
  }
}
