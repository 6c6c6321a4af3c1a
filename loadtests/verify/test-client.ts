/** A client of the conformance suite: one socket, everything that came over it, and waiting for what should come. */
import type { Reply, Socket } from '../../protocol/socket.ts';
import { COUNTED, type RefusalCode, type Refused } from '../../protocol/verbs.ts';
import { monotonicMs as now } from '../../system/monotonic.ts';
import { recorded, type Said, summarize } from './conversation.ts';
import { CheckFailure, demand, show, within } from './demand.ts';

/** An event that came. */
export interface Heard {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: checks look into what may be anything
  data: any;
  /** When it came, by {@link now}. */
  at: number;
}

/** An event or request, its data, the code it must be refused with, and what to call it. */
export type RefusalCase = [event: string, data: unknown, code: RefusalCode, what: string];

/** Every event that a server could say, rightly or wrongly. */
const EVENTS = [...COUNTED, 'joined', 'left', 'refused'];

export class TestClient {
  /** Everything the server said, in the order in which it came. */
  readonly heard: Heard[] = [];
  /** The framework's words for why the connection ended, once per call of the handler. */
  readonly closings: string[] = [];
  /** False from {@link close} on, and when the connection has ended. */
  isOpen = true;
  /** How often {@link fence} has asked what is refused. */
  fences = 0;
  readonly socket: Socket;
  readonly #sent: Said[] = [];
  readonly #watchers = new Set<() => void>();

  constructor(
    socket: Socket,
    /** What messages call it. */
    readonly name: string,
    readonly deadlineMs: number,
  ) {
    this.socket = recorded(socket, this.#sent);
    this.listen(...EVENTS);
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

  /** What came of these events. */
  of(...events: string[]): Heard[] {
    return this.heard.filter(({ event }) => events.includes(event));
  }

  /** What it sent and what it got, a line each. */
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
      : ` and it did not come within ${this.#seconds}`;
    throw new CheckFailure(`${this.name} waited for ${what}${why}${besides}`);
  }

  get #seconds(): string {
    return `${this.deadlineMs / 1000} s`;
  }

  /** Asks the server; no reply is a failure. */
  request(event: string, data: unknown): Promise<Reply> {
    const sentence = `${this.name} asked ${show(event)} and got no reply within ${this.#seconds}`;
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

  /** Sends each case and demands that each is refused as it says, in that order, on a connection that stays. */
  async expectRefusals(cases: readonly RefusalCase[]): Promise<void> {
    const before = this.refusals.length;
    for (const [event, data] of cases) this.socket.emit(event, data);
    await this.reached(() => this.isClosed || this.refusals.length >= before + cases.length);
    const refusals = this.refusals.slice(before);
    demand(refusals.length >= cases.length, () => {
      const list = cases.map(([, , code, what]) => `${what} (${code})`).join(', ');
      const came = refusals.map(({ code, reason }) => `${code}: ${reason}`).join(', ') || 'none';
      const ended = this.isClosed ? `the connection ended (${this.closings[0]})` : `${this.#seconds} passed`;
      return `to be refused: ${list}; but before all refusals had come, ${ended}. What came: ${came}`;
    });
    cases.forEach(([event, , code, what], index) => {
      const refusal = refusals[index]!;
      const named = event.length > 100 ? null : event;
      demand(
        refusal.code === code && refusal.event === named,
        () =>
          `${what} must be refused as {event: ${show(named)}, code: "${code}"}, but the refusal is ${show(refusal)}`,
      );
      demandReason(refusal, what);
    });
  }

  /** The same for requests: the refusal is the reply. */
  async expectRefusedRequests(cases: readonly RefusalCase[]): Promise<void> {
    const replies = await Promise.all(cases.map(([event, data]) => this.request(event, data)));
    cases.forEach(([, , code, what], index) => {
      const reply = replies[index]!;
      demand(
        !reply.ok && reply.code === code,
        () => `${what} must be answered {ok: false, code: "${code}"}, but the reply is ${show(reply)}`,
      );
      demandReason(reply, what);
    });
  }

  /**
   * Asks the server something and waits for the answer, so that it has had all that this client sent before, and whatever it
   * sent to this client before has arrived. The question is an unknown one: every server answers it alike.
   */
  async fence(): Promise<void> {
    this.fences += 1;
    await this.expectRefusedRequests([['verify-fence', {}, 'unknown-event', 'an unknown request']]);
  }
}

function demandReason(refusal: { reason: string }, what: string): void {
  demand(
    typeof refusal.reason === 'string' && refusal.reason.includes(' '),
    () => `the refusal of ${what} has no reason that a person could read: ${show(refusal)}`,
  );
}
