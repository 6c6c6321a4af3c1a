/** One load test, driven event by event, so that a check can step in between. */
import type { Dataset, DeliveredMessage, InitTest, LoadMessage, Report, TestType } from '../../protocol/messages.ts';
import { demand, show, sum } from './check.ts';
import { now } from './clock.ts';
import { reportOf } from './report.ts';
import type { TestClient } from './test-client.ts';

export interface TrialPlan {
  testType: TestType;
  /** Client k of the list takes part as `clientId` k + 1; the first one is the master. */
  clients: TestClient[];
  /** Connected, but not taking part. */
  bystanders?: TestClient[];
  /** Clients that take part and are not in `clients` (they live elsewhere); their ids come after those of `clients`. */
  others?: number;
  /** Which clients hand in one report together (a page's), by `clientId`; default: each its own. */
  pages?: number[][];
  /** Width of a bucket in seconds; default 1. */
  spacing?: number;
}

export class Trial {
  readonly init: InitTest;
  /** What each client sent, in order; index is `clientId` - 1. */
  readonly sent: LoadMessage[][];
  /** Messages of `others`, as far as the check knows of them. */
  otherMessages = 0;
  readonly reports: Report[] = [];
  readonly #plan: TrialPlan;
  /** How many deliveries each connection had before this trial. */
  readonly #before: Map<TestClient, number>;

  constructor(plan: TrialPlan) {
    this.#plan = plan;
    this.sent = plan.clients.map(() => []);
    this.init = {
      testType: plan.testType,
      clientCount: plan.clients.length + (plan.others ?? 0),
      spacing: plan.spacing ?? 1,
      startTime: now(),
    };
    this.#before = new Map(this.connections.map((client) => [client, client.deliveries.length]));
  }

  get master(): TestClient {
    return this.#plan.clients[0]!;
  }

  client(clientId: number): TestClient {
    return this.#plan.clients[clientId - 1]!;
  }

  get connections(): TestClient[] {
    return [...this.#plan.clients, ...(this.#plan.bystanders ?? [])];
  }

  get sentTotal(): number {
    return sum(this.sent.map((list) => list.length)) + this.otherMessages;
  }

  /** Asks for the test and waits until every connection has been told that it began. */
  async begin(): Promise<void> {
    const before = this.connections.map((client) => client.started.length);
    this.master.socket.emit('initTest', this.init);
    await Promise.all(
      this.connections.map(async (client, index) => {
        await client.until('testStarted', () => client.started.length > before[index]!);
        const started = client.started[before[index]!]!;
        demand(
          started.testType === this.init.testType &&
            started.clientCount === this.init.clientCount &&
            started.spacing === this.init.spacing &&
            started.startTime === this.init.startTime,
          () => `testStarted must repeat initTest ${show(this.init)}, but ${client.name} got ${show(started)}`,
        );
      }),
    );
  }

  /** The next message of `clientId`, not sent yet. */
  message(clientId: number, payload: string): LoadMessage {
    const seq = this.sent[clientId - 1]!.length;
    const time = now();
    return { id: `c:${clientId}m:${seq}`, clientId, seq, due: time, sent: time, payload };
  }

  send(clientId: number, payload: string): void {
    const message = this.message(clientId, payload);
    this.sent[clientId - 1]!.push(message);
    this.client(clientId).socket.emit('message', message);
  }

  /** What `client` must have been sent by the clients of this trial. */
  expected(client: TestClient): LoadMessage[] {
    if (this.init.testType === 'broadcast') return this.sent.flat();
    const index = this.#plan.clients.indexOf(client);
    return index < 0 ? [] : this.sent[index]!;
  }

  /** What `client` got during this trial. */
  delivered(client: TestClient): DeliveredMessage[] {
    return client.deliveries.slice(this.#before.get(client));
  }

  /** Waits until every connection has as many messages as it must get, or the deadline; the counts are not judged. */
  async settle(): Promise<void> {
    const others = this.init.testType === 'broadcast' ? this.otherMessages : 0;
    await Promise.all(
      this.connections.map((client) => {
        const expected = this.expected(client).length + others;
        return client.reached(() => client.isClosed || this.delivered(client).length >= expected);
      }),
    );
  }

  /** Has every client say that it is complete, and waits until every connection has been asked for its report. */
  async complete(): Promise<void> {
    const before = this.connections.map((client) => client.harvests.length);
    this.#plan.clients.forEach((client, index) => {
      client.socket.emit('complete', { clientId: index + 1 });
    });
    const broadcasts = this.init.testType === 'broadcast' ? this.sentTotal : 0;
    await Promise.all(
      this.connections.map(async (client, index) => {
        await client.until('harvest', () => client.harvests.length > before[index]!);
        const harvest = client.harvests[before[index]!]!;
        demand(
          harvest.broadcasts === broadcasts,
          () => `harvest must say broadcasts: ${broadcasts}, but ${client.name} got ${show(harvest)}`,
        );
      }),
    );
  }

  /** Hands in the reports and returns the master's data set, once nothing more can be on its way to anyone. */
  async report(): Promise<Dataset> {
    const datasets = this.master.datasets.length;
    for (const page of this.#plan.pages ?? this.#plan.clients.map((_, index) => [index + 1])) {
      const report = reportOf(this, page);
      this.reports.push(report);
      this.client(page[0]!).socket.emit('report', report);
    }
    await this.master.until('harvestComplete', () => this.master.datasets.length > datasets);
    // A copy too many may come after all that was waited for.
    await Promise.all(this.connections.map((client) => client.fence()));
    return this.master.datasets[datasets]!;
  }

  async finish(): Promise<Dataset> {
    await this.complete();
    return this.report();
  }

  /** begin, the same payloads from every client, settle, finish. */
  async runWith(payloads: readonly string[]): Promise<Dataset> {
    await this.begin();
    for (const payload of payloads) {
      for (let clientId = 1; clientId <= this.#plan.clients.length; clientId += 1) this.send(clientId, payload);
    }
    await this.settle();
    return this.finish();
  }
}
