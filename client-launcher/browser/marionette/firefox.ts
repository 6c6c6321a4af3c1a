/** Starts a Firefox that can be driven: on a profile, with its remote control on a port that the kernel chooses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readOr } from '../../../system/read-or.ts';
import { MarionetteConnection } from './command-connection.ts';
import { DRIVEN_PREFERENCES } from './preferences.ts';
import { WebDriverError } from './web-driver-error.ts';

/** The capability `moz:firefoxOptions`, as far as it is known here. */
export interface FirefoxOptions {
  binary?: string;
  args?: string[];
  prefs?: Record<string, boolean | number | string>;
}

const START_LIMIT_MS = 60_000;
const LOOK_MS = 50;
/** Firefox gives up on parts of itself that do not end after 60 s. */
const END_LIMIT_MS = 70_000;

/** Lines of a `user.js`. */
export function preferenceLines(preferences: Record<string, boolean | number | string>): string {
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

/** The profile that `args` name, and the others; a fresh profile where they name none. */
function profileOf(args: readonly string[]): { folder: string; own: boolean; others: string[] } {
  const at = args.findIndex((argument) => /^--?profile$/.test(argument));
  const folder = args[at + 1];
  if (at < 0 || folder === undefined) {
    return { folder: mkdtempSync(join(tmpdir(), 'profile-')), own: true, others: [...args] };
  }
  return { folder, own: false, others: args.filter((_, index) => index !== at && index !== at + 1) };
}

const portIn = (profile: string): number | null =>
  Number(readOr(() => readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'), '')) || null;

export class DrivenFirefox {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #running = true;
  #said = '';

  private constructor(
    process: ChildProcess,
    readonly profile: { folder: string; own: boolean },
  ) {
    this.#process = process;
    process.stderr?.on('data', (chunk) => {
      this.#said = (this.#said + chunk).slice(-1_000);
    });
    this.#ended = new Promise((resolve) => {
      const over = (): void => {
        this.#running = false;
        if (profile.own) rmSync(profile.folder, { recursive: true, force: true, maxRetries: 3 });
        resolve();
      };
      process.once('exit', over);
      process.once('error', (error) => {
        this.#said = error.message;
        over();
      });
    });
  }

  /**
   * @param remote true if WebDriver BiDi is wanted: Firefox then listens on another port as well, and says which in the session
   * @throws WebDriverError (session not created) with what it printed when it ends or is not there in time
   */
  static async start(options: FirefoxOptions, remote: boolean): Promise<[DrivenFirefox, MarionetteConnection]> {
    const { folder, own, others } = profileOf(options.args ?? []);
    const preferences = { ...DRIVEN_PREFERENCES, ...options.prefs, 'marionette.port': 0 };
    writeFileSync(join(folder, 'user.js'), preferenceLines(preferences), { flag: 'a' });
    const ports = remote ? ['--remote-debugging-port', '0'] : [];
    const argv = ['--marionette', '--no-remote', ...ports, ...others, '--profile', folder];
    const child = spawn(options.binary ?? 'firefox', argv, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        MOZ_CRASHREPORTER: '1',
        MOZ_CRASHREPORTER_NO_REPORT: '1',
        MOZ_CRASHREPORTER_SHUTDOWN: '1',
      },
    });
    const firefox = new DrivenFirefox(child, { folder, own });
    try {
      return [firefox, await firefox.#connected()];
    } catch (error) {
      await firefox.end(0);
      throw error;
    }
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** Resolves when it has ended, which it is made to after `graceMs`. */
  async end(graceMs = END_LIMIT_MS): Promise<void> {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), graceMs);
    await this.#ended;
    clearTimeout(timer);
  }

  async #connected(): Promise<MarionetteConnection> {
    const deadline = performance.now() + START_LIMIT_MS;
    while (this.#running && performance.now() < deadline) {
      const port = portIn(this.profile.folder);
      if (port !== null) {
        const connection = await MarionetteConnection.open(port).catch(() => null);
        if (connection !== null) return connection;
      }
      await wait(LOOK_MS);
    }
    const why = this.#running ? `does not listen after ${START_LIMIT_MS / 1000} s` : 'ended before it could be driven';
    throw new WebDriverError('session not created', `Firefox ${why}: ${this.#said.trim().split('\n').at(-1) ?? ''}`);
  }
}
