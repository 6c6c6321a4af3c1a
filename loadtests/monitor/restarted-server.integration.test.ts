import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Monitor } from './monitor.ts';

const BURNT_SECONDS = 1.5;
/** Uses that much CPU time before it says that it is up, and little after that. */
const SLOW_START = `
  for (let used = 0; used < ${BURNT_SECONDS * 1e6}; ) {
    const { user, system } = process.cpuUsage();
    used = user + system;
  }
  process.stdout.write('up');
  setTimeout(() => {}, 60_000);
`;

const started: ChildProcess[] = [];

function start(script: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  return child;
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

test.each([
  ['control groups, where there can be some', true],
  ['processes one by one', false],
])(
  'what a server takes to start during a test is neither another program’s nor the server’s: by %s',
  async (_, groups) => {
    const monitor = await Monitor.start({ groups });
    await monitor.begin({ by: 'tree', pid: start('setTimeout(() => {}, 60_000)').pid! }, []);
    await monitor.starting();
    const next = start(SLOW_START);
    await once(next.stdout!, 'data');
    await monitor.follow(next.pid!);
    const { server, surroundings } = (await monitor.end())!;
    await monitor.stop();
    const [first, last] = [surroundings.readings[0]!, surroundings.readings.at(-1)!];
    const own = last.ownSeconds - first.ownSeconds;
    expect(own).toBeGreaterThanOrEqual(BURNT_SECONDS);
    // This process is its own too, and waits.
    expect(own).toBeLessThan(2 * BURNT_SECONDS);
    const { at, cpuPercent } = server!;
    const seconds = cpuPercent.map(
      (percent, index) => (percent * (at[index]! - (at[index - 1] ?? first.at))) / 100_000,
    );
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBeLessThan(BURNT_SECONDS / 2);
  },
);
