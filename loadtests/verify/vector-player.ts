/** Plays the recorded conversations of `protocol/vectors/` to a running server, over one transport: as its clients and as its controller. */
import { CONTROL_PATHS } from '../../protocol/control.ts';
import type { Said, Step, Vector } from '../../protocol/vectors.ts';
import { COUNTED, type Hops } from '../../protocol/verbs.ts';
import { monotonicMs as now } from '../../system/monotonic.ts';
import { hopsOf } from './carried-body.ts';
import { type Context, tells, type WantedCounts } from './context.ts';
import { demandRefused, jsonOf } from './control-client.ts';
import { CheckFailure, demand, demandSame, show, sum } from './demand.ts';
import type { TestClient } from './test-client.ts';

type Event = Extract<Said, { event: string }>;
type Reply = Extract<Said, { reply: string }>;
type Requesting = Extract<Step, { request: string }>;

/** @throws CheckFailure with what was expected and what came */
export async function playVector(context: Context, file: string, vector: Vector): Promise<void> {
  try {
    await new Play(context, vector).play();
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    throw new CheckFailure(`in protocol/vectors/${file} ("${vector.name}"), ${error.message}`);
  }
}

/** One conversation. Its times are only an order here: a server that runs has its own clock. */
class Play {
  readonly #clients = new Map<string, TestClient>();
  /** The number of its events that have been compared. */
  readonly #compared = new Map<TestClient, number>();
  /** By a time of the vector: when its first step was made. */
  readonly #since = new Map<number, number>();
  /** The events that all other clients must get too. */
  readonly #hops = new Map<Said, Hops>();
  readonly #replies: Reply[];
  readonly #refusals: Extract<Said, { control: object }>[];

  constructor(
    private readonly context: Context,
    private readonly vector: Vector,
  ) {
    this.#replies = vector.expect.filter((said) => 'reply' in said);
    this.#refusals = vector.expect.filter((said) => 'control' in said);
  }

  async play(): Promise<void> {
    const { steps, counts } = this.vector;
    await this.context.begin();
    const turns = turnsOf(this.vector);
    for (const [index, turn] of turns.entries()) {
      await this.#take(turn);
      const { at } = turn.at(-1)!;
      if (turns[index + 1]?.[0]?.at !== at) await this.#settle(at);
    }
    await Promise.all([...this.#clients.values()].map((client) => client.fence()));
    await this.#settle(Number.POSITIVE_INFINITY);
    if (steps.some((step) => 'begin' in step)) await this.#demandCounts(counts);
    await this.context.dismiss();
  }

  async #take(turn: Step[]): Promise<void> {
    const began = now();
    for (const { at } of turn) if (!this.#since.has(at)) this.#since.set(at, began);
    const [step] = turn as [Step];
    if ('connect' in step) {
      this.#clients.set(step.connect, await this.context.connect(step.connect));
      await this.context.untilConnections();
    } else if ('disconnect' in step) {
      await this.#clients.get(step.disconnect)!.close();
      this.#clients.delete(step.disconnect);
      await this.context.untilConnections();
    } else if ('begin' in step) await this.#begin(step.begin, this.#refusalAt(step.at));
    else if ('feed' in step) await this.#feed(step, this.#refusalAt(step.at));
    else if ('request' in step) await Promise.all((turn as Requesting[]).map((one) => this.#request(one)));
    else {
      const client = this.#clients.get(step.from)!;
      for (const one of turn) if ('event' in one) client.socket.emit(one.event, one.data);
      const { at } = turn.at(-1)!;
      // Nothing will come that says that the server has had it.
      if (!this.vector.expect.some((said) => said.at === at)) await client.fence();
    }
  }

  async #request({ at, from, request, data }: Requesting): Promise<void> {
    const expected = this.#replies.shift()!;
    const reply = await this.#clients.get(from)!.request(request, data);
    this.#judge(expected, at, reply, now(), `the reply to ${from}'s ${show(request, 40)} ${show(data, 60)}`);
  }

  #refusalAt(at: number): string | null {
    return this.#refusals[0]?.at === at ? this.#refusals.shift()!.control.code : null;
  }

  async #begin(begin: unknown, refused: string | null): Promise<void> {
    if (refused === null) return this.context.begin(begin);
    const question = { method: 'POST', path: CONTROL_PATHS.begin, body: JSON.stringify(begin) };
    demandRefused(await this.context.control.ask(question), 400, `begin ${show(begin)}`, refused);
  }

  async #feed({ at, feed: line, to }: Extract<Step, { feed: string }>, refused: string | null): Promise<void> {
    const feed = this.context.control.feed(to ?? null);
    const what = `a feed of ${show(line, 60)}${to === undefined ? '' : ` to ${show(to)}`}`;
    try {
      feed.write(`${line}\n`);
      // The feed goes on meanwhile: a server that waited for its end would wait for ever.
      if (refused === null) await this.#settle(at);
      feed.end();
      const answer = await feed.answer;
      if (refused !== null) return void demandRefused(answer, refused === 'unknown-name' ? 404 : 400, what, refused);
      const sent = this.vector.expect.filter((said) => said.at === at).flatMap((said) => ('to' in said ? said.to : []));
      demand(answer.status === 200, () => `${what} must be answered 200, but was with ${answer.status}`);
      demandSame({ lines: 1, sent: sent.length }, jsonOf(answer, what), `the answer to ${what}`);
    } finally {
      feed.destroy();
    }
  }

