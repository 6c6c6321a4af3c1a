/** A client of the conformance suite: one socket, everything that came over it, and waiting for what should come. */

import type {
  Dataset,
  DeliveredMessage,
  Harvest,
  HarvestComplete,
  RefusalCode,
  Refused,
  TestStarted,
} from '../../protocol/messages.ts';
import type { Socket } from '../../protocol/socket.ts';
import { CheckFailure, demand, show } from './check.ts';

/** An event, its data, the code it must be refused with, and what to call it. */
export type RefusalCase = [event: string, data: unknown, code: RefusalCode, what: string];

export class TestClient {
  readonly started: TestStarted[] = [];
  readonly deliveries: DeliveredMessage[] = [];
  readonly harvests: Harvest[] = [];
  readonly datasets: Dataset[] = [];
  readonly refusals: Refused[] = [];
  /** The framework's words for why the connection ended, once per call of the handler. */
  readonly closings: string[] = [];
  readonly #watchers = new Set<() => void>();

  constructor(
    readonly socket: Socket,
    /** What messages call it. */
    readonly name: string,
    readonly deadlineMs: number,
  ) {
    const keep = <T>(event: string, list: T[], pick: (data: never) => T): void => {
      socket.on(event, (data) => {
        list.push(pick(data as never));
        this.#changed();
      });
    };
    keep('testStarted', this.started, (data: TestStarted) => data);
    keep('message', this.deliveries, (data: DeliveredMessage) => data);
    keep('harvest', this.harvests, (data: Harvest) => data);
    keep('harvestComplete', this.datasets, (data: HarvestComplete) => data.dataset);
    keep('refused', this.refusals, (data: Refused) => data);
    socket.onClose((reason) => {
      this.closings.push(reason);
      this.#changed();
    });
  }

  get isClosed(): boolean {
    return this.closings.length > 0;
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
    if (this.isClosed) {
      throw new CheckFailure(
        `${this.name} waited for ${what}, but its connection ended: ${this.closings[0]}${besides}`,
      );
    }
    throw new CheckFailure(`${this.name} waited for ${what} and it did not come within ${this.#seconds}${besides}`);
  }

  get #seconds(): string {
    return `${this.deadlineMs / 1000} s`;
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
      demand(
        refusal.code === code && refusal.event === event,
        () =>
          `${what} must be refused as {event: ${show(event)}, code: "${code}"}, but the refusal is ${show(refusal)}`,
      );
      demand(
        typeof refusal.reason === 'string' && refusal.reason.includes(' '),
        () => `the refusal of ${what} has no reason that a person could read: ${show(refusal)}`,
      );
    });
  }

  /**
   * Asks the server something and waits for the answer, so that whatever it sent to this client before has arrived.
   * The question is an unknown one: every server answers it alike.
   */
  async fence(): Promise<void> {
    const reply = await within(
      this.socket.request('verify-fence', {}),
      this.deadlineMs,
      `${this.name} asked an unknown request and got no reply within ${this.#seconds}`,
    );
    demand(
      reply.ok === false && reply.code === 'unknown-event',
      () => `an unknown request must be answered {ok: false, code: "unknown-event"}, but the reply is ${show(reply)}`,
    );
  }
}

/** `promise`, or a {@link CheckFailure} with `sentence` when it takes longer than `ms`. */
export async function within<T>(promise: Promise<T>, ms: number, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CheckFailure(sentence)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
