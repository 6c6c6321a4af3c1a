/** Sessions with workers on machines elsewhere, as the commands that they are: one vanishes, one comes back, the runner is killed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../system/process-owner.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { noSshd, SSH_HOST, startSshd } from '../../system/testing/sshd.ts';
import { leftRunning, nothingLeft, type Outcry } from '../testing/outcry-process.ts';
import { inPlace, type Place, readRecord, recordsIn, smallSession } from '../testing/small-session.ts';

const WHOLE = { sentByClients: 120, receivedByServer: 120, sentByServer: 480, deliveredToClients: 480, valid: true };

const run = (place: Place, on: string, ...more: string[]): Outcry =>
  smallSession(place, ['--messages', '30', '--on', on, '--json', ...more], {
    XDG_CACHE_HOME: join(place.results, 'cache'),
  });

/** Two machines that are shells of this one; the pid of each is in a file. */
const twoShells = ({ results }: Place): string => `exec:"echo $$ > ${results}/pid-{n}; exec sh"*2`;
const pidOf = ({ results }: Place, number: number): number => Number(readFileSync(`${results}/pid-${number}`, 'utf8'));

test(
  'two machines count every message; one that vanishes is named, and its worker is started again',
  inPlace(async (place) => {
    const session = run(place, twoShells(place), '--runs', '3', '--one-at-a-time');
    await session.says(/#2: measuring/);
    const before = pidOf(place, 1);
    process.kill(before, 'SIGKILL');
    const { code, stdout } = await session.ended;
    const [good, broken, again] = JSON.parse(stdout).runs;
    expect([good, again]).toEqual([expect.objectContaining(WHOLE), expect.objectContaining(WHOLE)]);
    expect(broken.validity).toContainEqual({
      code: 'client-died',
      level: 'fatal',
      message: expect.stringMatching(/member 1 died \(the worker on \S+ vanished: its connection ended\)/),
    });
    expect(code).toBe(4);
    expect(pidOf(place, 1)).not.toBe(before);
    await nothingLeft(place.trace);

    const record = readRecord(place, recordsIn(place)[0]!);
    expect(record.identity.conditions!.placement!.value).toEqual({ server: 'process', workers: 'elsewhere' });
    // Both are this machine, which is one machine and has one clock.
    expect(record.hosts).toEqual([
      expect.objectContaining({
        members: 2,
        node: process.version,
        cpuPercent: expect.any(Number),
        membersCpuPercent: expect.any(Number),
        clock: { errorMs: 0, driftMs: null },
      }),
    ]);
  }),
);

test(
  'servers take turns with workers elsewhere, and machines measure themselves in each slice',
  inPlace(async (place) => {
    const { code, stdout } = await run(place, twoShells(place), '--runs', '1', '--interleaved', '1').ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout).runs).toEqual([expect.objectContaining(WHOLE)]);
    const record = readRecord(place, recordsIn(place)[0]!);
    expect(record.slices!.at.length).toBeGreaterThan(1);
    expect(record.hosts).toEqual([expect.objectContaining({ members: 2, cpuPercent: expect.any(Number) })]);
  }),
);

test(
  'a runner that is killed leaves nothing on its machines, and its session goes on with others',
  inPlace(async (place) => {
    const session = run(place, twoShells(place), '--runs', '2', '--one-at-a-time');
    await session.says(/#2: measuring/);
    const shells = [1, 2].map((number) => pidOf(place, number));
    process.kill(session.child.pid!, 'SIGKILL');
    await session.ended;
    await eventually(() => !shells.some(isRunning), 'the end of all there');
    await eventually(() => leftRunning(place.trace).length === 0, 'nothing left here');
    const refused = await smallSession(place, ['--resume']).ended;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('resume it with the same --on')]);
    const { code, stdout } = await smallSession(place, ['--resume', '--on', twoShells(place), '--json']).ended;
    expect([code, JSON.parse(stdout).runs]).toEqual([0, [1, 2].map(() => expect.objectContaining(WHOLE))]);
  }),
);

