/** A client of the conformance suite: one socket, everything that came over it, and waiting for what should come. */
import type { Back, Reply, Socket } from '../../protocol/socket.ts';
import { COUNTED, type Refused } from '../../protocol/verbs.ts';
import { monotonicMs as now } from '../../system/monotonic.ts';
import { CheckFailure, demand, demandSame, show, within } from './demand.ts';

export interface Heard {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: checks look into what may be anything
  data: any;
  /** The time it came, by {@link now}. */
  at: number;
}

/** An event or request, as a report shows it. */
export interface Said {
  event: string;
  data: unknown;
}

const SHOWN_CHARACTERS = 100;

/** Every event that a server could say, rightly or wrongly. */
const EVENTS = [...COUNTED, 'joined', 'left', 'refused'];

export class TestClient {
  /** Everything the server said, in the order in which it came. */
  readonly heard: Heard[] = [];
  /** The framework's words for why the connection ended, once per call of the handler. */
  readonly closings: string[] = [];
  /** The framework's words for each time that the connection was lost, and how it was each time that it was back. */
  readonly losses: string[] = [];
  readonly returns: Back[] = [];
  /** False from {@link close} on, and when the connection has ended. */
  isOpen = true;
  /** The number of times that {@link fence} has asked what is refused. */
  fences = 0;
  readonly socket: Socket;
  readonly #sent: Said[] = [];
  readonly #watchers = new Set<() => void>();

  constructor(
    socket: Socket,
    /** The name by which messages call it. */
    readonly name: string,
    readonly deadlineMs: number,
  ) {
    this.socket = recorded(socket, this.#sent);
    this.listen(...EVENTS);
    socket.onLost?.((reason) => {
      this.losses.push(reason);
      this.#changed();
    });
    socket.onBack?.((how) => {
      this.returns.push(how);
      this.#changed();
    });
    socket.onClose((reason) => {
      this.isOpen = false;
      this.closings.push(reason);
      this.#changed();
    });
  }

  get isClosed(): boolean {
    return this.closings.length > 0;
  }

  get refusals(): Refused[] {
    return this.of('refused').map(({ data }) => data as Refused);
  }

  /** Hears these events too. */
  listen(...events: string[]): void {
    for (const event of events) {
      this.socket.on(event, (data) => {
        this.heard.push({ event, data, at: now() });
        this.#changed();
      });
    }
  }

  /** Lists what came of these events. */
  of(...events: string[]): Heard[] {
    return this.heard.filter(({ event }) => events.includes(event));
  }

  /** Lists what it sent and got, a line each. */
  conversation(): string[] {
    return [summarize(this.name, 'sent', this.#sent), summarize(this.name, 'got', this.heard)];
  }

  close(): Promise<void> {
    this.isOpen = false;
    return this.socket.close();
  }

  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Resolves with true as soon as `condition` holds, with false when the deadline passes first. */
  reached(condition: () => boolean): Promise<boolean> {
    if (condition()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (held: boolean): void => {
        clearTimeout(timer);
        this.#watchers.delete(watcher);
        resolve(held);
      };
      const watcher = (): void => {
        if (condition()) end(true);
      };
      const timer = setTimeout(() => end(false), this.deadlineMs);
      this.#watchers.add(watcher);
    });
  }

  /** Waits for `what`; a connection that ends first, or a deadline, is a failure. */
  async until(what: string, condition: () => boolean): Promise<void> {
    const refusedBefore = this.refusals.length;
    await this.reached(() => condition() || this.isClosed);
    if (condition()) return;
    const refused = this.refusals.slice(refusedBefore).map((refusal) => `${refusal.event}: ${refusal.code}`);
    const besides = refused.length > 0 ? `; the server refused ${refused.slice(0, 3).join(', ')}` : '';
    const why = this.isClosed
      ? `, but its connection ended: ${this.closings[0]}`
      : ` and it did not come within ${this.seconds}`;
    throw new CheckFailure(`${this.name} waited for ${what}${why}${besides}`);
  }

  get seconds(): string {
    return `${this.deadlineMs / 1000} s`;
  }

  /** Asks the server; no reply is a failure. */
  request(event: string, data: unknown): Promise<Reply> {
    const sentence = `${this.name} asked ${show(event)} and got no reply within ${this.seconds}`;
    return within(this.socket.request(event, data), this.deadlineMs, sentence);
  }

  /** Asks the server; anything but a reply that is ok is a failure. */
  async ask(event: string, data: unknown): Promise<Reply & { ok: true }> {
    const reply = await this.request(event, data);
    demand(
      reply.ok,
      () => `${this.name} asked ${event} ${show(data)}, and the reply must be ok, but is ${show(reply)}`,
    );
    return reply;
  }

  /**
   * Asks the server something and waits for the answer, so that it has had all that this client sent before, and whatever it
   * sent to this client before has arrived. The question is an unknown one: every server answers it alike.
   */
  async fence(): Promise<void> {
    this.fences += 1;
    const reply = await this.request('verify-fence', {});
    const refusal = { ok: false, code: 'unknown-event', reason: { $any: 'string' } };
    demandSame(refusal, reply, `the reply to an unknown request of ${this.name}`);
  }
}

/** `socket`, which adds what is sent over it to `sent`. */
function recorded(socket: Socket, sent: Said[]): Socket {
  return new Proxy(socket, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (name === 'emit' || name === 'request') sent.push({ event: String(given[0]), data: given[1] });
        if (name === 'raw') sent.push({ event: 'text', data: given[0] });
        return value.apply(target, given);
      };
    },
  });
}

/** One line: how many there were, and the last of them. */
export function summarize(who: string, did: 'sent' | 'got', all: readonly Said[]): string {
  const last = all.at(-1);
  if (last === undefined) return `${who} ${did} nothing`;
  return `${who} ${did} ${all.length}, the last: ${show(last.event, SHOWN_CHARACTERS)} ${show(last.data, SHOWN_CHARACTERS)}`;
}
