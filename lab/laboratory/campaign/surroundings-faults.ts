/** Faults of what a session stands on: its clock, the disk and the folder of its results, its network and its server's port. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../../../protocol/random.ts';
import { onPath } from '../../../setup/tools/locate.ts';
import { type Fault, hasFlag, isInvalid, justNow, type Place, type Prepared, type Target } from './fault.ts';
import { sessionsIn } from './ledger.ts';
import { serverOf } from './process-faults.ts';

/** Finds libfaketime where Debian and others put it; null: it is not installed. */
function faketime(): string | null {
  const roots = ['/usr/lib', '/usr/local/lib', ...readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}`)];
  return roots.map((root) => join(root, 'faketime', 'libfaketime.so.1')).find((path) => existsSync(path)) ?? null;
}

const CLOCK_STEPS = [-86_400, -3_600, -5, 5, 3_600, 86_400];
const clockFile = ({ temporary }: Place): string => join(temporary, '..', 'clock');

/** libfaketime stands between the session and the kernel: the machine's own clock is not touched. */
const clockStepped: Fault = {
  name: 'clock stepped',
  kinds: ['plain', 'fed'],
  missing: () => (faketime() === null ? 'libfaketime is not here (Debian: apt-get install faketime)' : null),
  // Redis of Debian brings an allocator (jemalloc) that asks for the time before libfaketime can answer, and hangs.
  underneath: true,
  prepare(place) {
    writeFileSync(clockFile(place), '+0\n');
    const options = { FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
    return { env: { LD_PRELOAD: faketime()!, FAKETIME_TIMESTAMP_FILE: clockFile(place), ...options } };
  },
  async inject(target, random) {
    const seconds = pick(CLOCK_STEPS, random)!;
    writeFileSync(clockFile(target), `${seconds > 0 ? '+' : ''}${seconds}\n`);
    return { to: `by ${seconds} s`, when: justNow() };
  },
};

/** The results folder as a small file system of its own. */
const onOwnDisk = {
  kinds: ['plain'],
  missing: () => (process.getuid?.() === 0 ? null : 'only root may mount a file system'),
  prepare({ results }: Place): Prepared {
    mkdirSync(results, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'outcry-campaign', results]);
    return { remove: () => void execFileSync('umount', ['--lazy', results]) };
  },
} as const;

const diskFull: Fault = {
  name: 'disk full',
  ...onOwnDisk,
  async inject({ results }) {
    const ballast = join(results, '.ballast');
    for (let bytes = 1_048_576; bytes >= 1; bytes = Math.floor(bytes / 2)) {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    return { to: 'the results', when: justNow(), repair: () => rmSync(ballast) };
  },
};

const diskReadOnly: Fault = {
  name: 'disk read-only',
  ...onOwnDisk,
  async inject({ results }) {
    const remount = (mode: string) => void execFileSync('mount', ['-o', `remount,${mode}`, results]);
    try {
      remount('ro');
    } catch {
      return null; // a file was open for writing in that very moment
    }
    return { to: 'the results', when: justNow(), repair: () => remount('rw') };
  },
};

/** The session's folder, once there is one. */
const sessionFolder = (target: Target): Promise<string | null> =>
  target.until(() => {
    const [session] = sessionsIn(target.results);
    return session === undefined ? null : join(target.results, session);
  });

/** The session's folder is moved away and a file put in its place. */
const resultsReplaced: Fault = {
  name: 'results replaced',
  kinds: ['plain'],
  async inject(target) {
    const folder = await sessionFolder(target);
    if (folder === null) return null;
    const away = join(target.temporary, '..', 'moved-away');
    renameSync(folder, away);
    writeFileSync(folder, 'in the way\n');
    const repair = (): void => {
      rmSync(folder, { recursive: true, force: true });
      renameSync(away, folder);
    };
    return { to: 'the folder', when: justNow(), repair };
  },
};

/** Half a record, a folder called like one and text that is no JSON are put among the records. */
const resultsUnreadable: Fault = {
  name: 'results unreadable',
  kinds: ['plain', 'charts'],
  async inject(target) {
    const folder = await sessionFolder(target);
    if (folder === null) return null;
    writeFileSync(join(folder, 'half.json'), '{"schema":"outcry/run@3","id":"ha');
    mkdirSync(join(folder, 'folder.json'));
    writeFileSync(join(folder, 'text.json'), 'no JSON\n');
    const litter = ['half.json', 'folder.json', 'text.json'].map((name) => join(folder, name));
    const repair = (): void => litter.forEach((path) => void rmSync(path, { recursive: true }));
    return { to: 'the records', when: justNow(), repair };
  },
};

const BREAK_MS = 1_000;
const CUT_AGAIN_MS = 50;

function rootNeeds(program: string): string | null {
  if (process.getuid?.() !== 0) return 'only root may break a network';
  return onPath([program]).length > 0 ? null : `there is no ${program} here (Debian: apt-get install iproute2)`;
}

/** Has the kernel end the connections of `port`; how many it ended: none where it cannot (CONFIG_INET_DIAG_DESTROY). */
function cut(pid: number, port: number): number {
  const filter = ['state', 'established', `( sport = :${port} or dport = :${port} )`];
  const { stdout } = spawnSync('nsenter', ['-t', String(pid), '-n', 'ss', '-KHnt', ...filter], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter((line) => line.trim() !== '').length;
}

const connectionsCut: Fault = {
  name: 'connections cut',
  kinds: ['plain', 'fed'],
  missing: () => rootNeeds('ss'),
  async inject(target) {
    const first = await target.until(() => {
      const server = serverOf(target);
      const ended = server === null ? 0 : cut(target.pid, server.port);
      return ended === 0 ? null : { ...server!, ended, from: Date.now() };
    });
    if (first === null) return null;
    let { ended } = first;
    const { from, port, label } = first;
    for (const end = from + BREAK_MS; Date.now() < end; ended += cut(target.pid, port)) await sleep(CUT_AGAIN_MS);
    const to = `${Math.ceil(ended / 2)} connections of the ${label}`;
    return { to, when: { from, until: Date.now() }, reported: isInvalid };
  },
};

const networkDown: Fault = {
  name: 'network down',
  kinds: ['plain', 'fed'],
  missing: () => rootNeeds('ip') ?? (spawnSync('unshare', ['--net', 'true']).status === 0 ? null : 'no namespaces'),
  prepare: () => ({ argv: ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] }),
  async inject({ pid, kind }) {
    const set = (state: string) => execFileSync('nsenter', ['-t', `${pid}`, '-n', 'ip', 'link', 'set', 'lo', state]);
    set('down');
    const from = Date.now();
    await sleep(BREAK_MS);
    set('up');
    // Of all that a feed sends in a test, what is sent again is a small part.
    const reported = kind === 'fed' ? {} : { reported: hasFlag('segments-resent') };
    return { to: 'loopback', when: { from, until: Date.now() }, ...reported };
  },
};

/** Resolves when `stranger` has the port, which the kernel may give back a moment after the server's end. */
function listenOn(stranger: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    const again = (): void => void stranger.listen(port, '127.0.0.1', resolve);
    stranger.on('error', () => setTimeout(again, 5));
    again();
  });
}

/** The server is killed, and a stranger that answers nonsense listens on its port. */
const portTaken: Fault = {
  name: 'port taken',
  kinds: ['plain'],
  missing: () => (process.platform === 'linux' ? null : 'whose port it is can only be seen in /proc'),
  async inject(target) {
    const server = await target.until(() => serverOf(target));
    if (server === null) return null;
    const stranger = createServer((socket) => {
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nnonsense');
    });
    process.kill(server.pid, 'SIGKILL');
    const when = justNow();
    await listenOn(stranger, server.port);
    const to = `${server.label}, port ${server.port}`;
    return { to, when, reported: isInvalid, repair: () => void stranger.close() };
  },
};

export const SURROUNDINGS_FAULTS: readonly Fault[] = [
  ...[clockStepped, diskFull, diskReadOnly, resultsReplaced, resultsUnreadable],
  ...[connectionsCut, networkDown, portTaken],
];
