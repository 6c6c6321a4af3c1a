/**
 * What a Node app wires its framework to: everything a connection sends goes in here, everything the server says comes
 * out of the app's `Outputs`. What the house does with events and requests is no app's concern.
 */
import type { Reply } from '../../shared-ui/socket.ts';
import { Hub, type HubOutputs } from './hub.ts';

/** How the house reaches an app's connections. Sending to a connection that has ended does nothing. */
export type Outputs<Connection> = HubOutputs<Connection>;

/** How often the deadlines are looked at, ms. */
const TICK_MS = 250;

export class House<Connection> {
  readonly #hub: Hub<Connection>;
  readonly #timer: NodeJS.Timeout;

  constructor(outputs: Outputs<Connection>) {
    this.#hub = new Hub(outputs);
    this.#timer = setInterval(() => this.#hub.tick(), TICK_MS);
    this.#timer.unref();
  }

  connect(connection: Connection): void {
    this.#hub.connect(connection);
  }

  disconnect(connection: Connection): void {
    this.#hub.disconnect(connection);
  }

  /** An event that wants no reply. */
  receive(connection: Connection, event: string, data: unknown): void {
    this.#hub.receive(connection, event, data);
  }

  /** What a connection sent was not JSON, or named no event. */
  unreadable(connection: Connection): void {
    this.#hub.refuse(connection, null, 'bad-json', 'not a JSON envelope with the name of an event');
  }

  /** An event that wants a reply. Never rejects. */
  async request(_connection: Connection, _event: string, _data: unknown): Promise<Reply> {
    return { ok: false, code: 'unknown-event', reason: 'no such request' };
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