test(
  'Ctrl-C leaves nothing on any machine',
  inPlace(async (place) => {
    const session = run(place, twoShells(place), '--runs', '1', '--one-at-a-time');
    await session.says(/#1: measuring/);
    const shells = [1, 2].map((number) => pidOf(place, number));
    session.child.kill('SIGINT');
    expect((await session.ended).code).toBe(130);
    await eventually(() => !shells.some(isRunning), 'the end of all there');
    await nothingLeft(place.trace);
  }),
);

const NAMESPACE = `oc${process.pid}`;
const ip = (...argv: string[]): void => void execFileSync('ip', argv);
const noNamespace =
  noSshd ??
  (spawnSync('ip', ['netns', 'add', NAMESPACE]).status === 0 ? null : 'no network namespaces can be made here');
if (noNamespace === null) ip('netns', 'del', NAMESPACE);
else process.stderr.write(`a machine in a network of its own: skipped, ${noNamespace}\n`);

const [HERE, THERE] = ['10.97.13.1', '10.97.13.2'];

(noNamespace === null ? describe : describe.skip)(
  'a machine in a network of its own, whose clock is 250 s ahead',
  () => {
    beforeEach(() => {
      ip('netns', 'add', NAMESPACE);
      ip('link', 'add', `${NAMESPACE}a`, 'type', 'veth', 'peer', 'name', `${NAMESPACE}b`, 'netns', NAMESPACE);
      ip('addr', 'add', `${HERE}/30`, 'dev', `${NAMESPACE}a`);
      ip('link', 'set', `${NAMESPACE}a`, 'up');
      ip('-n', NAMESPACE, 'addr', 'add', `${THERE}/30`, 'dev', `${NAMESPACE}b`);
      for (const link of [`${NAMESPACE}b`, 'lo']) ip('-n', NAMESPACE, 'link', 'set', link, 'up');
    });
    afterEach(() => {
      spawnSync('ip', ['link', 'del', `${NAMESPACE}a`]);
      spawnSync('ip', ['netns', 'del', NAMESPACE]);
    });

    const startThere = (place: Place) =>
      startSshd({
        within: ['ip', 'netns', 'exec', NAMESPACE, 'unshare', '--time', '--monotonic', '250', '--fork'],
        address: THERE,
        config: [`SetEnv XDG_CACHE_HOME=${place.results}/cache`],
      });

    test(
      'runs servers, which are reached at the address of sshd alone and measured there, and workers beside them',
      inPlace(async (place) => {
        const sshd = await startThere(place);
        const path = process.env.PATH;
        process.env.PATH = `${sshd.bin}:${path}`;
        try {
          const more = ['--messages', '30', '--runs', '1', '--server', `ssh:${SSH_HOST}`, '--json'];
          const { code, stdout, stderr } = await smallSession(place, more).ended;
          expect([JSON.parse(stdout).runs, code, stderr]).toEqual([[expect.objectContaining(WHOLE)], 0, stderr]);
          expect(stderr).toMatch(/^ssh:lab-2: \S+, \d+ cores, Node.js v/m);
          const record = readRecord(place, recordsIn(place)[0]!);
          expect(record.identity.conditions!.placement!.value).toEqual({ server: 'elsewhere', machine: 'ssh:lab-2' });
          expect(record.conditionsMeasured!.placement).toMatchObject({
            machine: true,
            value: { node: process.version },
          });
          const cpu = record.metrics.serverCpu as { samples: number[]; intervalMs: number };
          expect([cpu.intervalMs, cpu.samples.length > 0]).toEqual([100, true]);
          expect(record.metrics.serverCpuWait).toMatchObject({ samples: expect.any(Array) });
          await nothingLeft(place.trace);

          const both = await smallSession(place, [...more, '--on', `ssh:${SSH_HOST}*2`]).ended;
          expect([JSON.parse(both.stdout).runs, both.code]).toEqual([[expect.objectContaining(WHOLE)], 0]);
          const [host] = readRecord(place, recordsIn(place)[1]!).hosts!;
          expect(host).toMatchObject({ members: 2, cpuPercent: expect.any(Number) });
          await nothingLeft(place.trace);
        } finally {
          process.env.PATH = path;
          await sshd.stop();
        }
      }),
    );

    test(
      'counts every message, is named when the network is cut, and goes on when that is repaired',
      inPlace(async (place) => {
        const sshd = await startThere(place);
        const path = process.env.PATH;
        process.env.PATH = `${sshd.bin}:${path}`;
        try {
          const more = ['--advertise', HERE, '--runs', '3', '--one-at-a-time'];
          const session = run(place, `ssh:${SSH_HOST}*2`, ...more);
          await session.says(/#2: measuring/);
          ip('link', 'set', `${NAMESPACE}a`, 'down');
          await session.says(/#2: .*invalid|#2: .*flags|#3: starting|missing/);
          ip('link', 'set', `${NAMESPACE}a`, 'up');
          const { code, stdout, stderr } = await session.ended;
          const [good, broken, again] = JSON.parse(stdout).runs;
          expect([good, again, stderr]).toEqual([
            expect.objectContaining(WHOLE),
            expect.objectContaining(WHOLE),
            stderr,
          ]);
          expect(broken.validity).toContainEqual(expect.objectContaining({ code: 'client-died', level: 'fatal' }));
          expect(code).toBe(4);
          const [record] = recordsIn(place).map((file) => readRecord(place, file));
          const [host, ...others] = record!.hosts!;
          expect([host!.members, others]).toEqual([2, []]);
          expect(host!.clock!.errorMs).toBeGreaterThan(0);
          expect(readdirSync(place.results)).toContain('cache');
        } finally {
          process.env.PATH = path;
          await sshd.stop();
        }
      }),
    );
  },
);
