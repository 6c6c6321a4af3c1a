/** What no client may bring about, and what happens when the database fails. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestName } from '../../../shared-ui/auction/contract.ts';
import { loadSqlite } from './packages.ts';
import { PASSWORD, TrialHouse, type Visitor } from './testing/trial-houses.ts';

let folder: string;
let path: string;
let trial: TrialHouse;
let ada: Visitor;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-hostile-'));
  path = join(folder, 'auction.sqlite');
  trial = new TrialHouse(`sqlite:${path}`);
  ada = await trial.user('Ada');
  await trial.item(ada);
});
afterEach(async () => {
  await trial.house.close();
  rmSync(folder, { recursive: true, force: true });
});

const VALID: Partial<Record<RequestName, Record<string, unknown>>> = {
  register: { name: 'Bert', password: PASSWORD },
  logIn: { name: 'Ada', password: PASSWORD },
  addItem: { name: 'a lamp', description: '', minimumPrice: 100 },
  removeItem: { itemId: 1 },
  placeBid: { itemId: 1, amount: 1_000 },
};

const NO_TEXT: unknown[] = [
  undefined,
  null,
  true,
  0,
  Number.NaN,
  12,
  [],
  ['a'],
  {},
  { length: 3 },
  12n,
  () => 'x',
  Symbol('x'),
];
const NO_NUMBER: unknown[] = [undefined, null, true, '', '1', '1e3', [], [1], {}, { valueOf: () => 1 }, 12n, () => 1];
const NO_AMOUNT = [Number.NaN, Infinity, -Infinity, -1, 0, -0, 0.5, 100.01, 1e-9, 1_000_000_001, 2 ** 53, 1e308];

/** A hand-made request is refused for the reason that fits; nobody is told and nothing is logged. */
async function refused(name: string, data: unknown): Promise<{ code: string; reason: string; field?: string }> {
  const told = trial.told.length;
  // Without this the limits of one connection would answer.
  trial.now += 60_000;
  const reply = await trial.house.request(ada, name, data);
  expect(trial.told).toHaveLength(told);
  expect(trial.log).toEqual([]);
  if (reply.ok) throw new Error(`${name} was granted`);
  return reply;
}

for (const [name, valid] of Object.entries(VALID)) {
  describe(name, () => {
    test('takes nothing but an object', async () => {
      for (const data of [undefined, null, true, 1, 'text', [], [valid], Symbol('x')]) {
        expect(await refused(name, data)).toMatchObject({ code: 'wrong-type' });
      }
    });

    test.each(Object.keys(valid))('takes no %s of another type, and not one that is inherited', async (field) => {
      for (const value of typeof valid[field] === 'string' ? NO_TEXT : NO_NUMBER) {
        const { code, field: named } = await refused(name, { ...valid, [field]: value });
        expect([code, named]).toEqual([value === undefined || value === null ? 'missing-field' : 'wrong-type', field]);
      }
      const { [field]: value, ...others } = valid;
      const inherits = Object.assign(Object.create({ [field]: value }), others);
      expect(await refused(name, inherits)).toMatchObject({ code: 'missing-field', field });
      const hidden = JSON.parse(`{"__proto__":${JSON.stringify(valid)}}`);
      expect(await refused(name, hidden)).toMatchObject({ code: 'missing-field' });
    });
  });
}

test.each([
  ['addItem', 'minimumPrice'],
  ['placeBid', 'amount'],
] as const)('%s takes whole cents in the range of prices and nothing else', async (name, field) => {
  for (const value of NO_AMOUNT) {
    const { code, reason } = await refused(name, { ...VALID[name], [field]: value });
    expect(code).toBe('invalid');
    expect(reason).toMatch(/^(A bid|The minimum price) is (a whole number of cents|at (least|most) €[\d.,]+)\.$/);
  }
});

test.each(['removeItem', 'placeBid'] as const)('%s takes no item that cannot be', async (name) => {
  for (const itemId of [Number.NaN, Infinity, -1, 0, 1.5, 2 ** 53]) {
    expect(await refused(name, { ...VALID[name], itemId })).toMatchObject({ code: 'invalid', field: 'itemId' });
  }
  for (const itemId of [2, 2 ** 53 - 1]) {
    expect(await refused(name, { ...VALID[name], itemId })).toMatchObject({ code: 'no-such-item' });
  }
});

test('there are no requests but those of the contract', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', '', 'LISTITEMS', 'load', 'x'.repeat(100_000)]) {
    expect(await refused(name, {})).toMatchObject({ code: 'unknown-event' });
  }
});