  /** Waits until every client has what it must have been told up to `at`, and compares it. */
  async #settle(at: number): Promise<void> {
    for (const [name, client] of this.#clients) {
      const expected = this.vector.expect.filter(
        (said): said is Event => 'event' in said && said.at <= at && (said.to === name || said.to.includes(name)),
      );
      await client.reached(() => client.isClosed || client.heard.length >= expected.length);
      for (
        let index = this.#compared.get(client) ?? 0;
        index < Math.max(expected.length, client.heard.length);
        index += 1
      ) {
        this.#compare(client, index, expected);
        this.#compared.set(client, index + 1);
      }
    }
  }

  #compare(client: TestClient, index: number, all: readonly Event[]): void {
    const { name } = client;
    const [got, expected] = [client.heard[index], all[index]];
    demand(
      expected !== undefined,
      () => `${name} must be told nothing more, but got ${show(got!.event)} ${show(got!.data)}`,
    );
    const { at, event, data } = expected;
    const wanted = (): string => `${name} must get ${event} ${show(data)}`;
    const why = (): string =>
      client.isClosed ? `its connection ended: ${client.closings[0]}` : `it did not come within ${client.seconds}`;
    demand(got !== undefined, () => `${wanted()}, but ${why()}`);
    demand(got.event === event, () => `${wanted()}, but got ${got.event} ${show(got.data)}`);
    const place = `${index + 1} of ${client.heard.length} that came, where there must be ${all.length}`;
    this.#judge(expected, at, got.data, got.at, `${name}'s ${event} (event ${place})`);
  }

  /** Demands that `got` is what is expected at `at`, with hops that are possible, and are the same for everybody who gets it. */
  #judge(expected: Event | Reply, at: number, got: unknown, arrivedAt: number, what: string): void {
    const data = expected.data as object;
    const { hops } = (got ?? {}) as { hops?: Hops };
    const hasHops = Object.hasOwn(data, 'hops');
    demandSame(hasHops ? { ...data, hops } : data, got, what);
    if (!hasHops) return;
    demandHops(hops, this.#since.get(at)!, arrivedAt, what);
    const others = this.#hops.get(expected) ?? hops;
    demandSame(others, hops, `the hops of one event are the same for everybody: those of ${what}`);
    this.#hops.set(expected, others);
  }

  async #demandCounts({ startedAt, bucketMs, connections, refused, verbs }: Vector['counts']): Promise<void> {
    const { control, verbs: has } = this.context;
    const totals = COUNTED.map((verb) => [verb, [sum(verbs[verb]?.received ?? []), sum(verbs[verb]?.sent ?? [])]]);
    await this.context.demandCounts(Object.fromEntries(totals) as WantedCounts, refused);
    const counts = await control.counts();
    const got = { bucketMs: counts.bucketMs, hasBegun: counts.startedAt !== null, connections: counts.connections };
    const open = tells(has) ? connections : counts.connections;
    demandSame({ bucketMs, hasBegun: startedAt !== null, connections: open }, got, 'what the server has counted');
  }
}

/** Longer steps are made by themselves: what a transport sends together must stay under its own limit. */
const LIGHT_CHARACTERS = 10_000;

/** The steps in groups that are made at once: events of one connection, or requests of one that do not depend on each other. */
function turnsOf({ steps, expect }: Vector): Step[][] {
  const turns: Step[][] = [];
  let previous: string | null = null;
  for (const step of steps) {
    const kind = kindOf(step, expect);
    if (kind !== null && kind === previous) turns.at(-1)!.push(step);
    else turns.push([step]);
    previous = kind;
  }
  return turns;
}

/** Verbs that reach others than their sender. These may come later than the rest where several processes share a room. */
const OF_ROOM = ['publish', 'join', 'leave'];

/** Steps of one kind can be made at once; null: it must be made by itself. Only events of one name come in order. */
function kindOf(step: Step, expect: readonly Said[]): string | null {
  if (!('event' in step || 'request' in step) || JSON.stringify(step).length > LIGHT_CHARACTERS) return null;
  const [kind, name] = 'event' in step ? ['events', step.event] : ['requests', step.request];
  const answer = expect.find((said) => said.at === step.at && 'event' in said) as Event | undefined;
  return OF_ROOM.includes(name!) ? null : `${kind} of ${step.from}, answered by ${answer?.event}`;
}

/** One machine has one clock: this is for how times are rounded on the way, not for how long anything takes. */
const TOLERANCE_MS = 1;

/** Demands that the server had it and then handed it on, after it was sent and before it came. */
function demandHops(hops: unknown, sentAt: number, arrivedAt: number, what: string): asserts hops is Hops {
  const [received, handedOn] = hopsOf(hops, what);
  demand(
    received <= handedOn,
    () => `${what} was received at ${received} and must not have been handed on before, but was at ${handedOn}`,
  );
  demand(
    sentAt - TOLERANCE_MS <= received && handedOn <= arrivedAt + TOLERANCE_MS,
    () =>
      `${what} was sent at ${sentAt.toFixed(3)} and came at ${arrivedAt.toFixed(3)} by this machine's monotonic clock, so its hops must lie between, but are ${show(hops)}`,
  );
}
