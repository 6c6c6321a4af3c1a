/** Plays recorded conversations (shared-ui/auction) to the auction house of a running server, which others have been played to before. */
import type { Reply } from '../../protocol/socket.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import type { EventName, Item } from '../../shared-ui/auction/contract.ts';
import { type Ask, Comparison, type Conversation, PASSWORD, type Step } from '../../shared-ui/auction/conversation.ts';
import type { Context } from './context.ts';
import { CheckFailure, demand, show } from './demand.ts';
import type { TestClient } from './test-client.ts';

const EVENTS: Record<EventName, true> = { itemAdded: true, itemRemoved: true, bidPlaced: true };
/** Between the clock of the server, which may be on another machine, and this one's. */
const TOLERANCE_MS = 60_000;

type List = Reply & { ok: true; items: Item[]; revision: number };

/** By server and user: a token to log in with, which spares the server from hashing a password. */
const TOKENS = new WeakMap<Server, Map<string, string>>();

/** @throws CheckFailure with what was expected and what came */
export async function playLive(context: Context, conversation: Conversation): Promise<void> {
  const tokens = TOKENS.get(context.server) ?? new Map<string, string>();
  TOKENS.set(context.server, tokens);
  try {
    await new Play(context, tokens).play(conversation);
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    throw new CheckFailure(`in the conversation "${conversation.name}", ${error.message}`);
  }
}

/** One conversation. Its connections are closed after it. */
class Play {
  readonly #clients = new Map<string, TestClient>();
  /** Those that are connected and listen before the first step. */
  readonly #listeners = new Set<TestClient>();
  readonly #ids = new Map<number, number>();

  constructor(
    private readonly context: Context,
    private readonly tokens: Map<string, string>,
  ) {}

  async play({ users, steps, told }: Conversation): Promise<void> {
    const onlooker = await this.#listen('the onlooker');
    const { revision } = (await onlooker.ask('listItems', {})) as List;
    const comparison = new Comparison({ now: Date.now, toleranceMs: TOLERANCE_MS, revision, ids: this.#ids });
    for (const name of users) await this.#logIn(await this.#listen(name), name);
    for (const step of steps) await this.#step(step, comparison);
    for (const client of told === null ? [] : this.#listeners) {
      await client.reached(() => client.of(...NAMES).length >= told!.length);
      await client.fence();
      const fault = comparison.told(told!, client.of(...NAMES));
      demand(fault === null, () => `what ${client.name} was told is wrong: ${fault}`);
    }
    await Promise.all([onlooker, ...this.#clients.values()].map((client) => client.close()));
  }

  async #listen(name: string): Promise<TestClient> {
    const client = await this.context.connect(name);
    client.listen(...NAMES);
    this.#listeners.add(client);
    if (name !== 'the onlooker') this.#clients.set(name, client);
    return client;
  }

  async #logIn(client: TestClient, name: string): Promise<void> {
    const token = this.tokens.get(name);
    if (token !== undefined) return void (await client.ask('logIn', { token }));
    const credentials = { name, password: PASSWORD };
    let reply = await client.request('register', credentials);
    // A house on a database that was there before.
    if (!reply.ok && reply.code === 'name-taken') reply = await client.ask('logIn', credentials);
    demand(reply.ok, () => `${name} must be registered, but the reply is ${show(reply)}`);
    this.tokens.set(name, reply.token as string);
  }

  async #step({ disconnect, asks, outcomes }: Step, comparison: Comparison): Promise<void> {
    if (disconnect !== undefined) {
      const client = this.#clients.get(disconnect)!;
      this.#clients.delete(disconnect);
      this.#listeners.delete(client);
      await client.close();
    }
    const newcomers = new Set(asks.map(({ from }) => from).filter((name) => !this.#clients.has(name)));
    await Promise.all([...newcomers].map(async (name) => this.#clients.set(name, await this.context.connect(name))));
    const replies = await Promise.all(
      asks.map(({ from, request, data }) => this.#clients.get(from)!.request(request, comparison.toSend(data))),
    );
    const counted: Record<string, number> = {};
    for (const [index, reply] of replies.entries()) this.#judge(asks[index]!, reply, comparison, counted);
    const fault = outcomes && comparison.value(outcomes, counted, 'outcomes');
    demand(!fault, () => `${show(asks[0]!.request)} was made ${asks.length} times: ${fault}`);
  }

  #judge(ask: Ask, reply: Reply, comparison: Comparison, counted: Record<string, number>): void {
    const outcome = reply.ok ? 'ok' : reply.code;
    counted[outcome] = (counted[outcome] ?? 0) + 1;
    if (reply.ok && ask.request === 'addItem') this.#ids.set(this.#ids.size + 1, (reply.item as Item).id);
    const fault = ask.expected && comparison.reply(ask.expected, this.#withoutOthers(reply));
    demand(!fault, () => `${ask.from} asked ${ask.request} ${show(ask.data)}: ${fault}`);
  }

  /** A list has the items of earlier conversations too. */
  #withoutOthers(reply: Reply): Reply {
    if (!reply.ok || !Array.isArray(reply.items)) return reply;
    const own = [...this.#ids.values()];
    return { ...reply, items: (reply as List).items.filter(({ id }) => own.includes(id)) };
  }
}

const NAMES = Object.keys(EVENTS);
