/** One client: its messages one after another, its subscriptions, its merge box, its heartbeat. */
import { randomUUID } from 'node:crypto';
import { DdpError, errorFields } from './errors.ts';
import { Heartbeat } from './heartbeat.ts';
import { bestVersion, type ClientMessage, Malformed, readMessage } from './messages.ts';
import type { Offered } from './offered.ts';
import type { Connection } from './subscription.ts';
import { Subscriptions } from './subscriptions.ts';
import * as wire from './wire.ts';

/** The connection under a session. */
export interface Wire {
  readonly address: string | undefined;
  write(text: string): void;
  /** UTF-16 units that wait to go out, about. */
  waiting(): number;
  close(): void;
}

/** Messages that wait for their turn. */
type Queued = Extract<ClientMessage, { msg: 'sub' | 'unsub' | 'method' }>;

/** Messages between two checks of how much waits. */
const LOOK_EVERY = 64;

export class Session implements Connection {
  readonly id: string = randomUUID();
  readonly #offered: Offered;
  readonly #wire: Wire;
  readonly #closeHandlers: (() => void)[] = [];
  readonly #subscriptions: Subscriptions;
  readonly #queue: { message: Queued; size: number }[] = [];
  #queuedUnits = 0;
  #isBusy = false;
  #heartbeat: Heartbeat | null = null;
  #state: 'new' | 'connected' | 'closed' = 'new';
  #written = 0;

  constructor(offered: Offered, connection: Wire) {
    this.#offered = offered;
    this.#wire = connection;
    this.#subscriptions = new Subscriptions(offered, this, (text) => this.#write(text));
  }

  get clientAddress(): string | undefined {
    return this.#wire.address;
  }

  /** UTF-16 units that wait to go out, about. */
  get waiting(): number {
    return this.#wire.waiting();
  }

  /** Documents in the merge box, messages that wait to be handled, and subscriptions. */
  get kept(): { documents: number; messages: number; subscriptions: number } {
    return { ...this.#subscriptions.kept, messages: this.#queue.length };
  }

  onClose(handler: () => void): void {
    if (this.#state === 'closed') handler();
    else this.#closeHandlers.push(handler);
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#wire.close();
    this.ended();
  }

  /** The connection is gone. */
  ended(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#heartbeat?.stop();
    this.#queue.length = 0;
    this.#subscriptions.endAll();
    for (const handler of this.#closeHandlers.splice(0)) handler();
  }

  /** The client sent `text`. */
  receive(text: string): void {
    if (this.#state === 'closed') return;
    const { limits } = this.#offered;
    if (text.length > limits.message) {
      this.close();
      return;
    }
    this.#heartbeat?.heard();
    let message: ClientMessage;
    try {
      message = readMessage(text);
      if (this.#state === 'new' && message.msg !== 'connect') throw new Malformed('Must connect first');
      if (this.#state === 'connected' && message.msg === 'connect') throw new Malformed('Already connected');
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#write(wire.errorText(error.message, this.#offending(text)));
      return;
    }
    if (message.msg === 'connect') this.#connect(message);
    else if (message.msg === 'ping') this.#write(wire.heartbeatText('pong', message.id));
    else if (message.msg === 'method' || message.msg === 'sub' || message.msg === 'unsub')
      this.#enqueue(message, text.length);
  }

  #connect({ version, support }: Extract<ClientMessage, { msg: 'connect' }>): void {
    const best = bestVersion(support);
    if (best !== version) {
      this.#write(wire.failedVersionText(best));
      this.close();
      return;
    }
    this.#state = 'connected';
    this.#write(wire.connectedText(this.id));
    // Clients of the first version know of no heartbeats.
    if (version === 'pre1') return;
    const ping = () => this.#write(wire.heartbeatText('ping', undefined));
    this.#heartbeat = new Heartbeat(this.#offered.limits, ping, () => this.close());
  }

  #enqueue(message: Queued, size: number): void {
    const { queuedMessages, queuedUnits } = this.#offered.limits;
    this.#queuedUnits += size;
    this.#queue.push({ message, size });
    if (this.#queue.length > queuedMessages || this.#queuedUnits > queuedUnits) this.close();
    else if (!this.#isBusy) void this.#work();
  }

  /** Handles one message after another: the next begins when the one before is done. */
  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.#queuedUnits -= next.size;
      // A message that is handled at once is not awaited: its answer goes out in the turn in which it came in.
      const doing = this.#do(next.message);
      if (doing !== null) await doing;
    }
    this.#isBusy = false;
  }

  /** Handles a message; returns a promise to await, if any. */
  #do(message: Queued): Promise<void> | null {
    if (message.msg === 'method') return this.#call(message);
    if (message.msg === 'sub') return this.#subscriptions.begin(message);
    this.#subscriptions.end(message.id);
    return null;
  }

  #call({ id, method: name, params }: Extract<Queued, { msg: 'method' }>): Promise<void> | null {
    const done = (value: unknown) => {
      // All that the method published went out before.
      this.#write(wire.updatedText(id));
      this.#write(wire.resultText(id, value));
    };
    const failed = (error: unknown) => {
      this.#write(wire.updatedText(id));
      this.#write(wire.failedText('result', id, errorFields(error, this.#offered.log)));
    };
    try {
      const method = this.#offered.methods.get(name);
      if (method === undefined) throw new DdpError(404, `Method '${name.slice(0, 100)}' not found`);
      const value = method.apply({ connection: this }, params);
      if (value instanceof Promise) return value.then(done, failed);
      done(value);
    } catch (error) {
      failed(error);
    }
    return null;
  }

  #write(text: string): void {
    if (this.#state === 'closed') return;
    this.#wire.write(text);
    this.#written++;
    if (this.#written % LOOK_EVERY === 0 && this.#wire.waiting() > this.#offered.limits.waitingUnits) this.close();
  }

  #offending(text: string): string | null {
    if (text.length > this.#offered.limits.offendingMessage) return null;
    try {
      JSON.parse(text);
      return text;
    } catch {
      return null;
    }
  }
}
