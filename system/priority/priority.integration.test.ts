import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { cpuGroup, isInRootGroup } from '../control-group-reader.ts';
import { isRunning } from '../process-owner.ts';
import { processTree } from '../process-tree.ts';
import { spawnOwned } from '../processes.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { AutogroupPriority } from './autogroup.ts';
import { ControlGroupPriority } from './control-groups.ts';
import { beginPriority, bestMechanism, currentPriority, endPriority } from './current.ts';
import { NicePriority } from './nice.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  endPriority();
  for (const child of children.splice(0)) {
    if (child.pid !== undefined && isRunning(child.pid)) process.kill(-child.pid, 'SIGKILL');
  }
});

/** A process in a session of its own that has started another one. */
async function twoProcesses(): Promise<number> {
  const child = spawn('sh', ['-c', 'sleep 60 & echo up; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout!, 'data');
  return child.pid!;
}

/** A made-up hierarchy whose groups have the files that a kernel would make. */
function madeUp(version: 1 | 2, files: Record<string, string>) {
  const own = join(folder, 'own');
  mkdirSync(own);
  for (const [name, text] of Object.entries({ 'cgroup.procs': '', ...files })) writeFileSync(join(own, name), text);
  return { version, mount: folder, folder: own };
}

describe('the mechanism of a priority', () => {
  test('is found on this machine, whatever that allows, and leaves nothing behind', () => {
    const group = cpuGroup();
    const own = () =>
      group === null ? [] : readdirSync(group.folder).filter((name) => name.includes(`-${process.pid}-`));
    const mechanism = bestMechanism();
    if (mechanism.name.startsWith('cgroup')) expect(own()).toHaveLength(3);
    expect(['cgroup2', 'cgroup1', 'autogroup', 'nice']).toContain(mechanism.name);
    mechanism.close();
    expect(own()).toEqual([]);
  });

  test('is used for processes that are started with a role, and for no others', async () => {
    const assigned: [number, string][] = [];
    beginPriority({
      name: 'nice',
      assign: (pid, role) => assigned.push([pid, role]),
      reassign: async () => {},
      problem: () => null,
      close: () => {},
    });
    const server = spawnOwned(['sleep', '60'], { label: 'a server', role: 'server', stdio: 'ignore' });
    const other = spawnOwned(['sleep', '60'], { label: 'another', stdio: 'ignore' });
    children.push(server, other);
    expect(assigned).toEqual([[server.pid, 'server']]);
    endPriority();
    expect(currentPriority()).toBeNull();
  });
});

describe('priority by nice values', () => {
  test('is of the load alone, and of what it starts later', async () => {
    const [server, load] = [await twoProcesses(), await twoProcesses()];
    const before = getPriority(server);
    const nice = new NicePriority();
    nice.assign(server, 'server');
    await nice.reassign([load], 'load');
    expect(getPriority(server)).toBe(before);
    expect(processTree(load).map((pid) => getPriority(pid))).toEqual([19, 19]);
    expect(nice.problem()).toBeNull();
  });

  test('says nothing about a process that has ended', () => {
    const nice = new NicePriority();
    nice.assign(2 ** 22 + 1, 'load');
    expect(nice.problem()).toBeNull();
  });
});

describe('priority by autogroups', () => {
  const autogroup = AutogroupPriority.make();
  const niceOf = (pid: number): number =>
    Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]);

  test('lowers the sessions of the load, also of a process that has left its session, or is not to be had here', async () => {
    if (autogroup === null) {
      // Then another mechanism must be used.
      expect(bestMechanism().name).not.toBe('autogroup');
      return;
    }
    const [server, load] = [await twoProcesses(), await twoProcesses()];
    autogroup.assign(server, 'server');
    autogroup.assign(load, 'load');
    const left = spawn('setsid', ['sleep', '60'], { detached: true, stdio: 'ignore' });
    children.push(left);
    await autogroup.reassign([load, left.pid!], 'load');
    expect([niceOf(server), niceOf(load), niceOf(left.pid!)]).toEqual([0, 19, 19]);
    expect(autogroup.problem()).toBeNull();
  });

  test('never lowers the session that the launcher itself is in', async () => {
    if (autogroup === null) return expect(bestMechanism().name).not.toBe('autogroup');
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    const before = niceOf(process.pid);
    await autogroup.reassign([child.pid!], 'load');
    child.kill('SIGKILL');
    expect(niceOf(process.pid)).toBe(before);
    expect(autogroup.problem()).toMatch(/has no session of its own/);
  });
});

