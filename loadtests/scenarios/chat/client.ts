/** Joins under its name, writes when it is its turn, hears what all write, and leaves when it has heard everything. */
import type { Client, ClientRun, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { pick, whole } from '../../../protocol/random.ts';
import { MessageRun, messageMetrics } from '../messages/message-run.ts';
import { type ChatParams, JOINING_MS, writers } from './scenario.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** 5 to 25 words of 3 to 6 letters. @param random numbers from 0 (included) to 1 (not) */
export function someWords(random: () => number): string {
  const several = <T>(least: number, most: number, make: () => T): T[] =>
    Array.from({ length: whole(least, most, random) }, make);
  return several(5, 25, () => several(3, 6, () => pick(LETTERS, random)).join('')).join(' ');
}

function metricsOf(test: Test<ChatParams>) {
  return {
    messages: messageMetrics(test, 'publish'),
    joining: test.trend('joining'),
    namesHeard: test.counter('namesHeard'),
    namesRefused: test.counter('namesRefused'),
  };
}

const nameOf = (user: number): string => `user ${user}`;
/** User 2 asks for user 1's name before its own. */
const IMITATOR = 2;
const IMITATED = nameOf(1);

class ChatRun {
  readonly messages: MessageRun;
  readonly #names = new Set<string>();
  #joined = false;
  #readAll = false;
  #leaving = false;

  constructor(
    private readonly test: Test<ChatParams>,
    private readonly metrics: ReturnType<typeof metricsOf>,
    private readonly client: Client,
  ) {
    const { params, clients } = test;
    const { messages, interval } = params;
    const senders = writers(params, clients);
    const random = test.random(client.id);
    const plan = {
      verb: 'publish' as const,
      senders,
      rate: 1000 / interval,
      messages,
      offsetMs: JOINING_MS + (Math.max(0, client.id - 1) / senders) * interval,
      payload: () => someWords(random),
    };
    this.messages = new MessageRun(plan, test, metrics.messages, client, () => {
      this.#readAll = true;
      this.#leaveWhenComplete();
    });
  }

  start(): void {
    this.messages.start();
    if (this.client.id !== IMITATOR) void this.#join();
  }

  joined(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.metrics.namesHeard.add(this.test.now());
    if (name === IMITATED && this.client.id === IMITATOR) void this.#imitate();
    this.#leaveWhenComplete();
  }

  giveUp(): void {
    this.messages.giveUp();
    this.#leaving = true;
    this.client.leave().catch(() => {}); // so that the next test finds its name free; it may not have one
  }

  async #imitate(): Promise<void> {
    try {
      await this.client.join(IMITATED);
      return; // which must not be, and shows in the counts: it has no name of its own now
    } catch (error) {
      if ((error as { code?: string }).code !== 'name-taken') this.client.fail((error as Error).message);
      else this.metrics.namesRefused.add(this.test.now());
    }
    await this.#join();
  }

  async #join(): Promise<void> {
    const { client, metrics, test } = this;
    const asked = test.now();
    try {
      await client.join(nameOf(client.id));
    } catch (error) {
      client.fail((error as Error).message);
      return;
    }
    metrics.joining.record(asked, test.now() - asked);
    this.#joined = true;
    this.#leaveWhenComplete();
  }

  async #leaveWhenComplete(): Promise<void> {
    const complete = this.#joined && this.#readAll && this.#names.size === this.test.clients;
    if (!complete || this.#leaving) return;
    this.#leaving = true;
    try {
      await this.client.leave();
    } catch (error) {
      this.client.fail((error as Error).message);
    }
    this.client.done();
  }
}

const chat: ScenarioClient<ChatParams> = (test) => {
  const metrics = metricsOf(test);
  return (client) => {
    const run = new ChatRun(test, metrics, client);
    return {
      start: () => run.start(),
      publish: (body, hops, arrived) => run.messages.receive(body, hops, arrived),
      joined: (name) => run.joined(name),
      giveUp: () => run.giveUp(),
    } satisfies ClientRun;
  };
};

export default chat;
