/** Up to 100 clients on one item over real servers: every app with the auction house, every transport, a server that is killed. */
import { pathToFileURL } from 'node:url';
import type { Adapter, Reply, Transport } from '../../../protocol/socket.ts';
import { adapterOf, isBuilt } from '../../../setup/apps/build/build.ts';
import { auctionTransportsOf, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../../setup/apps/places/server-process.ts';
import type { Item } from '../../../shared-ui/auction/contract.ts';
import { openDatabase } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { ContentionClient } from './testing/contention-client.ts';
import { PASSWORD, type TrialDatabase, trialMariaDb, trialSqlite } from './testing/trial-houses.ts';
import { Turns } from './testing/turns.ts';

/** Over an app's main transport, and over each of the others: there the house is the same, and a message costs several times as much. */
const CLIENTS = { main: 100, other: 30 };
/** Hashing a password takes a while on purpose: few users, each with many connections. */
const USERS = 5;
/** The server is killed when this many bids of the last round were accepted. */
const KILL_AFTER = 10;

const sqlite = trialSqlite();
const mariaDb = await trialMariaDb();
afterAll(() => Promise.all([sqlite.stop(), mariaDb.stop()]));

const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');

/** Every app and transport on SQLite; each app's main transport on MariaDB as well. */
const lanes = readApps()
  .filter((app) => app.features.includes('auction') && (wanted?.includes(app.id) ?? true))
  .flatMap((app) => {
    const transports = auctionTransportsOf(app, 'console');
    const lane = (transport: Transport, database: TrialDatabase) => ({
      name: `${app.id} over ${transport} on ${database.name}`,
      app,
      transport,
      database,
      count: transport === transports[0] ? CLIENTS.main : CLIENTS.other,
    });
    const onSqlite = app.databases.includes('sqlite') ? transports : [];
    const onMysql = app.databases.includes('mysql') && mariaDb.missing === null ? transports.slice(0, 1) : [];
    return [
      ...onSqlite.map((transport) => lane(transport, sqlite)),
      ...onMysql.map((transport) => lane(transport, mariaDb)),
    ];
  });

/** Loaded before the tests, which run at the same time: jest refuses to load anything between the end of one and the next. */
const adapters = new Map<string, Adapter>();
for (const { app } of lanes) {
  if (adapters.has(app.id) || !isBuilt(app)) continue;
  const { default: adapter } = (await import(pathToFileURL(adapterOf(app)).href)) as { default: Adapter };
  adapters.set(app.id, adapter);
}

/** The amounts bid on the only item, as they are in the database, lowest first. */
async function amountsIn(databaseUrl: string): Promise<number[]> {
  const database = await openDatabase(parseDatabaseUrl(databaseUrl));
  const rows = await database.kysely.selectFrom('bids').select(['amount']).orderBy('number').execute();
  await database.close();
  return rows.map(({ amount }) => amount);
}

/** Registers the users and adds the item; gives their tokens. */
async function furnish(adapter: Adapter, server: Server, transport: Transport) {
  const socket = await adapter.connect(server.url, { transport });
  const tokens: string[] = [];
  for (let i = 0; i < USERS; i++) {
    const reply = await socket.request('register', { name: `user ${i}`, password: PASSWORD });
    tokens.push((reply as unknown as { token: string }).token);
  }
  await socket.request('addItem', { name: 'the item', description: '', minimumPrice: 1_000 });
  await socket.close();
  return tokens;
}

const amountOf = (reply: Reply): number[] => (reply.ok ? [(reply.item as Item).leadingBid!] : []);

test('there are apps with an auction house', () => expect(lanes).not.toEqual([]));

/** While one server is started, another has something to do. The clients of more than two would answer too late for theirs. */
const turns = new Turns(2);

test.concurrent.each(lanes)('$name', (lane) => turns.take(() => contend(lane)));

async function contend({ app, transport, database, count }: (typeof lanes)[number]): Promise<void> {
  const adapter = adapters.get(app.id);
  if (adapter === undefined) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
  const databaseUrl = await database.newUrl();
  let server = await startServer(app, { databaseUrl });
  try {
    const tokens = await furnish(adapter, server, transport);
    // They contend for the item, not for the way in.
    const entrance = new Turns(10);
    const join = (i: number) => ContentionClient.join(adapter, server.url, transport, tokens[i % USERS]!);
    const joinAll = () => Promise.all(Array.from({ length: count }, (_, i) => entrance.take(() => join(i))));
    let clients = await joinAll();
    const accepted: number[] = [];

    /** Everybody has heard everything, nothing was missed, and all see what the database has. */
    const settled = async () => {
      const revision = 1 + accepted.length;
      await Promise.all(clients.map((client) => client.reached(revision)));
      accepted.sort((a, b) => a - b);
      for (const { gaps, item, revision: reached } of clients) {
        expect({ gaps, reached }).toEqual({ gaps: 0, reached: revision });
        expect(item).toEqual(clients[0]!.item);
      }
      expect(clients[0]!.item).toMatchObject({ bids: accepted.length, leadingBid: accepted.at(-1) });
      expect(await amountsIn(databaseUrl)).toEqual(accepted);
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

    // All outbid the leader, again and again, until the server is killed.
    let acceptedNow = 0;
    const killed = new Promise<void>((resolve) => {
      const bidOn = async (client: ContentionClient): Promise<void> => {
        for (;;) {
          const { revision } = client;
          const reply = await client.bid(client.item!.leadingBid! + 1);
          accepted.push(...amountOf(reply));
          if (reply.ok && ++acceptedNow === KILL_AFTER) {
            process.kill(server.pid, 'SIGKILL');
            resolve();
          }
          // Until the bid that was higher is heard of, the next one would be the same and too low again.
          if (!reply.ok) await client.reached(revision + 1);
        }
      };
      // Ends with the connection: requests are then rejected, and no event comes any more.
      for (const client of clients) bidOn(client).catch(() => {});
    });
    await killed;
    await server.exited;
    await Promise.all(clients.map((client) => client.leave()));
    const kept = await amountsIn(databaseUrl);
    expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
    expect(kept).toEqual(expect.arrayContaining(accepted));

    // A new process on the same port and database; everybody comes back with the token.
    server = await startServer(app, { databaseUrl, port: server.port });
    clients = await joinAll();
    accepted.splice(0, accepted.length, ...kept);
    await settled();
    expect(await everybodyBids(() => 50_000)).toBe(1);
    await settled();
    await Promise.all(clients.map(({ socket }) => socket.close()));
    expect(server.log()).toBe('');
  } finally {
    await server.stop();
  }
}
