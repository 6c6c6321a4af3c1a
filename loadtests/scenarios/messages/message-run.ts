/**
 * One client's sending and hearing of messages. Its work per delivery is part of what is measured, so it is little: one look at the
 * body, one bit, one counter, and for its own messages the times, which it knows itself.
 */
import { makePayload } from '../../../member/payload.ts';
import type { Client, ClientRun, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { Seen } from '../../../member/seen.ts';
import type { Hops } from '../../../protocol/verbs.ts';
import type { MessageParams } from './params.ts';

interface Message {
  client: number;
  /** 0, 1, 2 ... of its sender. */
  seq: number;
  /** The time it was sent, by its sender's clock, ms, to the microsecond. */
  sent: number;
  payload: string;
}

/** A sender: a client, or a substitute that sends in its own way. */
export type Sender = Pick<Client, 'id' | 'schedule' | 'echo' | 'publish'>;

/** The metrics that all clients of a member share. */
export function messageMetrics(test: Test, verb: MessagePlan['verb']) {
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

interface MessagePlan {
  verb: 'echo' | 'publish';
  /** Clients 1 to this one send; what they `publish` is heard by all. */
  senders: number;
  /** Messages per second per sender, and how many of them. */
  rate: number;
  messages: number;
  /** The time at which the first one is due, ms after the start. */
  offsetMs: number;
  payload: (seq: number) => string;
}

export class MessageRun {
  readonly #own: number;
  readonly #echoes: boolean;
  readonly #senders: number;
  readonly #messages: number;
  /** The number of messages that it sends itself. */
  readonly #toSend: number;
  /** The number of messages that it hears when nothing is lost. */
  readonly #expected: number;
  readonly #seen: Seen;
  readonly #sentAt: Float64Array;
  readonly #dueAt: Float64Array;
  #sent = 0;

  constructor(
    private readonly plan: MessagePlan,
    private readonly test: Pick<Test, 'now' | 'hops'>,
    private readonly metrics: ReturnType<typeof messageMetrics>,
    private readonly client: Sender,
    private readonly complete: () => void,
  ) {
    const { verb, senders, messages } = plan;
    const heard = verb === 'publish' ? senders : 1;
    this.#own = client.id;
    this.#echoes = verb === 'echo';
    this.#senders = senders;
    this.#messages = messages;
    this.#toSend = client.id <= senders ? messages : 0;
    this.#expected = heard * messages;
    this.#seen = new Seen(heard, messages);
    this.#sentAt = new Float64Array(messages);
    this.#dueAt = new Float64Array(messages);
  }

  start(): void {
    const { rate, offsetMs } = this.plan;
    this.client.schedule(
      { rate, count: this.#toSend, offsetMs },
      (seq, due) => this.#send(seq, due),
      () => this.#completeWhenAllAreHere(),
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
    if (this.#echoes && !own) return;
    const arrival = this.#seen.note(this.#echoes ? 0 : client - 1, seq);
    if (arrival === 'duplicate') {
      metrics.duplicates.add(arrived);
      return;
    }
    if (arrival === 'first-out-of-order') metrics.outOfOrder.add(arrived);
    if (own) this.#returned(seq, hops, arrived);
    this.#completeWhenAllAreHere();
  }

  giveUp(): void {
    this.metrics.missing.add(this.test.now(), this.#expected - this.#seen.count);
  }

  #send(seq: number, due: number): void {
    const payload = this.plan.payload(seq);
    const sent = Math.round(this.test.now() * 1000) / 1000;
    this.#sent = seq + 1;
    this.#sentAt[seq] = sent;
    this.#dueAt[seq] = due;
    this.metrics.sentByClients.add(sent);
    this.metrics.lateness.record(sent, Math.max(0, sent - due));
    const message: Message = { client: this.#own, seq, sent, payload };
    if (this.#echoes) this.client.echo(message);
    else this.client.publish(message);
  }

  #returned(seq: number, hops: Hops, arrived: number): void {
    const { metrics } = this;
    const sent = this.#sentAt[seq]!;
    metrics.fromSent.record(sent, arrived - sent);
    metrics.fromDue.record(sent, arrived - this.#dueAt[seq]!);
    this.test.hops(sent, hops, arrived);
  }

  #completeWhenAllAreHere(): void {
    if (this.#sent === this.#toSend && this.#seen.count === this.#expected) this.complete();
  }

  /** Tells whether a delivery can be of this test; anything else must not touch the counters. */
  #isMessage(body: unknown): body is Message {
    if (typeof body !== 'object' || body === null) return false;
    const { client, seq, sent } = body as Partial<Message>;
    return (
      Number.isInteger(client) &&
      Number.isInteger(seq) &&
      Number.isFinite(sent) &&
      client! >= 1 &&
      client! <= this.#senders &&
      seq! >= 0 &&
      seq! < this.#messages
    );
  }
}

/** Makes clients that send messages on an open loop and get them back: their own alone (`echo`), or those of all (`publish`). */
export function messageClient(verb: 'echo' | 'publish'): ScenarioClient<MessageParams> {
  return (test) => {
    const metrics = messageMetrics(test, verb);
    const { rate, messages, phase } = test.params;
    const text = makePayload(test.params.payload);
    const payload = (): string => text;
    return (client) => {
      const offsetMs = phase === 'together' ? 0 : ((client.id - 1) / test.clients) * (1000 / rate);
      const plan = { verb, senders: test.clients, rate, messages, offsetMs, payload };
      const run = new MessageRun(plan, test, metrics, client, () => client.done());
      const receive = (body: unknown, hops: Hops, arrived: number): void => run.receive(body, hops, arrived);
      return { start: () => run.start(), [verb]: receive, giveUp: () => run.giveUp() } satisfies ClientRun;
    };
  };
}
