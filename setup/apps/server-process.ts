/** Starts an app's server as the process its manifest describes and speaks the ready-line contract with it. */
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CONTROL_TOKEN } from '../../protocol/control.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';
import { toolEnvironment } from '../tools/environment.ts';
import type { App } from './manifest.ts';
import { nameOf, placeOf } from './versions.ts';

export interface ServerOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port; the ready line says which. */
  port?: number;
  /** Default: a SQLite file in the app's data folder. */
  databaseUrl?: string;
  /** Environment variables besides; undefined takes one away. `{CONTROL_TOKEN: undefined}` makes a server without control. */
  env?: Record<string, string | undefined>;
}

/** Where a server's control paths are, and the token of this one start. */
export interface Control {
  /** Origin, such as `http://127.0.0.1:4000`: the server's own, whatever stands between it and its clients. */
  url: string;
  token: string;
}

export interface Server {
  /** Origin to connect to, such as `http://127.0.0.1:4000`. */
  url: string;
  port: number;
  pid: number;
  control: Control;
  versions: { framework: string | null; runtime: string | null };
  /** Set when something stands in for a part of the framework. */
  standIn: string | null;
  /** Set when the edition that runs limits what can be measured. */
  limits: string | null;
  /** Set when something must be said wherever its figures are shown. */
  notice: string | null;
  /** Set when clients connect to another port than `port`: why bytes cannot be counted before it. */
  otherPort: string | null;
  /** Set when a part of the framework runs outside of this process's tree: why its CPU and memory are not known. */
  otherProcess: string | null;
  /** Resolves when the process has ended, with its exit code or the signal's name. */
  exited: Promise<number | string>;
  /** False once the process has ended. */
  running(): boolean;
  /** The last lines it wrote to stderr. */
  log(): string;
  /** SIGTERM, and SIGKILL for what is left after 5 s. */
  stop(): Promise<void>;
  /** SIGKILL at once, as a crash would. */
  kill(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const LOG_LINES = 200;

interface ReadyLine {
  ready: true;
  port: number;
  versions?: { framework?: string; runtime?: string };
  standIn?: string;
  limits?: string;
  notice?: string;
  otherPort?: string;
  otherProcess?: string;
}

/** The default database of `app`: a file, no server needed. */
function defaultDatabaseUrl(app: App): string {
  const data = join(app.dir, 'data');
  mkdirSync(data, { recursive: true });
  return `sqlite:${join(data, 'auction.sqlite')}`;
}

/**
 * Starts the server of a built app and waits until it listens.
 * @throws OutcryError with the end of its log when it exits first, is not ready within 60 s, or breaks the contract
 */
export async function startServer(app: App, options: ServerOptions = {}): Promise<Server> {
  const host = options.host ?? '127.0.0.1';
  const token = randomBytes(32).toString('base64url');
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const child = spawnOwned(app.start, {
    label: `${nameOf(app)} server`,
    cwd: app.dir,
    stdio,
    env: {
      ...process.env,
      ...(await toolEnvironment(app.requires)),
      NODE_ENV: 'production',
      HOST: host,
      PORT: String(options.port ?? 0),
      DATABASE_URL: options.databaseUrl ?? defaultDatabaseUrl(app),
      STATIC_DIR: join(app.dir, 'dist', 'public'),
      [CONTROL_TOKEN]: token,
      ...options.env,
    },
  });
  const log: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    log.push(line);
    if (log.length > LOG_LINES) log.shift();
  });
  let ended = false;
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true;
      resolve(code ?? signal ?? 'unknown');
    });
    child.once('error', () => {
      ended = true;
      resolve('not started');
    });
  });
  const ready = await readyLine(app, child, exited, log);
  const pid = child.pid!;
  const url = `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${ready.port}`;
  return {
    url,
    port: ready.port,
    pid,
    control: { url, token },
    versions: { framework: ready.versions?.framework ?? null, runtime: ready.versions?.runtime ?? null },
    standIn: ready.standIn ?? null,
    limits: ready.limits ?? null,
    notice: ready.notice ?? null,
    otherPort: ready.otherPort ?? null,
    otherProcess: ready.otherProcess ?? null,
    exited,
    running: () => !ended,
    log: () => log.join('\n'),
    stop: async () => {
      if (!ended) await killTree(pid, 5_000);
      await exited;
    },
    kill: async () => {
      if (!ended) await killTree(pid, 0);
      await exited;
    },
  };
}

function readyLine(app: App, child: ChildProcess, exited: Promise<number | string>, log: string[]): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      const tail = log.slice(-15).join('\n');
      const message = `the ${nameOf(app)} server ${what}; started with: ${app.start.join(' ')} (in ${placeOf(app)})`;
      if (child.pid !== undefined) void killTree(child.pid, 0);
      reject(new OutcryError(tail ? `${message}\nIts log ends:\n${tail}` : message, EXIT.failed));
    };
    const timer = setTimeout(() => fail(`printed no ready line within ${READY_TIMEOUT_MS / 1000} s`), READY_TIMEOUT_MS);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    exited.then((code) => fail(`ended with ${code} before it was ready`));
    const lines = createInterface({ input: child.stdout! });
    lines.once('line', (line) => {
      clearTimeout(timer);
      lines.on('line', () => {}); // keep reading, so that a chatty server does not block on a full pipe
      try {
        const parsed = JSON.parse(line) as ReadyLine;
        if (parsed.ready !== true || !Number.isInteger(parsed.port)) throw new Error('no ready and port');
        resolve(parsed);
      } catch {
        fail(
          `broke the contract: its first line on stdout must be {"ready":true,"port":N,...} but is: ${line.slice(0, 200)}`,
        );
      }
    });
  });
}
