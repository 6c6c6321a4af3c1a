/** 100 clients on one item over real servers: every app with the auction house, every transport, a server that is killed. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter, Reply } from '../../../protocol/socket.ts';
import { isBuilt } from '../../../setup/apps/build.ts';
import { auctionTransportsOf, readApps } from '../../../setup/apps/manifest.ts';
import { type Server, startServer } from '../../../setup/apps/server-process.ts';
import type { Item } from '../../../shared-ui/auction/contract.ts';
import { openDatabase } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { ContentionClient } from './testing/contention-client.ts';
import { PASSWORD, trialMariaDb, trialSqlite } from './testing/trial-houses.ts';
import { Turns } from './testing/turns.ts';

const CLIENTS = 100;
/** Hashing a password takes a while on purpose: few users, each with many connections. */
const USERS = 5;
/** The server is killed when so many bids of the last round were accepted. */
const KILL_AFTER = 50;

const sqlite = trialSqlite();
const mariaDb = await trialMariaDb();
afterAll(() => Promise.all([sqlite.stop(), mariaDb.stop()]));

const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');

/** Every app and transport on SQLite; each app's main transport on MariaDB as well. */
const lanes = readApps()
  .filter((app) => app.features.includes('auction') && (wanted?.includes(app.id) ?? true))
  .flatMap((app) => {
    const transports = auctionTransportsOf(app, 'console');
    const onSqlite = transports
      .filter(() => app.databases.includes('sqlite'))
      .map((transport) => ({ name: `${app.id} over ${transport} on SQLite`, app, transport, database: sqlite }));
    const onMysql = transports
      .slice(0, app.databases.includes('mysql') && mariaDb.missing === null ? 1 : 0)
      .map((transport) => ({ name: `${app.id} over ${transport} on MariaDB`, app, transport, database: mariaDb }));
    return [...onSqlite, ...onMysql];
  });

/** The amounts bid on the only item, as they are in the database, lowest first. */
async function amountsIn(databaseUrl: string): Promise<number[]> {
  const database = await openDatabase(parseDatabaseUrl(databaseUrl));
  const rows = await database.kysely.selectFrom('bids').select(['amount']).orderBy('number').execute();
  await database.close();
  return rows.map(({ amount }) => amount);
}

/** Registers the users and adds the item; gives their tokens. */
async function furnish(adapter: Adapter, server: Server, transport: (typeof lanes)[number]['transport']) {
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

async function contend({ app, transport, database }: (typeof lanes)[number]): Promise<void> {
  if (!isBuilt(app)) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const databaseUrl = await database.newUrl();
  let server = await startServer(app, { databaseUrl });
  try {
    const tokens = await furnish(adapter, server, transport);
    const joinAll = () =>
      Promise.all(
        Array.from({ length: CLIENTS }, (_, i) =>
          ContentionClient.join(adapter, server.url, transport, tokens[i % USERS]!),
        ),
      );
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
    expect(await everybodyBids((i) => 6_000 + ((i * 37) % CLIENTS))).toBeGreaterThan(0);
    await settled();

    // All outbid whoever leads, again and again, until the server is killed.
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
