/** Sends a number of requests, one after the other or all at once. Records the time of each reply and of all. */
import type { Client, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import type { RequestParams } from './scenario.ts';

function metricsOf(test: Test<RequestParams>) {
  return {
    sentByClients: test.counter('sentByClients'),
    receivedByClients: test.counter('receivedByClients'),
    response: test.trend('response'),
    connect: test.trend('connect'),
    asking: test.trend('asking'),
    whole: test.trend('whole'),
    failed: test.counter('failed'),
    wrongSize: test.counter('wrongSize'),
    missing: test.counter('missing'),
  };
}

class RequestRun {
  /** Requests whose end is known: answered or failed. */
  #ended = 0;
  #failed = false;
  #over = false;
  /** Until when it asks, by the test's clock, however many requests are left: a warm-up cuts a test. */
  #until = Number.POSITIVE_INFINITY;

  constructor(
    private readonly test: Test<RequestParams>,
    private readonly metrics: ReturnType<typeof metricsOf>,
    private readonly client: Client,
  ) {}

  async start(at: number): Promise<void> {
    const { test, metrics, client } = this;
    const { connect, seconds } = test.params;
    if (connect === 'themselves' && !(await this.#connect())) return;
    const from = test.now();
    if (seconds !== undefined) this.#until = at + seconds * 1000;
    do await this.#askAll();
    while (seconds !== undefined && !this.#stop());
    if (this.#over) return;
    if (!this.#failed) {
      const now = test.now();
      metrics.asking.record(at, now - from);
      metrics.whole.record(at, now - at);
    }
    client.done();
  }

  giveUp(): void {
    this.#over = true;
    this.metrics.missing.add(this.test.now(), Math.max(0, this.test.params.requests - this.#ended));
  }

  /** @returns whether it is connected, in time */
  async #connect(): Promise<boolean> {
    const { test, metrics, client } = this;
    const asked = test.now();
    try {
      await client.connect();
    } catch (error) {
      this.#fail(error);
      if (!this.#over) client.done();
      return false;
    }
    if (this.#over) await client.close();
    else metrics.connect.record(asked, test.now() - asked);
    return !this.#over;
  }

  async #askAll(): Promise<void> {
    const { requests, mode } = this.test.params;
    if (mode === 'at-once') {
      const all: Promise<void>[] = [];
      for (let n = 0; n < requests; n++) all.push(this.#ask());
      await Promise.all(all);
      return;
    }
    for (let n = 0; n < requests && !this.#stop(); n++) await this.#ask();
  }

  #stop(): boolean {
    return this.#over || !this.client.live || this.test.now() >= this.#until;
  }

  async #ask(): Promise<void> {
    const { test, metrics, client } = this;
    const { bytes } = test.params;
    const asked = test.now();
    metrics.sentByClients.add(asked);
    try {
      const { body, hops } = await client.request({ bytes });
      const arrived = test.now();
      if (this.#over) return;
      this.#ended++;
      metrics.receivedByClients.add(arrived);
      metrics.response.record(asked, arrived - asked);
      test.hops(asked, hops, arrived);
      if (typeof body !== 'string' || body.length !== bytes) metrics.wrongSize.add(arrived);
    } catch (error) {
      if (!this.#over) this.#ended++;
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#over) return; // a request that the end cuts off is missing already
    this.#failed = true;
    this.metrics.failed.add(this.test.now());
    this.client.fail((error as Error).message);
  }
}

const requestResponse: ScenarioClient<RequestParams> = (test) => {
  const metrics = metricsOf(test);
  return (client) => {
    const run = new RequestRun(test, metrics, client);
    return { start: (at) => void run.start(at), giveUp: () => run.giveUp() };
  };
};

export default requestResponse;
