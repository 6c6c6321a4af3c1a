/** Faults of processes: `kill -9` and SIGSTOP of each part of a session, and what ends the command itself. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../../../protocol/random.ts';
import { listeningPorts } from '../../../system/ports.ts';
import { processTree } from '../../../system/process-tree.ts';
import { readOr } from '../../../system/read-or.ts';
import {
  endedBySignal,
  type Fault,
  hasFlag,
  type Injected,
  isInvalid,
  justNow,
  type Kind,
  lacks,
  type Part,
  type Reported,
  type Target,
} from './fault.ts';
import { sessionsIn } from './ledger.ts';

/** A part of a session that can be killed or stopped. */
interface Victim {
  name: string;
  kinds: readonly Kind[];
  /** All there are now. */
  find(target: Target): Part[];
  /** The way in which a run reports that it was killed. */
  killed?: Reported;
  /** The way in which a run reports that it was stopped for `leastMs` or longer. */
  stopped?: { leastMs: number; reported: Reported };
}

const labelled =
  (pattern: RegExp) =>
  (target: Target): Part[] =>
    target.parts().filter(({ label }) => pattern.test(label));

/** The first process below each part that `pattern` fits. */
const below =
  (pattern: RegExp, label: string) =>
  (target: Target): Part[] =>
    labelled(pattern)(target).flatMap(({ pid }) =>
      processTree(pid)
        .slice(1, 2)
        .map((child) => ({ label, pid: child })),
    );

const DRIVER = /^the driver of /;
const servers = labelled(/ server$/);

/** The session's server, once it listens. */
export function serverOf(target: Target): (Part & { port: number }) | null {
  const [server] = servers(target);
  const port = server === undefined ? undefined : listeningPorts(server.pid)?.[0];
  return port === undefined ? null : { ...server!, port };
}

/** The monitor samples the server ten times a second, everything else once. */
const seenInServer = { leastMs: 500, reported: hasFlag('process-stopped') };
const seenElsewhere = { leastMs: 1_500, reported: hasFlag('process-stopped') };

const VICTIMS: readonly Victim[] = [
  {
    name: 'server',
    kinds: ['plain', 'fed'],
    find: servers,
    // A server that is killed before it is up has restarted nothing: the run says how it ended.
    killed: endedBySignal('server-restarted'),
    stopped: seenInServer,
  },
  {
    name: 'worker',
    kinds: ['plain', 'fed'],
    find: labelled(/^console worker /),
    killed: endedBySignal('client-died'),
    stopped: seenElsewhere,
  },
  {
    name: 'monitor',
    kinds: ['plain'],
    find: labelled(/^monitor$/),
    killed: lacks('serverCpu'),
    stopped: { leastMs: 1_000, reported: hasFlag('monitor-gaps') },
  },
  {
    name: 'backend',
    kinds: ['fed'],
    find: labelled(/^backend$/),
    killed: endedBySignal('backend-failed'),
    stopped: { leastMs: 500, reported: hasFlag('backend-late', 'process-stopped') },
  },
  { name: 'capture', kinds: ['captured'], find: labelled(/^capture$/), killed: lacks('wireBytes') },
  { name: 'proxy', kinds: ['proxied'], find: labelled(/^counting proxy$/), killed: isInvalid, stopped: seenElsewhere },
  { name: 'web API', kinds: ['charts'], find: labelled(/^web API$/) },
  // A broker, or one of several processes that serve.
  {
    name: "server's child",
    kinds: ['brokered'],
    find: below(/ server$/, "server's child"),
    killed: isInvalid,
    stopped: seenInServer,
  },
  { name: 'driver', kinds: ['browser'], find: labelled(DRIVER), killed: isInvalid },
  { name: 'driver host', kinds: ['browser'], find: labelled(/^driver host$/), killed: isInvalid },
  { name: 'browser', kinds: ['browser'], find: below(DRIVER, 'browser'), killed: isInvalid, stopped: seenElsewhere },
];

const KILLS = VICTIMS.map(
  ({ name, kinds, find, killed }): Fault => ({
    name: `${name} killed`,
    kinds,
    async inject(target, random) {
      const victim = await target.until(() => pick(find(target), random));
      if (victim === null) return null;
      process.kill(victim.pid, 'SIGKILL');
      return { to: victim.label, when: justNow(), ...(killed && { reported: killed }) };
    },
  }),
);

const COMMAND: Victim = {
  name: 'command',
  kinds: ['plain', 'fed', 'charts', 'browser'],
  find: ({ pid }) => [{ label: './outcry', pid }],
};

const LEAST_STOP_MS = 200;
const MOST_STOP_MS = 3_000;

const STOPS = [...VICTIMS, COMMAND].map(
  ({ name, kinds, find, stopped }): Fault => ({
    name: `${name} stopped`,
    kinds,
    async inject(target, random) {
      const ms = Math.round(LEAST_STOP_MS + random() * (MOST_STOP_MS - LEAST_STOP_MS));
      const victim = await target.until(() => pick(find(target), random));
      if (victim === null) return null;
      process.kill(victim.pid, 'SIGSTOP');
      const { from } = justNow();
      await sleep(ms);
      readOr(() => process.kill(victim.pid, 'SIGCONT'), false); // its owner may have given it up meanwhile, and killed it
      const reported = stopped !== undefined && ms >= stopped.leastMs ? { reported: stopped.reported } : {};
      return { to: `${victim.label}, for ${ms} ms`, when: { from, until: Date.now() }, ...reported };
    },
  }),
);

const OF_COMMAND: readonly Kind[] = ['plain', 'fed', 'captured', 'charts', 'browser'];

const interrupted: Fault = {
  name: 'command interrupted',
  kinds: OF_COMMAND,
  endsWith: [130, 'SIGINT', 'SIGTERM', 'SIGHUP'],
  async inject({ pid }, random) {
    const signal = pick(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, random)!;
    process.kill(pid, signal);
    return { to: `./outcry, by ${signal}`, when: justNow() };
  },
};

const commandKilled: Fault = {
  name: 'command killed',
  kinds: OF_COMMAND,
  endsWith: ['SIGKILL'],
  async inject({ pid }) {
    process.kill(pid, 'SIGKILL');
    return { to: './outcry', when: justNow() };
  },
};

/** A file that is only there while a record is being written. */
const BEING_WRITTEN = /\.(tmp|claim)$/;

/** Kills the command as soon as it writes a record. */
const killedWriting: Fault = {
  name: 'command killed while it writes',
  kinds: ['plain'],
  endsWith: ['SIGKILL'],
  async inject(target) {
    const session = await target.until(() => sessionsIn(target.results)[0] ?? null);
    if (session === null) return null;
    const watchers: FSWatcher[] = [];
    const killed = new Promise<Injected>((resolve) => {
      const seen = (_: string, name: string | null): void => {
        if (name === null || !BEING_WRITTEN.test(name)) return;
        process.kill(target.pid, 'SIGKILL');
        resolve({ to: `./outcry, when ${name} came`, when: justNow() });
      };
      for (const folder of [target.results, join(target.results, session)]) {
        watchers.push(watch(folder, seen).on('error', () => {}));
      }
    });
    const done = await Promise.race([killed, target.until(() => null)]);
    for (const watcher of watchers) watcher.close();
    return done;
  },
};

export const PROCESS_FAULTS: readonly Fault[] = [...KILLS, interrupted, commandKilled, killedWriting, ...STOPS];