test('a token that nobody has does not log in, whatever it is made of', async () => {
  for (const token of ['', 'x', "' OR '1'='1", 'x'.repeat(200), '\0', '\ud800', '%']) {
    expect(await refused('logIn', { token })).toMatchObject({ code: 'login-expired' });
  }
  expect(await refused('logIn', { token: 'x'.repeat(201) })).toMatchObject({ code: 'too-long' });
});

test('text that looks like SQL or markup is kept as text, and found again', async () => {
  const name = `Bob'); DROP TABLE users;-- <img src=x>`;
  const visitor = await trial.user(name);
  await trial.item(visitor, 1, `'"; DELETE FROM items; --`);
  expect(await trial.items()).toMatchObject([{}, { name: `'"; DELETE FROM items; --`, addedBy: name }]);
  expect(await trial.granted({}, 'logIn', { name, password: PASSWORD })).toMatchObject({ user: name });
});

test('a connection that asks too much is told to wait, and is served again after', async () => {
  const flood = (count: number) =>
    Promise.all(Array.from({ length: count }, () => trial.ask(ada, 'removeItem', { itemId: 99 })));
  trial.now += 60_000;
  const codes = (await flood(500)).map((reply) => reply.ok || reply.code);
  expect(codes.filter((code) => code === 'no-such-item')).toHaveLength(200);
  expect(codes.filter((code) => code === 'too-many')).toHaveLength(300);
  trial.now += 200;
  expect((await flood(20)).filter((reply) => !reply.ok && reply.code === 'no-such-item')).toHaveLength(10);
  // Others are not slowed down by it.
  await trial.granted({}, 'listItems');
});

test('the whole list is not asked for again and again', async () => {
  const visitor = {};
  const replies = await Promise.all(Array.from({ length: 50 }, () => trial.ask(visitor, 'listItems')));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(20);
});

test('a database that cannot be opened is our fault, told with a reference and nothing else; then it works again', async () => {
  const blocked = join(folder, 'blocked.sqlite');
  mkdirSync(blocked);
  const other = new TrialHouse(`sqlite:${blocked}`);
  const reply = await other.ask({}, 'listItems');
  expect(reply).toEqual({
    ok: false,
    code: 'failed',
    reason: expect.stringMatching(
      /^Something went wrong on our side \(reference [0-9a-f]{8}\)\. Look at the list before you try again\.$/,
    ),
  });
  const [, reference] = /reference ([0-9a-f]+)/.exec(reply.ok ? '' : reply.reason)!;
  expect(other.log).toEqual([expect.stringContaining(`listItems failed, reference ${reference}: Error`)]);
  rmSync(blocked, { recursive: true });
  await other.granted({}, 'listItems');
  await other.house.close();
});

test('a statement that fails shows nothing of it, and changes nothing', async () => {
  const file = new (loadSqlite().DatabaseSync)(path);
  file.exec("CREATE TRIGGER broken BEFORE INSERT ON bids BEGIN SELECT RAISE(ABORT, 'secret of the house'); END");
  const reply = await trial.ask(ada, 'placeBid', { itemId: 1, amount: 1_000 });
  expect(reply).toMatchObject({ ok: false, code: 'failed' });
  expect(JSON.stringify(reply)).not.toMatch(/secret|SQL|insert|bids|\.ts/i);
  expect(trial.log).toEqual([expect.stringContaining('secret of the house')]);
  file.exec('DROP TRIGGER broken');
  file.close();
  expect(await trial.granted(ada, 'placeBid', { itemId: 1, amount: 1_000 })).toMatchObject({ revision: 2 });
});

test('a database of a newer schema is left alone', async () => {
  const file = new (loadSqlite().DatabaseSync)(path);
  file.exec('INSERT INTO schema_version (version, applied_at) VALUES (99, 0)');
  file.close();
  const other = new TrialHouse(`sqlite:${path}`);
  expect(await other.ask({}, 'listItems')).toMatchObject({ code: 'failed' });
  expect(other.log.join()).toMatch(/has schema 99, and this app knows schemas up to 1/);
});

test('a server that is not there is our fault, and its password is not in the log', async () => {
  const other = new TrialHouse('mysql://ada:s3cret-word@127.0.0.1:1/house');
  expect(await other.ask({}, 'listItems')).toMatchObject({ code: 'failed' });
  expect(other.log.join()).toMatch(/ECONNREFUSED/);
  expect(other.log.join()).not.toContain('s3cret-word');
});

test('a change is granted even if telling the others fails: it has been made', async () => {
  const deaf = new TrialHouse(`sqlite:${path}`, {
    broadcast: () => {
      throw new Error('a transport is broken');
    },
  });
  const bert = await deaf.user('Bert');
  await deaf.granted(bert, 'placeBid', { itemId: 1, amount: 1_000 });
  expect(deaf.log.join()).toMatch(/bidPlaced failed, reference .*a transport is broken/);
  await deaf.house.close();
});
