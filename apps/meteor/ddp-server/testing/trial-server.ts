/** A server whose clients are test code: what it writes to each is kept, and what it offers is small and known. */
import { DdpError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { DdpServer } from '../server.ts';
import type { Session } from '../session.ts';
import type { Subscription } from '../subscription.ts';

/** One client, under the transports. */
export class TrialClient {
  readonly session: Session;
  /** Messages that were written to it and not yet read. */
  readonly written: string[] = [];
  isClosed = false;
  /** UTF-16 units that are said to wait to go out. */
  waiting = 0;

  constructor(server: DdpServer) {
    this.session = server.connect({
      address: '192.0.2.1',
      write: (text) => this.written.push(text),
      waiting: () => this.waiting,
      close: () => {
        this.isClosed = true;
      },
    });
  }

  say(message: unknown): void {
    this.session.receive(typeof message === 'string' ? message : JSON.stringify(message));
  }
}

export class TrialServer {
  readonly ddp: DdpServer;
  /** Problems that were logged. */
  readonly problems: unknown[] = [];
  /** The subscriptions to `things`. */
  readonly subscribers = new Set<Subscription>();
  readonly #slow: (() => void)[] = [];

  constructor(limits: Partial<Limits> = {}) {
    this.ddp = new DdpServer({ limits, log: (problem) => this.problems.push(problem) });
    const trial = this;
    this.ddp.withoutMergeBox('news');
    this.ddp.publish('things', function (...fields: [name: string, value: unknown][]) {
      this.added('things', 'a', Object.fromEntries(fields));
      trial.subscribers.add(this);
      this.onStop(() => trial.subscribers.delete(this));
      this.ready();
    });
    this.ddp.publish('secret', () => {
      throw new DdpError('not-allowed', 'nobody may', { because: 'it is secret' });
    });
    this.ddp.publish('broken', async () => {
      throw new Error('a password: 1234');
    });
    this.ddp.publish('short', function () {
      this.added('short', 'x', {});
      this.ready();
      this.stop();
    });
    this.ddp.methods({
      same: (value: unknown) => value,
      nothing: () => {},
      fails: () => {
        throw new DdpError('no-luck', 'try again', [1]);
      },
      breaks: () => {
        throw new Error('a password: 1234');
      },
      slow: () => new Promise<void>((resolve) => this.#slow.push(resolve)),
      set: (fields: Record<string, unknown>) => {
        for (const subscription of this.subscribers) subscription.changed('things', 'a', fields);
      },
      clear: (name: string) => {
        for (const subscription of this.subscribers) subscription.changed('things', 'a', { [name]: undefined });
      },
      tell: (text: string) => {
        for (const subscription of this.subscribers) subscription.added('news', '1', { text });
      },
      bytes: (bytes: Uint8Array) => bytes.length,
      year: (date: Date) => date.getUTCFullYear(),
      leave() {
        this.connection.close();
      },
    });
  }

  /** Lets the methods that are slow be done. */
  release(): void {
    for (const done of this.#slow.splice(0)) done();
  }
}
