/** Gets every body that the backend feeds. Client 1 pings besides, or stays until the backend has sent its last ping. */
import type { Client, ClientRun, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { Receiver, receiverMetrics } from '../feed/receiver.ts';
import { type FanOutParams, partOf, pingsOf } from './params.ts';

const fanOut: ScenarioClient<FanOutParams> = (test) => {
  const metrics = receiverMetrics(test);
  // Of the members only the one with client 1 pings, and only it measures that.
  const ping = test.clientIds.includes(1) && test.params.pinger === 'client' ? pingMetrics(test) : null;
  return (client) => {
    const receiver = new Receiver(test, metrics, test.params.messages);
    const pings = client.id === 1 && ping !== null ? new Pings(test, ping, client) : null;
    const stay = client.id === 1 && pings === null ? new Stay(test, client) : null;
    const doneWhenComplete = (): void => {
      if (receiver.complete && (pings ?? stay)?.complete !== false) client.done();
    };
    const run: ClientRun = {
      start: () => (pings ?? stay)?.start(doneWhenComplete),
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
    pingAfter: test.trend('pingAfter'),
    sentByClients: test.counter('sentByClients'),
    pingsAnswered: test.counter('pingsAnswered'),
    lateness: test.trend('lateness'),
  };
}

/** Keeps the test open until the last ping of the backend is due. */
class Stay {
  complete = false;

  constructor(
    private readonly test: Test<FanOutParams>,
    private readonly client: Client,
  ) {}

  start(over: () => void): void {
    const { ping } = this.test.params;
    const offsetMs = pingsOf(this.test.params).all * ping;
    this.client.schedule({ rate: 1, count: 1, offsetMs }, () => {
      this.complete = true;
      over();
    });
  }
}

class Pings {
  readonly #planned: ReturnType<typeof pingsOf>;
  /** 0: not sent, or answered already. */
  readonly #sentAt: Float64Array;
  #answered = 0;

  constructor(
    private readonly test: Test<FanOutParams>,
    private readonly metrics: ReturnType<typeof pingMetrics>,
    private readonly client: Client,
  ) {
    this.#planned = pingsOf(test.params);
    this.#sentAt = new Float64Array(this.#planned.all);
  }

  get complete(): boolean {
    return this.#answered === this.#planned.all;
  }

  start(): void {
    const plan = { rate: 1000 / this.test.params.ping, count: this.#planned.all, offsetMs: 0 };
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
    this.metrics[partOf(seq, this.#planned)].record(sent, arrived - sent);
  }
}
