/** Connects with all the others, waits for what every new connection gets, and closes. */
import type { Client, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import type { StormParams } from './scenario.ts';

function metricsOf(test: Test<StormParams>) {
  return {
    connect: test.trend('connect'),
    connectToMessage: test.trend('connectToMessage'),
    held: test.counter('held'),
    failed: test.counter('failed'),
    receivedByClients: test.counter('receivedByClients'),
    wrongSize: test.counter('wrongSize'),
    missing: test.counter('missing'),
  };
}

class StormRun {
  #connectedAt: number | null = null;
  #greetedAt: number | null = null;
  #over = false;

  constructor(
    private readonly test: Test<StormParams>,
    private readonly metrics: ReturnType<typeof metricsOf>,
    private readonly client: Client,
  ) {}

  async start(): Promise<void> {
    const { test, metrics, client } = this;
    const asked = test.now();
    try {
      await client.connect();
    } catch (error) {
      this.#failed((error as Error).message);
      return;
    }
    const connectedAt = test.now();
    if (this.#over) return client.close(); // too late: it is counted as failed
    this.#connectedAt = connectedAt;
    metrics.held.add(connectedAt);
    metrics.connect.record(asked, connectedAt - asked);
    this.#closeWhenGreeted();
  }

  greet(body: unknown, arrived: number): void {
    const { metrics, test } = this;
    metrics.receivedByClients.add(arrived);
    if (typeof body !== 'string' || body.length !== test.params.bytes) metrics.wrongSize.add(arrived);
    if (this.#greetedAt !== null) return; // once more: the counts will disagree
    this.#greetedAt = arrived;
    this.#closeWhenGreeted();
  }

  giveUp(): void {
    const { metrics, test } = this;
    this.#over = true;
    if (this.#connectedAt === null) metrics.failed.add(test.now());
    else if (this.#greetedAt === null) metrics.missing.add(test.now());
  }

  #failed(reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.metrics.failed.add(this.test.now());
    this.client.fail(reason);
    this.client.done();
  }

  /** Some frameworks hand over what came with the connection before they say that it is there: then there was nothing to wait for. */
  async #closeWhenGreeted(): Promise<void> {
    if (this.#connectedAt === null || this.#greetedAt === null || this.#over) return;
    this.#over = true;
    this.metrics.connectToMessage.record(this.#connectedAt, Math.max(0, this.#greetedAt - this.#connectedAt));
    await this.client.close();
    this.client.done();
  }
}

const storm: ScenarioClient<StormParams> = (test) => {
  const metrics = metricsOf(test);
  return (client) => {
    const run = new StormRun(test, metrics, client);
    return {
      start: () => void run.start(),
      greet: (body, _, arrived) => run.greet(body, arrived),
      giveUp: () => run.giveUp(),
    };
  };
};

export default storm;
