/**
 * The processes Outcry starts. Each runs in its own process group (drivers in that of their host) and carries a mark in its environment, so that
 * everything below it (a browser's content processes, a build tool's daemon) can be found again:
 * on a normal end, on Ctrl-C, and after a `kill -9` of Outcry itself: then by a reaper that notices that its parent is gone, or,
 * where that one was killed too, by the next start.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measuredEnvironment } from './environment.ts';
import { OWN_LEFTOVERS } from './leftovers.ts';
import { assignPriority, type Role } from './priority/current.ts';
import { isAlive, isRunning, markOf, OWN_MARK, ownerLives, startTicks } from './process-owner.ts';
import { allPids, processTree } from './process-tree.ts';
import { entriesIn, namesIn, readOr } from './read-or.ts';
import { ROOT } from './root.ts';

const REGISTRY = join(ROOT, '.outcry', 'processes');
const MARK = 'OUTCRY_OWNER';

/** Waits for the end of its input, which is that of the process at the other end, and looks whether that one has left anything. */
const REAPER = 'read -r _; { [ -d "$1" ] || [ -d "$2" ]; } && exec "$3" --import tsx "$4"';

interface Registered {
  label: string;
  pid: number;
  /** The kernel's start time of the process, in clock ticks since boot: tells it from a later one with its pid. */
  startTicks: string | null;
}

const me = OWN_MARK;
const owned = new Set<number>();

/** The mark that processes of this Outcry carry: pass `ownerEnvironment()` to whatever is not started by spawnOwned. */
export function ownerEnvironment(): Record<string, string> {
  return { [MARK]: me };
}

let isKept = false;

/**
 * Starts the reaper, once: a shell, which costs nothing while it waits. It has a session of its own, so that nothing that ends this
 * process's group ends it, and neither the mark nor anything else of this process's environment.
 */
