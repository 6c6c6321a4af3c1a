/** By what log-ins are counted, and whose turn it is. How many there may be is in the recorded conversations. */
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { countedAs } from './addresses.ts';
import { SCHEMA_FOLDER } from './packages.ts';
import { Passwords } from './passwords.ts';
import { TrialHouse, trialSqlite, type Visitor } from './testing/trial-houses.ts';

const read = (file: string) => JSON.parse(readFileSync(new URL(`vectors/${file}`, SCHEMA_FOLDER), 'utf8'));

const database = trialSqlite();
let trial: TrialHouse | undefined;
afterEach(async () => {
  await trial?.house.close();
  trial = undefined;
});
afterAll(() => database.stop());

/** A house with the user Ada in it. */
async function open(passwords: Passwords): Promise<void> {
  trial = new TrialHouse(await database.newUrl(), { passwords });
  await trial.user('Ada');
}

test('addresses are counted as one where one customer has them, in whatever way they are written', () => {
  const counted = (read('addresses.json') as string[][]).map((same) => new Set(same.map(countedAs)));
  for (const keys of counted) expect([...keys]).toHaveLength(1);
  expect(new Set(counted.flatMap((keys) => [...keys])).size).toBe(counted.length);
});

/** Passwords that are looked at when the test says so; none is right. */
class HeldPasswords extends Passwords {
  readonly #changed = new EventEmitter();
  #held: { password: string; release: () => void }[] = [];

  override check(password: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#held.push({ password, release: () => resolve(false) });
      this.#changed.emit('change');
    });
  }

  /** The passwords that are being looked at, as soon as this one is among them. */
  async until(password: string): Promise<string[]> {
    while (!this.#held.some((one) => one.password === password)) await once(this.#changed, 'change');
    return this.#held.map((one) => one.password);
  }

  release(): void {
    for (const { release } of this.#held.splice(0)) release();
  }
}

const guess = (address: string, password: string, visitor: Visitor = { address }) =>
  trial!.ask(visitor, 'logIn', { name: 'Ada', password });

test('who comes from another address does not stand behind a crowd', async () => {
  const passwords = new HeldPasswords(1_000);
  await open(passwords);
  for (let i = 0; i < 50; i++) void guess('192.0.2.1', 'of the crowd');
  const other = guess('192.0.2.2', 'of another');
  expect(await passwords.until('of another')).toEqual([...Array(3).fill('of the crowd'), 'of another']);
  passwords.release();
  expect(await other).toMatchObject({ code: 'wrong-login' });
});

test('the attempts of a connection that has ended are not made', async () => {
  const passwords = new HeldPasswords(1_000);
  await open(passwords);
  const gone: Visitor = { address: '192.0.2.1' };
  for (const password of ['first', 'second', 'third']) void guess('192.0.2.1', password);
  const left = guess('192.0.2.1', 'gone', gone);
  void guess('192.0.2.1', 'last');
  await passwords.until('third');
  // What was asked before this stands in line when this is answered.
  await trial!.items();
  trial!.house.disconnect(gone);
  expect(await left).toMatchObject({ code: 'failed' });
  passwords.release();
  expect(await passwords.until('last')).toEqual(['last']);
  passwords.release();
});
