/** How often passwords may be tried and users made: what every language is tested on, and whose turn it is. */
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { countedAs } from './addresses.ts';
import { SCHEMA_FOLDER } from './packages.ts';
import { Passwords } from './passwords.ts';
import { PASSWORD, TrialHouse, type TrialHouseOptions, trialSqlite, type Visitor } from './testing/trial-houses.ts';

const read = (file: string) => JSON.parse(readFileSync(new URL(`vectors/${file}`, SCHEMA_FOLDER), 'utf8'));

const database = trialSqlite();
let trial: TrialHouse;
afterEach(() => trial.house.close());
afterAll(() => database.stop());

async function open(users: string[], options: TrialHouseOptions = {}): Promise<void> {
  trial = new TrialHouse(await database.newUrl(), options);
  for (const name of users) await trial.user(name);
}

interface Vector {
  name: string;
  why: string;
  users: string[];
  steps: Step[];
}

interface Step {
  at: number;
  from: string;
  connection?: string;
  times?: number;
  logIn?: string;
  register?: string;
  password?: 'right' | 'wrong';
  expect: Record<string, number>;
}

test.each(read('attempts.json') as Vector[])('$name: $why', async ({ users, steps }) => {
  await open(users);
  const start = trial.now;
  const named = new Map<string, Visitor>();
  let number = 0;
  for (const { at, from, connection, times = 1, logIn, register, password, expect: expected } of steps) {
    trial.now = start + at;
    const attempts = Array.from({ length: times }, () => {
      const visitor = named.get(connection ?? '') ?? { address: from };
      if (connection !== undefined) named.set(connection, visitor);
      const name = (logIn ?? register)!.replace('{n}', String(++number));
      return trial.ask(visitor, logIn === undefined ? 'register' : 'logIn', {
        name,
        password: password === 'wrong' ? 'wrong password' : PASSWORD,
      });
    });
    const outcomes: Record<string, number> = {};
    for (const reply of await Promise.all(attempts)) {
      const outcome = reply.ok ? 'ok' : reply.code;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect({ at, outcomes }).toEqual({ at, outcomes: expected });
  }
});

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
  trial.ask(visitor, 'logIn', { name: 'Ada', password });

test('who comes from another address does not stand behind a crowd', async () => {
  const passwords = new HeldPasswords(1_000);
  await open(['Ada'], { passwords });
  for (let i = 0; i < 50; i++) void guess('192.0.2.1', 'of the crowd');
  const other = guess('192.0.2.2', 'of another');
  expect(await passwords.until('of another')).toEqual([...Array(3).fill('of the crowd'), 'of another']);
  passwords.release();
  expect(await other).toMatchObject({ code: 'wrong-login' });
});

test('the attempts of a connection that has ended are not made', async () => {
  const passwords = new HeldPasswords(1_000);
  await open(['Ada'], { passwords });
  const gone: Visitor = { address: '192.0.2.1' };
  for (const password of ['first', 'second', 'third']) void guess('192.0.2.1', password);
  const left = guess('192.0.2.1', 'gone', gone);
  void guess('192.0.2.1', 'last');
  await passwords.until('third');
  // What was asked before this stands in line when this is answered.
  await trial.items();
  trial.house.disconnect(gone);
  expect(await left).toMatchObject({ code: 'failed' });
  passwords.release();
  expect(await passwords.until('last')).toEqual(['last']);
  passwords.release();
});