describe('priority by control groups', () => {
  test('gives the server far more than the load, wherever that goes, and leaves no group behind', async () => {
    const groups = ControlGroupPriority.make();
    if (groups === null) return expect(bestMechanism().name).toMatch(/autogroup|nice/);
    const group = cpuGroup()!;
    const [server, load] = [await twoProcesses(), await twoProcesses()];
    groups.assign(server, 'server');
    await groups.reassign([load], 'load');
    const groupOf = (pid: number): string => readFileSync(`/proc/${pid}/cgroup`, 'utf8');
    expect(groupOf(server)).toMatch(/outcry-priority-\S+-server/);
    for (const pid of processTree(load)) expect(groupOf(pid)).toMatch(/outcry-priority-\S+-load/);
    groups.assign(2 ** 22 + 1, 'load');
    expect(groups.problem()).toBeNull();
    groups.close();
    expect(groupOf(load)).not.toContain('outcry-priority');
    expect(readdirSync(group.folder).filter((name) => name.startsWith(`outcry-priority-${process.pid}-`))).toEqual([]);
  });

  test('is not to be had without control groups, or where none may be made', () => {
    expect(ControlGroupPriority.make(null)).toBeNull();
    expect(ControlGroupPriority.make({ version: 1, mount: '/proc', folder: '/proc/self' })).toBeNull();
  });

  test('gives up, and takes its groups back, where a group has no weight', () => {
    // A kernel makes the files of a group; this folder makes none.
    const group = madeUp(2, { 'cgroup.subtree_control': '' });
    expect(ControlGroupPriority.make(group)).toBeNull();
    expect(readdirSync(group.folder).sort()).toEqual(['cgroup.procs', 'cgroup.subtree_control']);
  });
});

describe('the group that shares out CPU time', () => {
  const mountLine = (type: string, options: string) =>
    `30 23 0:26 / ${folder} rw,nosuid - ${type} cgroup rw,${options}\n`;

  test('is version 2 where its groups have the cpu controller', () => {
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'cgroup.procs'), '');
    const files = { mounts: mountLine('cgroup2', ''), groups: '0::/a\n' };
    expect(cpuGroup(files)).toBeNull();
    writeFileSync(join(folder, 'a', 'cgroup.controllers'), 'cpuset cpu memory\n');
    expect(cpuGroup(files)).toEqual({ version: 2, mount: folder, folder: join(folder, 'a') });
  });

  test('is version 1 where that has the controller, and none where there is no /proc', () => {
    writeFileSync(join(folder, 'cgroup.procs'), '');
    const files = { mounts: mountLine('cgroup', 'cpu,cpuacct'), groups: '2:cpu,cpuacct:/\n1:memory:/x\n' };
    expect(cpuGroup(files)).toEqual({ version: 1, mount: folder, folder });
    expect(cpuGroup({ mounts: '', groups: '' })).toBeNull();
  });

  test('has autogroups in its root group alone', () => {
    const group = madeUp(2, {});
    expect(isInRootGroup(group)).toBe(true);
    writeFileSync(join(group.folder, 'cpu.weight'), '100');
    expect(isInRootGroup(group)).toBe(false);
    const old = { ...group, version: 1 as const };
    expect(isInRootGroup(old)).toBe(false);
    writeFileSync(join(old.folder, 'release_agent'), '');
    expect(isInRootGroup(old)).toBe(true);
    expect(isInRootGroup(null)).toBe(true);
  });
});

test('after a kill -9 the reaper removes the control groups', async () => {
  const group = cpuGroup();
  const groups = ControlGroupPriority.make();
  if (group === null || groups === null) return expect(bestMechanism().name).toMatch(/autogroup|nice/);
  groups.close();
  const script = join(folder, 'session.ts');
  const here = import.meta.dirname;
  writeFileSync(
    script,
    `import { beginPriority } from '${here}/current.ts'; import { spawnOwned } from '${here}/../processes.ts';
     beginPriority(); spawnOwned(['sleep', '60'], { label: 'load', role: 'load', stdio: 'ignore' }); console.log('up'); setInterval(() => {}, 1000);`,
  );
  const session = spawn(process.execPath, ['--import', 'tsx', script], {
    detached: true,
    cwd: join(here, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(session);
  await once(session.stdout!, 'data');
  const own = () => readdirSync(group.folder).filter((name) => name.includes(`-${session.pid}-`));
  expect(own()).toHaveLength(3);
  process.kill(session.pid!, 'SIGKILL');
  while (own().length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(existsSync(group.folder)).toBe(true);
}, 60_000);
