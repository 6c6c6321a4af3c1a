/** Users and logins, on every database. */
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

    const newItem = { name: 'x', description: '', minimumPrice: 1 };

    test('who registers is logged in, with a token of 256 bits that ends in a week', async () => {
      const ada = {};
      const login = await trial.granted(ada, 'register', { name: ' Ada ', password: PASSWORD });
      expect(login).toEqual({
        ok: true,
        user: 'Ada',
        token: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: new Date(trial.now + LOGIN_MS).toISOString(),
      });
      expect(await trial.ask(ada, 'addItem', newItem)).toMatchObject({ ok: true });
    });

    test('a name is taken however its letters are written, and who is first keeps it when two register at once', async () => {
      await trial.user('Zoë');
      for (const name of ['zoë', 'ZOE\u0308', 'Zo\u200bë', 'Ｚｏë']) {
        expect(await trial.ask({}, 'register', { name, password: PASSWORD })).toMatchObject({
          code: 'name-taken',
          field: 'name',
        });
      }
      const both = await Promise.all(
        ['Ada', 'ADA'].map((name) => trial.ask({}, 'register', { name, password: PASSWORD })),
      );
      expect(both.map((reply) => (reply.ok ? 'ok' : reply.code)).sort()).toEqual(['name-taken', 'ok']);
    });

    test('a wrong password and an unknown name are refused with the same words', async () => {
      await trial.user('Ada');
      const wrong = await trial.ask({}, 'logIn', { name: 'Ada', password: 'wrong' });
      const unknown = await trial.ask({}, 'logIn', { name: 'Nobody', password: PASSWORD });
      expect(wrong).toMatchObject({ ok: false, code: 'wrong-login' });
      expect(unknown).toEqual(wrong);
    });

    test('a password logs in over another connection, in any way of writing the name', async () => {
      await trial.user('Zoë');
      const login = await trial.granted({}, 'logIn', { name: ' zOE\u0308 ', password: PASSWORD });
      expect(login.user).toBe('Zoë');
    });

    test('a token logs in after a reconnection and after a restart, and ends when it would have ended', async () => {
      const { token, expiresAt } = await trial.granted({}, 'register', { name: 'Ada', password: PASSWORD });
      await trial.house.close();
      const now = trial.now + LOGIN_MS - 1;
      trial = new TrialHouse(url);
      trial.now = now;
      const visitor = {};
      expect(await trial.granted(visitor, 'logIn', { token })).toEqual({ ok: true, user: 'Ada', token, expiresAt });
      await trial.granted(visitor, 'addItem', newItem);
      trial.now += 1;
      expect(await trial.ask(visitor, 'addItem', newItem)).toMatchObject({ code: 'not-logged-in' });
      expect(await trial.ask({}, 'logIn', { token })).toMatchObject({ code: 'login-expired' });
    });

    test('logging out ends the token for every connection that uses it, and no other login of the user', async () => {
      const first = {};
      const second = {};
      const third = {};
      const { token } = await trial.granted(first, 'register', { name: 'Ada', password: PASSWORD });
      await trial.granted(second, 'logIn', { token });
      await trial.granted(third, 'logIn', { name: 'Ada', password: PASSWORD });
      expect(await trial.ask(first, 'logOut')).toEqual({ ok: true });
      for (const visitor of [first, second]) {
        // Nothing else that is wrong with a request comes before it.
        for (const [request, data] of [
          ['addItem', newItem],
          ['addItem', {}],
          ['removeItem', { itemId: 1 }],
          ['placeBid', { itemId: 1, amount: 5 }],
        ] as const) {
          expect(await trial.ask(visitor, request, data)).toMatchObject({ code: 'not-logged-in' });
        }
      }
      expect(await trial.ask({}, 'logIn', { token })).toMatchObject({ code: 'login-expired' });
      await trial.granted(third, 'addItem', newItem);
      expect(await trial.ask({}, 'logOut')).toEqual({ ok: true });
    });

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

    test('a login belongs to its connection', async () => {
      await trial.user('Ada');
      const visitor = await trial.user('Bert');
      trial.house.disconnect(visitor);
      expect(await trial.ask(visitor, 'addItem', newItem)).toMatchObject({ code: 'not-logged-in' });
    });

    test('requests of one connection are answered in their order, so that a log-in need not be waited for', async () => {
      await trial.user('Ada');
      const visitor = {};
      const replies = await Promise.all([
        trial.ask(visitor, 'logIn', { name: 'Ada', password: PASSWORD }),
        trial.ask(visitor, 'addItem', newItem),
        trial.ask(visitor, 'logOut'),
        trial.ask(visitor, 'addItem', newItem),
      ]);
      expect(replies.map(({ ok }) => ok)).toEqual([true, true, true, false]);
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

    test('one user can log in over 100 connections at once', async () => {
      await trial.user('Ada');
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => trial.ask({}, 'logIn', { name: 'Ada', password: PASSWORD })),
      );
      expect(replies.filter(({ ok }) => ok)).toHaveLength(100);
    });
  });
}
