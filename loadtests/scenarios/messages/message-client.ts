/**
 * What a client does that sends messages on an open loop and gets them back: its own alone (`echo`), or everybody's (`publish`). What it does
 * per delivery is part of what is measured, so it is little: one look at the body, one bit, one counter, and for its own messages
 * the times, which it knows itself.
 */
import { makePayload } from '../../../member/payload.ts';
import type { Client, ClientRun, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { Seen } from '../../../member/seen.ts';
import type { Hops } from '../../../protocol/verbs.ts';
import type { MessageParams } from './params.ts';

/** A message's body. */
interface Message {
  /** Who sent it. */
  client: number;
  /** 0, 1, 2 ... of its sender. */
  seq: number;
  /** When it was sent, by its sender's clock, ms, to the microsecond. */
  sent: number;
  payload: string;
}

/** What all clients of a member share. */
function metricsOf(test: Test<MessageParams>, verb: 'echo' | 'publish') {
  return {
    sentByClients: test.counter('sentByClients'),
    receivedByClients: test.counter('receivedByClients'),
    duplicates: test.counter('duplicates'),
    outOfOrder: test.counter('outOfOrder'),
    missing: test.counter('missing'),
    fromSent: test.trend('fromSent'),
    fromDue: test.trend('fromDue'),
    lateness: test.trend('lateness'),
    /** Null: what other clients stamped cannot be compared, or there is nothing of others. */
    delivery: verb === 'publish' && test.sharedClock ? test.trend('delivery') : null,
  };
}

/** Which body a client hears, and from whom. */
export function messageClient(verb: 'echo' | 'publish'): ScenarioClient<MessageParams> {
  return (test) => {
    const metrics = metricsOf(test, verb);
    const payload = makePayload(test.params.payload);
    return (client) => {
      const run = new MessageRun(verb, test, metrics, client, payload);
      const receive = (body: unknown, hops: Hops, arrived: number): void => run.receive(body, hops, arrived);
      return { start: () => run.start(), [verb]: receive, giveUp: () => run.giveUp() } satisfies ClientRun;
    };
  };
}

class MessageRun {
  readonly #own: number;
  readonly #clients: number;
  readonly #messages: number;
  /** How many messages it hears when nothing is lost. */
  readonly #expected: number;
  readonly #seen: Seen;
  readonly #sentAt: Float64Array;
  readonly #dueAt: Float64Array;
  #sent = 0;

  constructor(
    private readonly verb: 'echo' | 'publish',
    private readonly test: Test<MessageParams>,
    private readonly metrics: ReturnType<typeof metricsOf>,
    private readonly client: Client,
    private readonly payload: string,
  ) {
    const { messages } = test.params;
    const senders = verb === 'publish' ? test.clients : 1;
    this.#own = client.id;
    this.#clients = test.clients;
    this.#messages = messages;
    this.#expected = senders * messages;
    this.#seen = new Seen(senders, messages);
    this.#sentAt = new Float64Array(messages);
    this.#dueAt = new Float64Array(messages);
  }

  start(): void {
    const { rate, messages, phase } = this.test.params;
    const offsetMs = phase === 'together' ? 0 : ((this.#own - 1) / this.#clients) * (1000 / rate);
    this.client.schedule(
      { rate, count: messages, offsetMs },
      (seq, due) => this.#send(seq, due),
      () => this.#doneWhenComplete(),
    );
  }

  receive(body: unknown, hops: Hops, arrived: number): void {
    if (!this.#isMessage(body)) return;
    const { metrics } = this;
    const { client, seq, sent } = body;
    const own = client === this.#own;
    if (own && seq >= this.#sent) return; // nobody can have it yet
    metrics.receivedByClients.add(arrived);
    if (metrics.delivery !== null) metrics.delivery.record(sent, arrived - sent);
    // Another client's echo has lost its way: it counts as delivered, so that the counts disagree.
    if (this.verb === 'echo' && !own) return;
    const arrival = this.#seen.note(this.verb === 'echo' ? 0 : client - 1, seq);
    if (arrival === 'duplicate') {
      metrics.duplicates.add(arrived);
      return;
    }
    if (arrival === 'first-out-of-order') metrics.outOfOrder.add(arrived);
    if (own) this.#returned(seq, hops, arrived);
    this.#doneWhenComplete();
  }

  giveUp(): void {
    this.metrics.missing.add(this.test.now(), this.#expected - this.#seen.count);
  }

  #send(seq: number, due: number): void {
    const sent = Math.round(this.test.now() * 1000) / 1000;
    this.#sent = seq + 1;
    this.#sentAt[seq] = sent;
    this.#dueAt[seq] = due;
    this.metrics.sentByClients.add(sent);
    this.metrics.lateness.record(sent, Math.max(0, sent - due));
    const message: Message = { client: this.#own, seq, sent, payload: this.payload };
    if (this.verb === 'echo') this.client.echo(message);
    else this.client.publish(message);
  }

  #returned(seq: number, hops: Hops, arrived: number): void {
    const { metrics } = this;
    const sent = this.#sentAt[seq]!;
    metrics.fromSent.record(sent, arrived - sent);
    metrics.fromDue.record(sent, arrived - this.#dueAt[seq]!);
    this.test.hops(sent, hops, arrived);
  }

  #doneWhenComplete(): void {
    if (this.#sent === this.#messages && this.#seen.count === this.#expected) this.client.done();
  }

  /** Whether a delivery can be of this test; anything else must not touch the counters. */
  #isMessage(body: unknown): body is Message {
    if (typeof body !== 'object' || body === null) return false;
    const { client, seq, sent } = body as Partial<Message>;
    return (
      Number.isInteger(client) &&
      Number.isInteger(seq) &&
      Number.isFinite(sent) &&
      client! >= 1 &&
      client! <= this.#clients &&
      seq! >= 0 &&
      seq! < this.#messages
    );
  }
}
