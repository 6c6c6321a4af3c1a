/** Clients that send many bodies at once by one verb, and what must come of it. */
import { demand, show } from './demand.ts';
import type { TestClient } from './test-client.ts';

/** A body of a round: who it is from and which of theirs it is, so that it can be told from all others. */
export interface Body {
  from: string;
  n: number;
}

export class Round {
  readonly sent: Body[] = [];
  /** The number of messages that each client had heard before. */
  readonly #before: Map<TestClient, number>;

  /** @param clients every client that is connected, whether it sends or only looks on */
  constructor(
    readonly verb: 'echo' | 'publish',
    readonly clients: readonly TestClient[],
  ) {
    this.#before = new Map(clients.map((client) => [client, client.heard.length]));
  }

  /** Has each of `senders` send `each` bodies, in turn. */
  send(senders: readonly TestClient[], each: number): void {
    for (let n = 0; n < each; n += 1) {
      for (const client of senders) {
        const body = { from: client.name, n };
        this.sent.push(body);
        client.socket.emit(this.verb, body);
      }
    }
  }

  /** Demands that every client gets each body that it must get once, those of one sender in order, and nothing else at all. */
  async demandInOrder(): Promise<void> {
    await Promise.all(
      this.clients.map((client) =>
        client.reached(() => client.isClosed || this.#heard(client).length >= this.#expected(client).length),
      ),
    );
    // Behind the senders' fences the server has had it all; behind those of the others, all has arrived.
    const isSender = (client: TestClient): boolean => this.sent.some(({ from }) => from === client.name);
    await Promise.all(this.clients.filter(isSender).map((client) => client.fence()));
    await Promise.all(this.clients.filter((client) => !isSender(client)).map((client) => client.fence()));
    for (const client of this.clients) this.#judge(client);
  }

  #expected(client: TestClient): Body[] {
    return this.verb === 'publish' ? this.sent : this.sent.filter(({ from }) => from === client.name);
  }

  #heard(client: TestClient): TestClient['heard'] {
    return client.heard.slice(this.#before.get(client));
  }

  #judge(client: TestClient): void {
    const { verb } = this;
    const heard = this.#heard(client);
    const expected = new Set(this.#expected(client).map(idOf));
    const came = heard.filter(({ event }) => event === verb).map(({ data }) => idOf(data?.body));
    const ids = new Set(came);
    const lost = [...expected].filter((id) => !ids.has(id));
    const twice = came.filter((id) => !ids.delete(id));
    const strange = came.filter((id) => !expected.has(id));
    const { name } = client;
    demand(
      lost.length === 0,
      () => `${name} must get ${expected.size} bodies by ${verb}, but ${lost.length} did not come: ${some(lost)}`,
    );
    demand(twice.length === 0, () => `${name} got bodies by ${verb} more than once: ${some(twice)}`);
    demand(strange.length === 0, () => `${name} got bodies by ${verb} not meant for it: ${some(strange)}`);
    const other = heard.find(({ event }) => event !== verb);
    demand(
      other === undefined,
      () => `${name} must be told nothing else, but got ${other!.event} ${show(other!.data)}`,
    );
    const last = new Map<string, Body>();
    for (const { data } of heard) {
      const body = data.body as Body;
      const previous = last.get(body.from);
      demand(
        previous === undefined || previous.n < body.n,
        () => `${name} must get bodies in the order they were sent, but got ${idOf(previous)} before ${idOf(body)}`,
      );
      last.set(body.from, body);
    }
  }
}

const idOf = (body: Body | undefined): string => (typeof body?.n === 'number' ? `${body.from} #${body.n}` : show(body));

const some = (ids: readonly string[]): string =>
  ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
