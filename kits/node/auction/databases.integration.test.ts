/** Tests of a database that the recorded conversations cannot make: several processes on it, crowds, and what is stored. */
import { openDatabase } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { PASSWORD, TrialHouse, trialDatabases } from './testing/trial-houses.ts';
import { LOGIN_MS } from './tokens.ts';

const databases = await trialDatabases();
afterAll(async () => {
  for (const database of databases) await database.stop();
});

for (const database of databases) {
  (database.missing === null ? describe : describe.skip)(`on ${database.name}`, () => {
    let url: string;
    let trial: TrialHouse;

    beforeEach(async () => {
      url = await database.newUrl();
      trial = new TrialHouse(url);
    });
    afterEach(() => trial.house.close());

    test('logging out in one process ends the token in every process on the database', async () => {
      const { token } = await trial.granted({}, 'register', { name: 'Ada', password: PASSWORD });
      const other = new TrialHouse(url);
      const visitor = {};
      await other.granted(visitor, 'logIn', { token });
      const here = {};
      await trial.granted(here, 'logIn', { token });
      await trial.granted(here, 'logOut');
      const reply = await other.ask(visitor, 'placeBid', { itemId: 1, amount: 5 });
      await other.house.close();
      expect(reply).toMatchObject({ code: 'not-logged-in' });
    });

    test('neither passwords nor tokens are in the database or in the log', async () => {
      const { token } = await trial.granted({}, 'register', { name: 'Ada', password: PASSWORD });
      await trial.ask({}, 'logIn', { name: 'Ada', password: 'another password' });
      const opened = await openDatabase(parseDatabaseUrl(url));
      const rows = JSON.stringify([
        await opened.kysely.selectFrom('users').selectAll().execute(),
        await opened.kysely.selectFrom('logins').selectAll().execute(),
      ]);
      await opened.close();
      expect(rows).toMatch(/\$pbkdf2-sha512\$i=1000\$/);
      for (const secret of [PASSWORD, token]) expect(rows + trial.log.join()).not.toContain(secret);
    });

    test('logins that have ended are swept when somebody logs in', async () => {
      await trial.user('Ada');
      trial.now += LOGIN_MS + 1;
      await trial.granted({}, 'logIn', { name: 'Ada', password: PASSWORD });
      const opened = await openDatabase(parseDatabaseUrl(url));
      expect(await opened.kysely.selectFrom('logins').selectAll().execute()).toHaveLength(1);
      await opened.close();
    });

    test('100 bids at once over two houses on one database: what is told is a history without gaps or ties', async () => {
      const other = new TrialHouse(url);
      const { id } = await trial.item(await trial.user('Ada'));
      const here = await trial.crowd('Carla', 50);
      const there = await other.crowd('Dora', 50);
      const replies = await Promise.all([
        ...here.map((bidder, i) => trial.ask(bidder, 'placeBid', { itemId: id, amount: 1_000 + 2 * i })),
        ...there.map((bidder, i) => other.ask(bidder, 'placeBid', { itemId: id, amount: 1_001 + 2 * i })),
      ]);
      const accepted = replies.filter((reply) => reply.ok);
      const told = [...trial.told, ...other.told].flatMap(({ event, data }) => (event === 'bidPlaced' ? [data] : []));
      told.sort((a, b) => a.revision - b.revision);
      expect(told.map(({ revision }) => revision)).toEqual(accepted.map((_, i) => 2 + i));
      expect(told.map(({ bids }) => bids)).toEqual(accepted.map((_, i) => 1 + i));
      for (let i = 1; i < told.length; i++) expect(told[i]!.amount).toBeGreaterThan(told[i - 1]!.amount);
      expect(await other.items()).toEqual(await trial.items());
      expect(await trial.items()).toMatchObject([
        { leadingBid: told.at(-1)!.amount, leadingBidder: told.at(-1)!.bidder, bids: told.length },
      ]);
      await other.house.close();
    });

    test('events leave in the order of their revisions, however the requests were mixed', async () => {
      const ada = await trial.user('Ada');
      const bert = await trial.user('Bert');
      const { id } = await trial.item(ada, 1);
      await Promise.all([
        ...Array.from({ length: 20 }, (_, i) => trial.ask(ada, 'placeBid', { itemId: id, amount: i + 1 })),
        ...Array.from({ length: 20 }, (_, i) => trial.item(bert, 5, `item ${i}`)),
      ]);
      expect(trial.told.map(({ data }) => data.revision)).toEqual(trial.told.map((_, i) => i + 1));
      expect(trial.told).toHaveLength(41);
    });

    test('two houses that open an empty database at the same time both work', async () => {
      const fresh = await database.newUrl();
      const houses = Array.from({ length: 4 }, () => new TrialHouse(fresh));
      const lists = await Promise.all(houses.map((house) => house.ask({}, 'listItems')));
      expect(lists).toEqual(houses.map(() => ({ ok: true, items: [], revision: 0 })));
      for (const { house } of houses) await house.close();
    });
  });
}
