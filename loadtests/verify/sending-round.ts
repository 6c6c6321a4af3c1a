/** Clients that send bodies by one verb, and what must come of it. */
import type { Hops } from '../../protocol/verbs.ts';
import { monotonicMs as now } from '../../system/monotonic.ts';
import type { TestClient } from './test-client.ts';

/** A body of a round: who it is from and which of theirs it is, so that it can be told from all others. */
export interface Body {
  from: string;
  n: number;
  more?: unknown;
}

export interface Sent {
  body: Body;
  from: TestClient;
  at: number;
}

export interface Arrived {
  body: Body;
  hops: Hops;
  at: number;
}

export class Round {
  readonly sent: Sent[] = [];
  /** How much each client had heard before. */
  readonly #before: Map<TestClient, number>;

  /** @param clients every client that is connected, whether it sends or only looks on */
  constructor(
    readonly verb: 'echo' | 'publish' | 'sink',
    readonly clients: readonly TestClient[],
  ) {
    this.#before = new Map(clients.map((client) => [client, client.heard.length]));
  }

  send(from: TestClient, more?: unknown): void {
    const n = this.sent.filter((sent) => sent.from === from).length;
    const body = more === undefined ? { from: from.name, n } : { from: from.name, n, more };
    this.sent.push({ body, from, at: now() });
    from.socket.emit(this.verb, body);
  }

  /** What `client` must get. */
  expected(client: TestClient): Sent[] {
    if (this.verb === 'sink') return [];
    return this.verb === 'publish' ? this.sent : this.sent.filter(({ from }) => from === client);
  }

  /** Everything that `client` has heard since the round began, of whatever event. */
  heard(client: TestClient): TestClient['heard'] {
    return client.heard.slice(this.#before.get(client));
  }

  arrived(client: TestClient): Arrived[] {
    return this.heard(client)
      .filter(({ event }) => event === this.verb)
      .map(({ data, at }) => ({ body: data?.body, hops: data?.hops, at }));
  }

  /**
   * Waits until everybody has as much as they must get, or the deadline, and then until nothing more can be on its way: the
   * senders' fences first, behind which the server has had it all.
   */
  async settle(): Promise<void> {
    await Promise.all(
      this.clients.map((client) => {
        const count = this.expected(client).length;
        return client.reached(() => client.isClosed || this.arrived(client).length >= count);
      }),
    );
    const senders = new Set(this.sent.map(({ from }) => from));
    await Promise.all([...senders].map((client) => client.fence()));
    await Promise.all(this.clients.filter((client) => !senders.has(client)).map((client) => client.fence()));
  }
}
