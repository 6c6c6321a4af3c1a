/** Several processes on one database, and what is left when one is killed in the middle. On every database. */
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawnOwned } from '../../../system/processes.ts';
import { type Database, openDatabase } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { TrialHouse, trialDatabases } from './testing/trial-houses.ts';

const PROGRAM = fileURLToPath(new URL('testing/bidding-process.ts', import.meta.url));

type Line = { ready?: true; amount?: number; revision?: number; refused?: string };

/** A bidding process: its lines so far, and when it has ended. */
function bidder(url: string, name: string, itemId: number, bids: number) {
  const argv = [process.execPath, '--import', 'tsx', PROGRAM, url, name, String(itemId), String(bids)];
  const child = spawnOwned(argv, { label: `bidder ${name}`, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Line[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const wake = (all: boolean) => {
    for (const waiter of waiting) if (all || lines.length >= waiter.count) waiter.resolve();
  };
  const reader = createInterface({ input: child.stdout! });
  reader.on('line', (line) => {
    lines.push(JSON.parse(line));
    wake(false);
  });
  const ended = new Promise<void>((resolve) => {
    reader.once('close', () => {
      wake(true);
      resolve();
    });
  });
  return {
    lines,
    ended,
    /** Resolves when it has printed this many lines, or has ended. */
    printed: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
    kill: () => child.kill('SIGKILL'),
  };
}

async function bidsOf(database: Database, itemId: number) {
  return database.kysely
    .selectFrom('bids')
    .innerJoin('users', 'users.id', 'bids.bidder')
    .select(['bids.number', 'bids.amount', 'users.name'])
    .where('item_id', '=', itemId)
    .orderBy('number')
    .execute();
}

const accepted = (lines: Line[]): number[] => lines.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));

const databases = await trialDatabases();
afterAll(async () => {
  for (const database of databases) await database.stop();
});

for (const trialDatabase of databases) {
  (trialDatabase.missing === null ? describe : describe.skip)(`on ${trialDatabase.name}`, () => {
    let url: string;
    let trial: TrialHouse;
    let database: Database;
    let itemId: number;

    beforeEach(async () => {
      url = await trialDatabase.newUrl();
      trial = new TrialHouse(url);
      itemId = (await trial.item(await trial.user('Ada'))).id;
      database = await openDatabase(parseDatabaseUrl(url));
    });
    afterEach(async () => {
      await database.close();
      await trial.house.close();
    });

    test('three processes bid on one item: one history, in which each accepted bid is once', async () => {
      const bidders = ['Bert', 'Carla', 'Dora'].map((name) => bidder(url, name, itemId, 34));
      await Promise.all(bidders.map(({ ended }) => ended));
      const lines = bidders.flatMap((one) => one.lines);
      expect(lines).toHaveLength(3 * 35);
      expect(new Set(lines.flatMap(({ refused }) => refused ?? []))).not.toContain('failed');
      const bids = await bidsOf(database, itemId);
      expect(bids.map(({ amount }) => amount)).toEqual(accepted(lines).sort((a, b) => a - b));
      expect(bids.map(({ number }) => number)).toEqual(bids.map((_, i) => i + 1));
      const revisions = lines.flatMap(({ revision }) => revision ?? []).sort((a, b) => a - b);
      expect(revisions).toEqual(bids.map((_, i) => i + 2));
      for (const [i, name] of ['Bert', 'Carla', 'Dora'].entries()) {
        const own = bids.filter((bid) => bid.name === name).map(({ amount }) => amount);
        expect(own).toEqual(accepted(bidders[i]!.lines));
      }
    });

    test('processes killed in the middle of bidding: what they were told is in the database, once', async () => {
      const victims = ['Bert', 'Carla', 'Dora'].map((name) => bidder(url, name, itemId, 1_000_000));
      const survivor = bidder(url, 'Emil', itemId, 100);
      for (const [i, victim] of victims.entries()) {
        await victim.printed(20 * (i + 1));
        victim.kill();
        await victim.ended;
      }
      await survivor.ended;
      expect(accepted(survivor.lines).length).toBeGreaterThan(0);

      const bids = await bidsOf(database, itemId);
      expect(bids.map(({ number }) => number)).toEqual(bids.map((_, i) => i + 1));
      for (const [i, name] of ['Bert', 'Carla', 'Dora'].entries()) {
        const own = bids.filter((bid) => bid.name === name).map(({ amount }) => amount);
        const told = accepted(victims[i]!.lines);
        // It may have died between the commit and the telling: one more at most.
        expect(own.slice(0, told.length)).toEqual(told);
        expect(own.length - told.length).toBeLessThanOrEqual(1);
      }
      expect(await trial.ask({}, 'listItems')).toMatchObject({
        revision: 1 + bids.length,
        items: [{ bids: bids.length, leadingBid: bids.at(-1)!.amount }],
      });
      // The lock went with the process.
      const frida = await trial.user('Frida');
      await trial.granted(frida, 'placeBid', { itemId, amount: bids.at(-1)!.amount + 1 });
    });
  });
}
