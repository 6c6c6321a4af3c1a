/** Methods and subscriptions whose outcome somebody waits for. */
import type { DdpError } from 'simpleddp-core';
import type { DDP } from './client-library.ts';

/** The time limit of a result, ms. */
const RESULT_MS = 20_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A method's or a subscription's error, as the server threw it. */
export class Refused extends Error {
  readonly code: string;
  readonly details: unknown;

  constructor({ error, reason, details }: DdpError) {
    super(reason ?? `${error}`);
    this.code = `${error}`;
    this.details = details;
  }
}

export class Calls {
  readonly #ddp: InstanceType<typeof DDP>;
  /** Waiting calls by the library's ids, which differ between methods and subscriptions too. */
  readonly #waiting = new Map<string, Waiting>();
  #endedWith: string | null = null;

  constructor(ddp: InstanceType<typeof DDP>) {
    this.#ddp = ddp;
    ddp.on('result', ({ id, error, result }) => this.#settle(id, error, result));
    ddp.on('nosub', ({ id, error }) => this.#settle(id, error ?? { error: 'no subscription' }, undefined));
    ddp.on('ready', ({ subs }) => {
      for (const id of subs) this.#settle(id, undefined, undefined);
    });
  }

  /**
   * The method's result. The documents that the server published for it have come before.
   * @throws Refused with the server's error; Error when the connection ends first or there is no result in time
   */
  call(method: string, params: unknown[]): Promise<unknown> {
    return this.#outcome(method, () => this.#ddp.method(method, params));
  }

  /** Resolves when what the publication has at first is there. @throws as `call` */
  async subscribe(publication: string): Promise<void> {
    await this.#outcome(publication, () => this.#ddp.sub(publication, []));
  }

  /** The connection has ended. */
  end(reason: string): void {
    this.#endedWith ??= reason;
    for (const { reject } of this.#waiting.values()) {
      reject(new Error(`the connection ended before the reply: ${reason}`));
    }
    this.#waiting.clear();
  }

  #outcome(name: string, ask: () => string): Promise<unknown> {
    if (this.#endedWith !== null) return Promise.reject(new Error(`${name}: the connection has ended`));
    return new Promise((resolve, reject) => {
      const id = ask();
      const late = () => {
        this.#waiting.delete(id);
        reject(new Error(`${name}: no reply within ${RESULT_MS / 1_000} s`));
      };
      const timer = setTimeout(late, RESULT_MS);
      this.#waiting.set(id, {
        resolve(result) {
          clearTimeout(timer);
          resolve(result);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
    });
  }

  #settle(id: string, error: DdpError | undefined, result: unknown): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Refused(error));
  }
}