function startReaper(folder: string): void {
  if (isKept) return;
  isKept = true;
  const cleaner = join(import.meta.dirname, 'clean-up.ts');
  const reaper = spawn('sh', ['-c', REAPER, 'outcry-reaper', folder, OWN_LEFTOVERS, process.execPath, cleaner], {
    cwd: ROOT,
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no reaper, and the next start cleans up.
  reaper.once('error', () => {});
  reaper.unref();
  (reaper.stdin as Socket).unref();
}

/** Advice for starts that a limit of the user or of a container forbids, by the system's code. */
const START_LIMITS: Readonly<Record<string, string>> = {
  EAGAIN:
    ': no more processes are allowed; raise `ulimit -u` or pids.max of the container, or use fewer clients or browsers',
  EMFILE: ': this process may open no more files; raise `ulimit -n`',
  ENFILE: ': the system may open no more files; end other programs',
};

/**
 * Starts `argv` in a process group of its own that ends with this process, whatever happens to it.
 * @param options as for `child_process.spawn`, plus `label`: what to call it in messages, and `role`: what it is to a measurement, which
 * decides its priority. With a role, `env` is what it gets besides {@link measuredEnvironment}
 */
export function spawnOwned(argv: string[], options: SpawnOptions & { label: string; role?: Role }): ChildProcess {
  const { label, role, ...rest } = options;
  const child = spawn(argv[0]!, argv.slice(1), {
    ...rest,
    detached: true,
    env: { ...(role ? { ...measuredEnvironment(), ...rest.env } : (rest.env ?? process.env)), ...ownerEnvironment() },
  });
  const { pid } = child;
  if (pid === undefined) {
    child.once('error', (error: NodeJS.ErrnoException) => {
      error.message += START_LIMITS[error.code ?? ''] ?? '';
      if (child.listenerCount('error') === 0) throw error;
    });
    return child;
  }
  assignPriority(pid, role);
  child.once('exit', register(pid, label));
  return child;
}

/**
 * Has `pid`, which a process of this Outcry started, end with this one, and lists it in {@link startedBy}.
 * @returns what to call when it has ended
 */
export function register(pid: number, label: string): () => void {
  owned.add(pid);
  const folder = join(REGISTRY, me);
  const file = join(folder, `${pid}.json`);
  mkdirSync(folder, { recursive: true });
  const entry: Registered = { label, pid, startTicks: startTicks(pid) };
  writeFileSync(file, JSON.stringify(entry));
  startReaper(folder);
  return () => {
    owned.delete(pid);
    rmSync(file, { force: true });
  };
}

/** @returns false when the process has ended already */
const signal = (target: number, name: NodeJS.Signals): boolean => readOr(() => process.kill(target, name), false);

/** Pids of running processes other than this one with `name=value` in their environment. Empty where there is no /proc. */
export function processesWith(name: string, value: string): number[] {
  return processesWhose('environ', (text) => `\0${text}`.includes(`\0${name}=${value}\0`));
}

/** Pids of running processes other than this one whose command line, or title, names `path`. Empty where there is no /proc. */
export function processesNaming(path: string): number[] {
  return processesWhose('cmdline', (text) => text.includes(path));
}

function processesWhose(file: 'environ' | 'cmdline', isSo: (text: string) => boolean): number[] {
  // Some have ended meanwhile, and some are somebody else's.
  const read = (pid: number): string => readOr(() => readFileSync(`/proc/${pid}/${file}`, 'latin1'), '');
  return allPids().filter((pid) => pid !== process.pid && isSo(read(pid)));
}

/**
 * Sends `message` over the channel of `child`. Of a child that has just died the channel may still seem to be there; that it has died is heard of
 * by itself, and is no error of the sender.
 */
export function tell(child: ChildProcess, message: object): void {
  child.send(message, () => {});
}

/** Lists the processes that the Outcry with the pid `owner` has started and not seen end, by its own labels. */
export function startedBy(owner: number): { label: string; pid: number }[] {
  return entriesIn<Registered>(join(REGISTRY, markOf(owner))).filter(({ pid }) => isAlive(pid));
}

/** The time that the kernel gets to remove killed processes. */
const GONE_MS = 2_000;

/** Waits until none of `pids` runs, though not for longer than `limitMs`. @returns whether none does */
async function untilGone(pids: readonly number[], limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (pids.some(isRunning)) {
    if (Date.now() >= deadline) return false;
    await sleep(25);
  }
  return true;
}

/**
 * Ends `pid`, its process group and its descendants: SIGTERM, then SIGKILL for what is left after `graceMs`.
 * Resolves when they are gone (or cannot be ended).
 */
export async function killTree(pid: number, graceMs = 5_000): Promise<void> {
  const tree = processTree(pid);
  // Once: a program that stops at the first one may be ended by a second before it has closed its connections.
  if (!signal(-pid, 'SIGTERM')) for (const member of tree) signal(member, 'SIGTERM');
  if (await untilGone(tree, graceMs)) return;
  signal(-pid, 'SIGKILL');
  for (const member of tree) signal(member, 'SIGKILL');
  await untilGone(tree, GONE_MS);
}

/** Ends every process with `name=value` in its environment at once, and waits until they are gone (or cannot be ended). */
export async function killMarked(name: string, value: string): Promise<void> {
  const left = processesWith(name, value);
  for (const pid of left) signal(pid, 'SIGKILL');
  await untilGone(left, GONE_MS);
}

/** Ends everything this Outcry still has running, at once. For the last moment before it exits. */
export function killOwned(): void {
  for (const pid of owned) {
    signal(-pid, 'SIGKILL');
    signal(pid, 'SIGKILL');
  }
  for (const pid of processesWith(MARK, me)) signal(pid, 'SIGKILL');
  owned.clear();
  rmSync(join(REGISTRY, me), { recursive: true, force: true });
}

/** Ends processes that an earlier Outcry left behind because it was killed. @returns the labels of ended processes */
export async function cleanUpOrphans(): Promise<string[]> {
  const ended: string[] = [];
  for (const owner of namesIn(REGISTRY)) {
    if (ownerLives(owner)) continue;
    const folder = join(REGISTRY, owner);
    for (const entry of entriesIn<Registered>(folder)) {
      if (isAlive(entry.pid) && startTicks(entry.pid) === entry.startTicks) {
        ended.push(entry.label);
        await killTree(entry.pid, 1_000);
      }
    }
    // Their files are removed next, and must not come again.
    await killMarked(MARK, owner);
    rmSync(folder, { recursive: true, force: true });
  }
  return ended;
}

type Cleanup = () => Promise<void> | void;
const cleanups = new Set<Cleanup>();

/** Has `cleanup` run before this process exits, interrupted or not. Returns how to take it back. */
export function onExit(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

let ending = false;

/** Tells whether this process is ending. Work under way then loses its resources, and its result shows nothing about other work. */
export const isEnding = (): boolean => ending;

/** Runs the callbacks of `onExit`, last first, then ends remaining processes. After an error the others still run. */
export async function runCleanups(): Promise<void> {
  ending = true;
  for (const cleanup of [...cleanups].reverse()) {
    cleanups.delete(cleanup);
    try {
      await cleanup();
    } catch (error) {
      console.error(`while cleaning up: ${(error as Error).message}`);
    }
  }
  killOwned();
}
