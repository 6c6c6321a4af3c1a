/** The open broker as a process of its own, which is started again when it ends, and ends with the app. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AriAddress } from './adapters/broker-link.ts';
import { ADAPTER_SET } from './items.ts';

/** Built beside the server. */
const PROGRAM = fileURLToPath(new URL('./broker.mjs', import.meta.url));
const ARI_HOST = '127.0.0.1';
/** Time until it must listen, ms. */
const START_MS = 30_000;
/** Pauses before it is started again, ms. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5_000;
/** The time from SIGTERM to SIGKILL, ms: short enough for the server to end within 5 s. */
const STOP_MS = 3_000;

/** The line it prints when it listens. */
interface Listening {
  port: number;
  ari: { metadata: number; data: number; notify: number };
}

export class OpenBrokerProcess {
  readonly #host: string;
  #port: number;
  /** Gets the requests that are not for a broker. */
  #upstream = '';
  #child: ChildProcess | null = null;
  #isStopping = false;
  /** The address that adapters connect to; pending while it does not run. */
  #ari: Promise<AriAddress> = Promise.reject(new Error('not started'));

  /** @param port where it listens for clients; 0: any, and the same one ever after */
  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
    this.#ari.catch(() => {});
  }

  /** The port that clients connect to; known when it has started. */
  get port(): number {
    return this.#port;
  }

  /** The address that adapters connect to; resolves when it listens. */
  whereAdapters(): Promise<AriAddress> {
    return this.#ari;
  }

  /**
   * Resolves when it listens. @throws Error when it does not come up the first time
   * @param upstream the origin that gets the requests that are not for a broker
   */
  async start(upstream: string): Promise<void> {
    this.#upstream = upstream;
    const { listening, ended } = this.#spawn();
    this.#port = (await listening).port;
    this.#ari = listening.then(({ ari }) => ({ host: ARI_HOST, ...ari }));
    void this.#keep(ended);
  }

  /** Resolves when it has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
    });
  }

  /** Starts it again whenever it ends. */
  async #keep(ended: Promise<string>): Promise<void> {
    let how = await ended;
    let pause = FIRST_PAUSE_MS;
    while (!this.#isStopping) {
      console.error(`the broker ended by itself (${how}); starting it again on port ${this.#port}`);
      let found: (address: AriAddress) => void = () => {};
      this.#ari = new Promise((resolve) => {
        found = resolve;
      });
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#isStopping) return;
      const next = this.#spawn();
      next.listening.then(
        ({ ari }) => {
          pause = FIRST_PAUSE_MS;
          found({ host: ARI_HOST, ...ari });
        },
        (error: Error) => {
          pause = Math.min(2 * pause, LAST_PAUSE_MS);
          console.error(error.message);
        },
      );
      how = await next.ended;
    }
  }

  #spawn(): { listening: Promise<Listening>; ended: Promise<string> } {
    // The broker does not get the app's secrets.
    const { DATABASE_URL: _url, CONTROL_TOKEN: _token, ...rest } = process.env;
    const place = { HOST: this.#host, PORT: `${this.#port}`, UPSTREAM: this.#upstream };
    const env = { ...rest, ...place, ADAPTER_SET };
    // It ends with its standard input, which ends with this process, even by SIGKILL.
    const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    child.stdin.on('error', () => {});
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`${code ?? signal}`));
    });
    const listening = new Promise<Listening>((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`the broker did not listen within ${START_MS / 1_000} s`));
      }, START_MS);
      ended.then((how) => {
        clearTimeout(timer);
        reject(new Error(`the broker ended (${how}) before it listened`));
      });
      createInterface({ input: child.stdout }).once('line', (line) => {
        clearTimeout(timer);
        resolve(JSON.parse(line) as Listening);
      });
    });
    return { listening, ended };
  }
}
