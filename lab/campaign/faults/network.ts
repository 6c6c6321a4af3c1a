/** The network breaks for a second: connections are cut one after the other, or nothing gets through at all. */
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { onPath } from '../../../setup/tools/locate.ts';
import { type Fault, finds, isInvalid } from '../fault.ts';
import { serverOf } from '../session-server.ts';

const BREAK_MS = 1_000;
const AGAIN_MS = 50;

function withoutRoot(program: string): string | null {
  if (process.getuid?.() !== 0) return 'only root may break a network';
  return onPath([program]).length > 0 ? null : `there is no ${program} here (Debian: apt-get install iproute2)`;
}

/** Has the kernel end the connections of `port`; how many it ended. */
function cut(pid: number, port: number): number {
  // Where the kernel cannot do it (CONFIG_INET_DIAG_DESTROY), ss lists nothing.
  const { stdout } = spawnSync(
    'nsenter',
    ['-t', String(pid), '-n', 'ss', '-KHnt', 'state', 'established', `( sport = :${port} or dport = :${port} )`],
    { encoding: 'utf8' },
  );
  return (stdout ?? '').split('\n').filter((line) => line.trim() !== '').length;
}

const connectionsCut: Fault = {
  name: 'connections cut',
  about: "for a second the kernel ends every connection of the server's port (ss --kill)",
  scenes: ['plain', 'fed'],
  told: isInvalid,
  missing: () => withoutRoot('ss'),
  async inject(target) {
    const done = await target.until(() => {
      const server = serverOf(target);
      const ended = server === null ? 0 : cut(target.pid, server.port);
      return ended === 0 ? null : { ...server!, ended, from: Date.now() };
    });
    if (done === null) return null;
    let { ended } = done;
    const { from } = done;
    for (const end = from + BREAK_MS; Date.now() < end; ended += cut(target.pid, done.port)) await sleep(AGAIN_MS);
    return { to: `${Math.ceil(ended / 2)} connections of the ${done.label}`, when: { from, until: Date.now() } };
  },
};

const IN_NAMESPACE = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

const networkDown: Fault = {
  name: 'network down',
  about: 'in a network namespace of its own, the loopback interface is taken down for a second',
  scenes: ['plain', 'fed'],
  told: finds('segments-resent'),
  // Of all that a feed sends in a test, what is sent again is a small part.
  toldIn: ['plain'],
  missing: () => withoutRoot('ip') ?? (spawnSync('unshare', ['--net', 'true']).status === 0 ? null : 'no namespaces'),
  prepare: () => ({ argv: IN_NAMESPACE }),
  async inject({ pid }) {
    const set = (state: string): void => {
      execFileSync('nsenter', ['-t', String(pid), '-n', 'ip', 'link', 'set', 'lo', state]);
    };
    set('down');
    const from = Date.now();
    await sleep(BREAK_MS);
    set('up');
    return { to: 'loopback', when: { from, until: Date.now() } };
  },
};

export default [connectionsCut, networkDown];
