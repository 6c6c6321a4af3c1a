/** Lets the framework choose, and looks after a while at what it chose. */
import type { Client, Counter, ScenarioClient, Test } from '../../../member/scenario-client.ts';
import { type ChoiceParams, onTransport, STAYING } from './scenario.ts';

const metricsOf = (test: Test<ChoiceParams>) => ({
  connect: test.trend('connect'),
  held: test.counter('held'),
  failed: test.counter('failed'),
  on: new Map(STAYING.map((transport): [string, Counter] => [transport, test.counter(onTransport(transport))])),
});

class ChoiceRun {
  #connectedAt: number | null = null;
  #isTime = false;
  #over = false;

  constructor(
    private readonly test: Test<ChoiceParams>,
    private readonly metrics: ReturnType<typeof metricsOf>,
    private readonly client: Client,
  ) {}

  start(): void {
    const look = { rate: 1, count: 1, offsetMs: this.test.params.after * 1000 };
    this.client.schedule(look, () => {
      this.#isTime = true;
      void this.#look();
    });
    void this.#connect();
  }

  giveUp(): void {
    this.#over = true;
    if (this.#connectedAt === null) this.metrics.failed.add(this.test.now());
  }

  async #connect(): Promise<void> {
    const { test, metrics, client } = this;
    const asked = test.now();
    try {
      await client.connect('by the framework');
    } catch (error) {
      if (this.#over) return;
      client.fail((error as Error).message);
      this.giveUp();
      return client.done();
    }
    if (this.#over) return client.close(); // too late: it is counted as failed
    this.#connectedAt = test.now();
    metrics.held.add(this.#connectedAt);
    metrics.connect.record(asked, this.#connectedAt - asked);
    await this.#look();
  }

  async #look(): Promise<void> {
    const { metrics, client } = this;
    const { transport } = client;
    if (!this.#isTime || this.#over || transport === null) return;
    this.#over = true;
    metrics.on.get(transport)?.add(this.test.now());
    await client.close();
    client.done();
  }
}

const choice: ScenarioClient<ChoiceParams> = (test) => {
  const metrics = metricsOf(test);
  return (client) => {
    const run = new ChoiceRun(test, metrics, client);
    return { start: () => run.start(), giveUp: () => run.giveUp() };
  };
};

export default choice;
