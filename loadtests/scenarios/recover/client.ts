/** Gets what the backend feeds, over connections that come back by themselves, and logs each delivery and each loss. */
import type { Client, ClientRun, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { Seen } from '../../../member/seen.ts';
import { isFedBody, toMicroseconds } from '../feed/receiver.ts';
import type { ClientEvent, ClientLine } from './log.ts';
import { bodiesOf, feedSeconds, type RecoverParams, SLOW_CLIENT } from './params.ts';

/** A client that has the last body waits for what is still to come: copies, and older bodies. */
const QUIET_MS = 1000;
/** The number of looks that a client stays for after its connection has ended for good, until the backend has posted its last body. */
const STAYS = 3;
/** Looks for quiet, from the end of the feed on, once a second until the test gives up. */
const LOOKS = 100_000;

const recover: ScenarioClient<RecoverParams> = (test) => {
  const metrics = recoverMetrics(test);
  return (client) => {
    const receiver = new Receiver(test, metrics, client);
    return receiver.run;
  };
};

export default recover;

/** Asked for once per member. That of attempts is asked for where a framework tells of them. */
const recoverMetrics = (test: Test<RecoverParams>) => ({
  slowDelivery: isSlow(test, test.clientIds) ? test.trend('slowDelivery') : null,
  receivedByClients: test.counter('receivedByClients'),
  duplicates: test.counter('duplicates'),
  outOfOrder: test.counter('outOfOrder'),
  delivery: test.trend('delivery'),
  disconnects: test.counter('disconnects'),
  recovered: test.counter('recovered'),
  anew: test.counter('anew'),
  gaveUp: test.counter('gaveUp'),
});

/** True if the slow client is among `clientIds`. */
const isSlow = ({ params }: Test<RecoverParams>, clientIds: readonly number[]): boolean =>
  params.disturbance === 'slow' && clientIds.includes(SLOW_CLIENT);

class Receiver {
  readonly #test: Test<RecoverParams>;
  readonly #metrics: ReturnType<typeof recoverMetrics>;
  readonly #client: Client;
  readonly #bodies: number;
  readonly #seen: Seen;
  readonly #seqs: number[] = [];
  readonly #arrived: number[] = [];
  readonly #events: ClientEvent[] = [];
  #hasEnded = false;
  readonly run: ClientRun;

  constructor(test: Test<RecoverParams>, metrics: ReturnType<typeof recoverMetrics>, client: Client) {
    this.#test = test;
    this.#metrics = metrics;
    this.#client = client;
    this.#bodies = bodiesOf(test.params);
    this.#seen = new Seen(1, this.#bodies);
    const attempts = client.tellsAttempts ? test.counter('attempts') : null;
    this.run = {
      start: () => this.#start(),
      feed: (body, _, arrived) => this.#receive(body, arrived),
      lost: (reason, at) => this.#note(at, 'lost', reason, metrics.disconnects),
      attempt: (at) => this.#note(at, 'attempt', '', attempts),
      back: (how, at) => this.#note(at, 'back', how, how === 'recovered' ? metrics.recovered : metrics.anew),
      ended: (reason, at) => {
        this.#note(at, 'ended', reason, metrics.gaveUp);
        this.#hasEnded = true;
      },
      giveUp: () => this.#log(),
    };
  }

  #start(): void {
    const offsetMs = feedSeconds(this.#test.params) * 1000;
    this.#client.schedule({ rate: 1, count: LOOKS, offsetMs }, (look) => {
      const last = this.#arrived.at(-1) ?? 0;
      const hasLast = this.#seen.has(0, this.#bodies - 1) && this.#test.now() - last >= QUIET_MS;
      if (hasLast || (this.#hasEnded && look >= STAYS)) this.#finish();
    });
  }

  #receive(body: unknown, arrived: number): void {
    if (!isFedBody(body, this.#bodies)) return;
    const { receivedByClients, duplicates, outOfOrder, slowDelivery } = this.#metrics;
    const delivery = isSlow(this.#test, [this.#client.id]) ? slowDelivery! : this.#metrics.delivery;
    this.#seqs.push(body.seq);
    this.#arrived.push(arrived);
    receivedByClients.add(arrived);
    const arrival = this.#seen.note(0, body.seq);
    if (arrival === 'duplicate') {
      duplicates.add(arrived);
      return;
    }
    if (arrival === 'first-out-of-order') outOfOrder.add(arrived);
    const sent = this.#test.fromServer(body.sent);
    if (sent !== null) delivery.record(sent, arrived - sent);
  }

  #note(at: number, what: ClientEvent[1], detail: string, counter: { add(at: number): void } | null): void {
    this.#events.push([toMicroseconds(at), what, detail]);
    counter?.add(at);
  }

  #finish(): void {
    this.#log();
    this.#client.done();
  }

  #log(): void {
    const { sharedClock } = this.#test;
    const zero = this.#test.fromServer(0);
    const missing: number[] = [];
    for (let seq = 0; seq < this.#bodies; seq++) if (!this.#seen.has(0, seq)) missing.push(seq);
    this.#test.log({
      line: 'client',
      client: this.#client.id,
      ahead: sharedClock ? 0 : zero === null ? null : -zero,
      seq: this.#seqs,
      at: this.#arrived.map(toMicroseconds),
      events: this.#events,
      missing,
      until: toMicroseconds(this.#test.now()),
    } satisfies ClientLine);
  }
}
