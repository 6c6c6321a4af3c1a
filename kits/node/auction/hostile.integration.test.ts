/** Values that are none of JSON, and what happens when the database fails. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestName } from '../../../shared-ui/auction/contract.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { loadSqlite } from './packages.ts';
import { PASSWORD, TrialHouse, type Visitor } from './testing/trial-houses.ts';

let folder: string;
let path: string;
let trial: TrialHouse;
let ada: Visitor;

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'auction.sqlite');
  trial = new TrialHouse(`sqlite:${path}`);
  ada = await trial.user('Ada');
  await trial.item(ada);
});
afterEach(async () => {
  await trial.house.close();
});

const VALID: Partial<Record<RequestName, Record<string, unknown>>> = {
  register: { name: 'Bert', password: PASSWORD },
  logIn: { name: 'Ada', password: PASSWORD },
  addItem: { name: 'a lamp', description: '', minimumPrice: 100 },
  removeItem: { itemId: 1 },
  placeBid: { itemId: 1, amount: 1_000 },
};

/** Values that JSON cannot write, and some frameworks carry all the same. */
const NO_JSON: unknown[] = [undefined, Number.NaN, 12n, () => 'x', Symbol('x'), { valueOf: () => 1 }];

describe.each(Object.entries(VALID))('%s takes no value that is none of JSON', (name, valid) => {
  async function refused(data: unknown): Promise<{ code: string; field?: string }> {
    const reply = await trial.house.request(ada, name, data);
    if (reply.ok) throw new Error(`${name} was granted`);
    return reply;
  }

  test('as its data', async () => {
    for (const data of NO_JSON.filter((value) => typeof value !== 'object')) {
      expect(await refused(data)).toMatchObject({ code: 'wrong-type' });
    }
  });

  test.each(Object.keys(valid))('as %s, and none that is inherited', async (field) => {
    for (const value of NO_JSON) {
      const { code, field: named } = await refused({ ...valid, [field]: value });
      // To JavaScript NaN is a number, though no whole one.
      const isNumber = Number.isNaN(value) && typeof valid[field] === 'number';
      const why = value === undefined ? 'missing-field' : isNumber ? 'invalid' : 'wrong-type';
      expect([code, named]).toEqual([why, field]);
    }
    const { [field]: value, ...others } = valid;
    const inherits = Object.assign(Object.create({ [field]: value }), others);
    expect(await refused(inherits)).toMatchObject({ code: 'missing-field', field });
  });
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
