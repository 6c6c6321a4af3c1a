/** The house on the recorded conversations that all languages share, on every database. */
import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { Ajv } from 'ajv';
import {
  Comparison,
  type Conversation,
  readConversations,
  type Step,
} from '../../../shared-ui/auction/conversation.ts';
import { nameKey } from './name-key.ts';
import { type Told, TrialHouse, trialDatabases, type Visitor } from './testing/trial-houses.ts';

const conversations = readConversations().map((one) => [`${one.topic}: ${one.name}`, one] as const);
const databases = await trialDatabases();
// The library of the limit on failures reads no clock but this one; all else must go on.
beforeEach(() => void jest.spyOn(Date, 'now'));
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  for (const database of databases) await database.stop();
});

/** A conversation with a house of its own on `url`. */
class Play {
  readonly #url: string;
  readonly #told: Told[] = [];
  readonly #visitors = new Map<string, Visitor>();
  readonly #comparison: Comparison;
  #trial: TrialHouse;

  constructor(url: string) {
    this.#url = url;
    this.#trial = new TrialHouse(url);
    const now = () => this.#trial.now;
    this.#comparison = new Comparison({ now, toleranceMs: 0, revision: 0, ids: new Map() });
  }

  async play({ users, steps, told }: Conversation): Promise<void> {
    const start = this.#trial.now;
    for (const name of users) this.#visitors.set(name, await this.#trial.user(name));
    for (const step of steps) {
      if (step.at !== undefined) this.#setClock(start + step.at);
      if (step.restart) await this.#restart();
      if (step.disconnect !== undefined) this.#disconnect(step.disconnect);
      await this.#ask(step);
    }
    await this.#trial.house.close();
    expect(this.#trial.log).toEqual([]);
    this.#told.push(...this.#trial.told);
    expect(told && this.#comparison.told(told, this.#told)).toBeNull();
  }

  async #ask({ asks, outcomes }: Step): Promise<void> {
    const replies = await Promise.all(
      asks.map(({ from, address, request, data }) =>
        this.#trial.ask(this.#visitor(from, address), request, this.#comparison.toSend(data)),
      ),
    );
    const counted: Record<string, number> = {};
    for (const [index, reply] of replies.entries()) {
      const { request, data, expected } = asks[index]!;
      const code = reply.ok ? 'ok' : reply.code;
      counted[code] = (counted[code] ?? 0) + 1;
      const fault = expected && this.#comparison.reply(expected, reply);
      expect({ request, data, fault }).toEqual({ request, data, fault: null });
    }
    expect(outcomes && counted).toEqual(outcomes);
  }

  #setClock(now: number): void {
    this.#trial.now = now;
    jest.mocked(Date.now).mockReturnValue(now);
  }

  #visitor(name: string, address?: string): Visitor {
    const visitor = this.#visitors.get(name) ?? (address === undefined ? {} : { address });
    this.#visitors.set(name, visitor);
    return visitor;
  }

  #disconnect(name: string): void {
    this.#trial.house.disconnect(this.#visitor(name));
    this.#visitors.delete(name);
  }

  async #restart(): Promise<void> {
    const { house, now, told } = this.#trial;
    await house.close();
    this.#told.push(...told);
    this.#visitors.clear();
    this.#trial = new TrialHouse(this.#url);
    this.#trial.now = now;
  }
}

for (const database of databases) {
  (database.missing === null ? describe : describe.skip)(`on ${database.name}`, () => {
    test.each(conversations)('%s', async (_name, conversation) => {
      await new Play(await database.newUrl()).play(conversation);
    });
  });
}

describe('the recorded conversations', () => {
  test('are written as their schema says', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(new URL(`../../../shared-ui/auction/${path}`, import.meta.url), 'utf8'));
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(read('conversation.schema.json'));
    for (const topic of new Set(conversations.map(([, one]) => one.topic))) {
      validate(read(`vectors/${topic}.json`));
      expect({ topic, errors: validate.errors }).toEqual({ topic, errors: null });
    }
  });

  test('register each name once where they are played to one house', () => {
    const live = conversations.flatMap(([, one]) => (one.kitsOnly ? [] : [one]));
    const registered = live.flatMap(({ steps }) =>
      steps.flatMap(({ asks, outcomes }) => {
        const granted = asks.filter(({ request, expected }) => {
          return request === 'register' && (expected === null ? outcomes?.ok : 'granted' in expected);
        });
        return [...new Set(granted.map(({ data }) => nameKey((data as { name: string }).name)))];
      }),
    );
    const names = [...registered, ...new Set(live.flatMap(({ users }) => users.map(nameKey)))];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
