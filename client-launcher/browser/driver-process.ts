/** One driver process (geckodriver, ChromeDriver, or Outcry's own) per browser, so that one failing driver ends one browser only. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '../../setup/tools/browser.ts';
import type { Log } from '../../setup/tools/programs.ts';
import { isWritable } from '../../system/control-group-reader.ts';
import { measuredEnvironment } from '../../system/environment.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { killMarked, killTree, onExit, ownerEnvironment } from '../../system/processes.ts';
import { readOr } from '../../system/read-or.ts';
import { ROOT } from '../../system/root.ts';
import { bundle } from '../console/worker-bundle.ts';
import { bundleDriverHost, type DriverEvents, DriverHost } from './driver-host.ts';
import { removeTemporaryFolder, temporaryFolder } from './temporary-folders.ts';

export type BrowserName = 'firefox' | 'chrome';

/** The time limit for a driver to listen; the machine may be busy launching others. */
const START_LIMIT_MS = 60_000;

/** The time that a stopped driver gets to end by itself. */
const GRACE_MS = 1_000;

/**
 * The options that make drivers listen on a port chosen by the kernel. A driver that picks its own port can lose it to another that starts.
 */
const ANY_PORT = {
  firefox: ['--host', '127.0.0.1', '--port', '0', '--websocket-port', '0'],
  chrome: ['--port=0'],
};

/** In the environment of a driver and of what it starts: finds what has lost its parent. The value is the driver's folder. */
const MARK = 'OUTCRY_DRIVER';

/** The path of the browser's program, and the command that starts its driver. */
export interface Programs {
  browser: string;
  driver: string[];
}

const found = new Map<BrowserName, Promise<Programs>>();

/**
 * Finds the browser and its driver, installing what is missing where that is possible. Looks once per process: asking a
 * browser for its version takes as long as a part of its launch.
 * @throws OutcryError (missing) that says how to get what is not there
 */
export function findPrograms(browser: BrowserName, log: Log = () => {}): Promise<Programs> {
  const known = found.get(browser);
  if (known) return known;
  const looking = (async () => {
    const tools = await ensureBrowser(browser, log);
    const driver = tools.driver === null ? await ownDriver() : [tools.driver, ...ANY_PORT[browser]];
    return { browser: tools.browser, driver };
  })();
  found.set(browser, looking);
  looking.catch(() => found.delete(browser));
  return looking;
}

/** Outcry's own driver for Firefox, as a plain Node program: there is one for each browser. */
async function ownDriver(): Promise<string[]> {
  const program = await bundle(join(ROOT, 'client-launcher', 'browser', 'marionette', 'main.ts'), 'firefox-driver');
  return [process.execPath, program];
}

export interface DriverProcess {
  url: string;
  pid: number;
  /** Of its own, for what a browser writes; gone after `stop`. */
  folder: string;
  ended(): boolean;
  /** Ends its process tree and removes their files. */
  stop(): Promise<void>;
}

/** Tells whether this user can write into `path`, and, as root, owns it. */
function isUsable(path: string | undefined): boolean {
  const isOwn = (at: string): boolean => process.getuid?.() !== 0 || statSync(at).uid === 0;
  return path !== undefined && isWritable(path) && readOr(() => isOwn(path), false);
}

/**
 * The environment browsers run in: temporary files under `folder`, and a home folder there too where HOME cannot be used. Firefox refuses to
 * start as root where HOME belongs to someone else (sudo), and never listens where it cannot be written.
 */
function browserEnvironment(folder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...measuredEnvironment(), TMPDIR: folder };
  if (!isUsable(env.HOME)) env.HOME = folder;
  for (const name of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR']) {
    if (!isUsable(env[name])) delete env[name];
  }
  return env;
}

/** The port in a driver's output; null until it listens. */
export function listeningPort(output: string): number | null {
  const match = /Listening on [\d.]+:(\d+)|started successfully on port (\d+)/.exec(output);
  return match ? Number(match[1] ?? match[2]) : null;
}

/** The functions that end each running driver at once; null before the first. */
let running: Set<() => Promise<void>> | null = null;
/** While this process ends, drivers that were ended must not be started again. */
let ending = false;
/** Starts all drivers that run; null while none does. */
let host: DriverHost | null = null;

/** Those that run. With the first of them comes the promise that none outlives this process, nor anything that they wrote. */
function runningDrivers(): Set<() => Promise<void>> {
  if (running !== null) return running;
  const drivers = new Set<() => Promise<void>>();
  onExit(async () => {
    ending = true;
    await Promise.all([...drivers].map((end) => end()));
  });
  running = drivers;
  return drivers;
}

let hostProgram: Promise<string> | null = null;

/** The host that runs, or a new one. @throws OutcryError (interrupted) when this process is ending */
async function runningHost(): Promise<DriverHost> {
  hostProgram ??= bundleDriverHost();
  const program = await hostProgram;
  if (ending) throw new OutcryError('no browser is started while Outcry ends', EXIT.interrupted);
  if (host === null || host.hasEnded) host = new DriverHost(program);
  return host;
}

async function closeHost(): Promise<void> {
  const idle = host;
  host = null;
  await idle?.close();
}

/**
 * Starts a driver.
 * @throws OutcryError (interrupted) when this process is ending, (failed) with what it printed when it ends or does not listen in time
 */
export async function startDriver(browser: BrowserName, programs: Programs): Promise<DriverProcess> {
  const drivers = runningDrivers();
  if (ending) throw new OutcryError('no browser is started while Outcry ends', EXIT.interrupted);
  const folder = temporaryFolder();
  const label = `the driver of ${browser}`;
  let pid: number | null = null;
  let ended = false;
  const end = async (graceMs: number): Promise<void> => {
    if (pid !== null) await killTree(pid, graceMs);
    await killMarked(MARK, folder);
    removeTemporaryFolder(folder);
    drivers.delete(endAtOnce);
    if (drivers.size === 0) await closeHost();
  };
  const stop = (): Promise<void> => end(GRACE_MS);
  const endAtOnce = (): Promise<void> => end(0);
  drivers.add(endAtOnce);
  let output = '';
  const env = { ...browserEnvironment(folder), ...ownerEnvironment(), [MARK]: folder };
  try {
    const starter = await runningHost();
    const port = await new Promise<number>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`does not listen after ${START_LIMIT_MS / 1000} s`)),
        START_LIMIT_MS,
      );
      const events: DriverEvents = {
        started(its) {
          pid = its;
        },
        printed(text) {
          output += text;
          const found = listeningPort(output);
          if (found !== null) resolve(found);
        },
        ended(how) {
          ended = true;
          clearTimeout(timer);
          reject(new Error(`ended with ${how}`));
        },
      };
      starter.start(label, { argv: programs.driver, cwd: folder, env }, events);
    });
    return { url: `http://127.0.0.1:${port}`, pid: pid!, folder, ended: () => ended, stop };
  } catch (error) {
    await stop();
    if (error instanceof OutcryError) throw error;
    const printed = output.trim().split('\n').slice(-3).join(' | ');
    throw new OutcryError(`${label}: ${(error as Error).message}${printed ? `: ${printed}` : ''}`, EXIT.failed);
  }
}
