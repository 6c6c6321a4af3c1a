/** Sends what nobody answers; in the end asks once, to know that all of it was handled. Client 1 asks all the while. */
import { makePayload } from '../../../member/payload.ts';
import type { Client, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { messageSeconds } from '../messages/params.ts';
import type { UpstreamParams } from './scenario.ts';

/** The metrics that all clients of a member share. Only the member with client 1 pings, and only it measures that. */
function metricsOf(test: Test<UpstreamParams>) {
  return {
    sentByClients: test.counter('sentByClients'),
    lateness: test.trend('lateness'),
    confirmed: test.trend('confirmed'),
    unanswered: test.counter('unanswered'),
    response: test.clientIds.includes(1) ? test.trend('response') : null,
  };
}

class UpstreamRun {
  /** The number of answers that it still waits for. */
  #open = 1;
  #over = false;
  #lastSent = 0;

  constructor(
    private readonly test: Test<UpstreamParams>,
    private readonly metrics: ReturnType<typeof metricsOf>,
    private readonly client: Client,
    private readonly payload: string,
  ) {}

  start(at: number): void {
    const { client, test, payload } = this;
    const { rate, messages, phase } = test.params;
    this.#lastSent = at;
    if (client.id === 1) this.#ping();
    const offsetMs = phase === 'together' ? 0 : ((client.id - 1) / test.clients) * (1000 / rate);
    client.schedule(
      { rate, count: messages, offsetMs },
      (seq, due) => {
        const sent = test.now();
        client.sink({ client: client.id, seq, payload });
        this.#lastSent = sent;
        this.metrics.sentByClients.add(sent);
        this.metrics.lateness.record(sent, Math.max(0, sent - due));
      },
      () => void this.#confirm(),
    );
  }

  giveUp(): void {
    this.#over = true;
    this.metrics.unanswered.add(this.test.now(), this.#open);
  }

  #ping(): void {
    const { params } = this.test;
    const count = Math.ceil((messageSeconds(params) * 1000) / params.ping);
    this.#open += count;
    this.client.schedule({ rate: 1000 / params.ping, count, offsetMs: 0 }, () => void this.#pingOnce());
  }

  async #pingOnce(): Promise<void> {
    const { test, metrics } = this;
    const asked = test.now();
    await this.#ask((hops, arrived) => {
      metrics.response?.record(asked, arrived - asked);
      test.hops(asked, hops, arrived);
    });
  }

  /** The verbs of one client are handled in their order, so that the reply to this says that all its messages were. */
  async #confirm(): Promise<void> {
    const last = this.#lastSent;
    await this.#ask((_, arrived) => this.metrics.confirmed.record(last, arrived - last));
  }

  async #ask(answered: (hops: [number, number], arrived: number) => void): Promise<void> {
    const { client, test, metrics } = this;
    try {
      const { hops } = await client.request({ bytes: 0 });
      if (!this.#over) answered(hops, test.now());
    } catch (error) {
      if (this.#over) return; // it is among those that giving up counts
      metrics.unanswered.add(test.now());
      client.fail((error as Error).message);
    }
    this.#open--;
    if (this.#open === 0 && !this.#over) client.done();
  }
}

const upstream: ScenarioClient<UpstreamParams> = (test) => {
  const metrics = metricsOf(test);
  const payload = makePayload(test.params.payload);
  return (client) => {
    const run = new UpstreamRun(test, metrics, client, payload);
    return { start: (at) => run.start(at), giveUp: () => run.giveUp() };
  };
};

export default upstream;
