/** Gets every body that the backend feeds; client 1 pings besides, with a schedule of its own. */
import type { Client, ClientRun, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { Receiver, receiverMetrics } from '../feed/receiver.ts';
import { type FanOutParams, pingsOf } from './params.ts';

const fanOut: ScenarioClient<FanOutParams> = (test) => {
  const metrics = receiverMetrics(test);
  // Of the members only the one with client 1 pings, and only it measures that.
  const ping = test.clientIds.includes(1) ? pingMetrics(test) : null;
  return (client) => {
    const receiver = new Receiver(test, metrics, test.params.messages);
    const pings = client.id === 1 && ping !== null ? new Pings(test, ping, client) : null;
    const doneWhenComplete = (): void => {
      if (receiver.complete && (pings === null || pings.complete)) client.done();
    };
    const run: ClientRun = {
      start: () => pings?.start(),
      feed(body, hops, arrived) {
        receiver.receive(body, hops, arrived);
        doneWhenComplete();
      },
      giveUp: () => receiver.giveUp(),
    };
    if (pings !== null) {
      run.echo = (body, _hops, arrived) => {
        pings.receive(body, arrived);
        doneWhenComplete();
      };
    }
    return run;
  };
};

export default fanOut;

function pingMetrics(test: Test<FanOutParams>) {
  return {
    pingBefore: test.trend('pingBefore'),
    pingDuring: test.trend('pingDuring'),
    sentByClients: test.counter('sentByClients'),
    pingsAnswered: test.counter('pingsAnswered'),
    lateness: test.trend('lateness'),
  };
}

class Pings {
  readonly #all: number;
  readonly #before: number;
  /** 0: not sent, or answered already. */
  readonly #sentAt: Float64Array;
  #answered = 0;

  constructor(
    private readonly test: Test<FanOutParams>,
    private readonly metrics: ReturnType<typeof pingMetrics>,
    private readonly client: Client,
  ) {
    const { before, all } = pingsOf(test.params);
    this.#before = before;
    this.#all = all;
    this.#sentAt = new Float64Array(all);
  }

  get complete(): boolean {
    return this.#answered === this.#all;
  }

  start(): void {
    const plan = { rate: 1000 / this.test.params.ping, count: this.#all, offsetMs: 0 };
    this.client.schedule(plan, (seq, due) => {
      const sent = this.test.now();
      this.#sentAt[seq] = sent;
      this.metrics.sentByClients.add(sent);
      this.metrics.lateness.record(sent, Math.max(0, sent - due));
      this.client.echo({ ping: seq });
    });
  }

  receive(body: unknown, arrived: number): void {
    const seq = (body as { ping?: unknown } | null)?.ping as number;
    const sent = this.#sentAt[seq] ?? 0;
    if (sent === 0) return;
    this.#sentAt[seq] = 0;
    this.#answered++;
    this.metrics.pingsAnswered.add(arrived);
    const response = seq < this.#before ? this.metrics.pingBefore : this.metrics.pingDuring;
    response.record(sent, arrived - sent);
  }
}
