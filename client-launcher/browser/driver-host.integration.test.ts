import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../system/process-owner.ts';
import { processTree } from '../../system/process-tree.ts';
import { killMarked, killTree, ownerEnvironment, startedBy } from '../../system/processes.ts';
import { setEnvironment } from '../../system/testing/environment.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { bundleDriverHost, DriverHost } from './driver-host.ts';
import { type DriverProcess, startDriver } from './driver-process.ts';

/** Says that it listens, and has a child, as a driver has a browser. The child ignores SIGTERM, as one that hangs does. */
const DRIVER = `(trap '' TERM; while :; do sleep 1; done) & echo Listening on 127.0.0.1:$$; wait`;

let program: string;
const folder = temporaryFolder();

beforeAll(async () => {
  program = await bundleDriverHost();
});

const running = (pids: readonly number[]): number[] => pids.filter(isRunning);

/** The session of process `pid`, from /proc. */
function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
}

/** A driver below `host` that has printed its line, with its tree. */
async function started(host: DriverHost) {
  const driver = { pid: 0, printed: '', end: null as string | null, tree: [] as number[] };
  host.start(
    'the driver of a test',
    { argv: ['sh', '-c', DRIVER], cwd: folder, env: { ...process.env, ...ownerEnvironment() } },
    {
      started: (pid) => {
        driver.pid = pid;
      },
      printed: (text) => {
        driver.printed += text;
      },
      ended: (how) => {
        driver.end = how;
      },
    },
  );
  await eventually(() => driver.printed.includes('Listening'), 'that the driver listens');
  driver.tree = processTree(driver.pid);
  return driver;
}

describe('the driver host', () => {
  test('starts all drivers in one session, which is not that of this process', async () => {
    const host = new DriverHost(program);
    const drivers = [await started(host), await started(host), await started(host)];
    const all = drivers.flatMap(({ tree }) => tree);
    expect(all.length).toBeGreaterThanOrEqual(6);
    expect(new Set(all.map(sessionOf))).toEqual(new Set([sessionOf(host.pid!)]));
    expect(sessionOf(host.pid!)).not.toBe(sessionOf(process.pid));
    const labels = startedBy(process.pid).map(({ label, pid }) => [pid, label]);
    for (const { pid } of drivers) expect(labels).toContainEqual([pid, 'the driver of a test']);
    await host.close();
    expect(drivers.map(({ end }) => end !== null)).toEqual([true, true, true]);
    await eventually(() => running(all).length === 0, 'that all have ended');
    expect(startedBy(process.pid)).toEqual([]);
  });

  test('reports the end of a driver that is killed with its tree, and the others live', async () => {
    const host = new DriverHost(program);
    const [first, second] = [await started(host), await started(host)];
    await killTree(first.pid, 100);
    expect(running(first.tree)).toEqual([]);
    await eventually(() => first.end !== null, 'that its end is reported');
    expect([first.end, second.end]).toEqual([expect.stringMatching(/^SIG|\d/), null]);
    expect(running(second.tree).slice(0, 2)).toEqual(second.tree.slice(0, 2));
    await host.close();
  });

  test('takes its drivers with it when it is killed', async () => {
    const host = new DriverHost(program);
    const drivers = [await started(host), await started(host)];
    process.kill(host.pid!, 'SIGKILL');
    await eventually(() => drivers.every(({ end }) => end !== null), 'that their end is reported');
    expect(drivers.map(({ end }) => end)).toEqual(Array(2).fill('the driver host, by SIGKILL'));
    await eventually(() => running(drivers.flatMap(({ tree }) => tree)).length === 0, 'that they have ended');
    expect(host.hasEnded).toBe(true);
    expect(startedBy(process.pid)).toEqual([]);
    const late = await new Promise((resolve) =>
      host.start('too late', { argv: ['true'], cwd: folder, env: {} }, { started() {}, printed() {}, ended: resolve }),
    );
    expect(late).toMatch(/had ended/);
  });

  test('says why a driver could not be started', async () => {
    const host = new DriverHost(program);
    const how = await new Promise((resolve) =>
      host.start(
        'none',
        { argv: ['/no/driver'], cwd: folder, env: {} },
        { started() {}, printed() {}, ended: resolve },
      ),
    );
    expect(how).toMatch(/ENOENT/);
    await host.close();
  });
});

describe('a driver below the host', () => {
  const start = (argv: string[]): Promise<DriverProcess> => startDriver('firefox', { browser: 'none', driver: argv });

  test('ends with what has lost its parent, and the host with the last driver', async () => {
    const [first, second] = [await start(['sh', '-c', DRIVER]), await start(['sh', '-c', DRIVER])];
    const trees = [processTree(first.pid), processTree(second.pid)];
    const host = startedBy(process.pid).find(({ label }) => label === 'driver host')!.pid;
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => first.ended(), 'that its end is reported');
    expect(running(trees[0]!.slice(1, 2))).toHaveLength(1);
    await first.stop();
    expect(running(trees[0]!)).toEqual([]);
    expect(running(trees[1]!.slice(0, 2))).toHaveLength(2);
    expect(isRunning(host)).toBe(true);
    await second.stop();
    expect(running([...trees[1]!, host])).toEqual([]);
  });

  test('gets nothing of the caller, and a home folder of its own where HOME cannot be written', async () => {
    setEnvironment({
      HOME: '/nowhere',
      XDG_CACHE_HOME: '/nowhere',
      http_proxy: 'http://127.0.0.1:9',
      MOZ_LOG: 'all:5',
    });
    const says = `env | grep -E '^(HOME|XDG_CACHE_HOME|http_proxy|MOZ_LOG)=' >said; ${DRIVER}`;
    const driver = await start(['sh', '-c', says]);
    const said = readFileSync(join(driver.folder, 'said'), 'utf8');
    await driver.stop();
    expect(said).toBe(`HOME=${driver.folder}\n`);
  });

  test('that ends at once is an error with what it printed', async () => {
    await expect(start(['sh', '-c', 'echo no display; exit 3'])).rejects.toThrow(/ended with 3: no display/);
    expect(startedBy(process.pid)).toEqual([]);
  });

  test('gets a new host when the first was killed', async () => {
    const first = await start(['sh', '-c', DRIVER]);
    process.kill(startedBy(process.pid).find(({ label }) => label === 'driver host')!.pid, 'SIGKILL');
    await eventually(() => first.ended(), 'that its end is reported');
    const second = await start(['sh', '-c', DRIVER]);
    expect(second.ended()).toBe(false);
    await Promise.all([first.stop(), second.stop()]);
    expect(startedBy(process.pid)).toEqual([]);
  });
});

test('marked processes are ended wherever they are', async () => {
  const host = new DriverHost(program);
  const env = { ...process.env, ...ownerEnvironment(), OUTCRY_TEST_MARK: folder };
  const pid = await new Promise<number>((resolve) =>
    host.start('marked', { argv: ['sleep', '300'], cwd: folder, env }, { started: resolve, printed() {}, ended() {} }),
  );
  await killMarked('OUTCRY_TEST_MARK', folder);
  expect(isRunning(pid)).toBe(false);
  await host.close();
});
