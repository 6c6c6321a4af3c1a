/** Starts an app's server as the process its manifest describes and speaks the ready-line contract with it. */
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_TOKEN } from '../../../protocol/control.ts';
import { onCpus } from '../../../system/cpus.ts';
import { measuredEnvironment } from '../../../system/environment.ts';
import { watchMemoryKills } from '../../../system/memory-kills.ts';
import { killTree, spawnOwned } from '../../../system/processes.ts';
import { toolEnvironment } from '../../tools/environment.ts';
import type { App } from '../manifest/manifest.ts';
import { variablesOf } from '../manifest/variables.ts';
import { nameOf, placeOf } from '../versions/app-versions.ts';
import { logOf, notUp, type ReadyLine, readReadyLine, type ServerSays, saidBy } from './ready-line.ts';

export interface ServerOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port; the ready line says which. */
  port?: number;
  /** Default: a SQLite file in the app's data folder. */
  databaseUrl?: string;
  /** Environment variables besides; undefined takes one away. `{CONTROL_TOKEN: undefined}` makes a server without control. */
  env?: Record<string, string | undefined>;
  /** The time limit until it is ready, ms. Default 60,000. */
  readyMs?: number;
  /** The CPUs that it, and all that it starts, runs on, as the kernel lists them; default: any. */
  cpus?: string;
  /** It lives for a test alone, and saves processor time where it can (`protocol/server-process.md`). Nothing of it may be measured. */
  shortLived?: boolean;
}

/** The address of a server's control paths, and the token of this one start. */
export interface Control {
  /** Origin, such as `http://127.0.0.1:4000`: the server's own, whatever stands between it and its clients. */
  url: string;
  token: string;
}

export interface Server extends ServerSays {
  /** Origin to connect to, such as `http://127.0.0.1:4000`. */
  url: string;
  port: number;
  pid: number;
  control: Control;
  /** Resolves when the process has ended, with its exit code or the signal's name. */
  exited: Promise<number | string>;
  running(): boolean;
  /** The last lines it wrote to stderr. */
  log(): string;
  /** The number of lines it wrote to stderr; absent: they are not counted. */
  logged?(): number;
  /** SIGTERM, and SIGKILL for what is left after 5 s. */
  stop(): Promise<void>;
  /** SIGKILL at once, as a crash would. */
  kill(): Promise<void>;
}

/** The default database of `app`: a file, no server needed. */
function defaultDatabaseUrl(app: App): string {
  const data = join(app.dir, 'data');
  mkdirSync(data, { recursive: true });
  return `sqlite:${join(data, 'auction.sqlite')}`;
}

/**
 * Starts the server of a built app and waits until it listens.
 * @throws OutcryError with the end of its log when it exits first, is not ready in time, or breaks the contract
 */
export async function startServer(app: App, options: ServerOptions = {}): Promise<Server> {
  const host = options.host ?? '127.0.0.1';
  const token = randomBytes(32).toString('base64url');
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const start = (options.shortLived ? app.startShortLived : undefined) ?? app.start;
  const child = spawnOwned(options.cpus === undefined ? start : onCpus(options.cpus, start), {
    label: `${nameOf(app)} server`,
    role: 'server',
    cwd: app.dir,
    stdio,
    env: {
      ...measuredEnvironment(variablesOf(app)),
      ...(await toolEnvironment(app.requires, app.toolchains)),
      NODE_ENV: 'production',
      HOST: host,
      PORT: String(options.port ?? 0),
      DATABASE_URL: options.databaseUrl ?? defaultDatabaseUrl(app),
      STATIC_DIR: join(app.dir, 'dist', 'public'),
      [CONTROL_TOKEN]: token,
      ...(options.shortLived ? { SHORT_LIVED: 'on' } : {}),
      ...options.env,
    },
  });
  const log = logOf(child.stderr!);
  let ended = false;
  const kills = watchMemoryKills();
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true;
      resolve(code ?? (signal === 'SIGKILL' ? `${signal}${kills()}` : (signal ?? 'unknown')));
    });
    child.once('error', () => {
      ended = true;
      resolve('not started');
    });
  });
  const ready = await readyLine({ ...app, start }, child, exited, log, options.readyMs);
  const pid = child.pid!;
  const url = `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${ready.port}`;
  return {
    url,
    port: ready.port,
    pid,
    control: { url, token },
    ...saidBy(ready),
    exited,
    running: () => !ended,
    log: () => log().join('\n'),
    logged: log.count,
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

/** @throws OutcryError with the end of its log; nothing of it runs then */
async function readyLine(
  app: App,
  child: ChildProcess,
  exited: Promise<number | string>,
  log: () => string[],
  readyMs: number | undefined,
): Promise<ReadyLine> {
  let notStarted: Error | null = null;
  child.once('error', (error) => {
    notStarted = error;
  });
  try {
    return await readReadyLine(child.stdout!, exited, readyMs);
  } catch (error) {
    if (child.pid !== undefined) void killTree(child.pid, 0);
    const what =
      notStarted === null ? (error as Error).message : `could not be started: ${(notStarted as Error).message}`;
    const command = `${app.start.join(' ')} (in ${placeOf(app)})`;
    throw notUp(`the ${nameOf(app)} server ${what}; started with: ${command}`, log());
  }
}
