/** A machine that a shell of this one stands for. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { hostId } from '../host-id.ts';
import { isRunning } from '../process-owner.ts';
import { processTree } from '../process-tree.ts';
import { eventually } from '../testing/eventually.ts';
import { makeProgram } from '../testing/program.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type MachineSpec, readMachines } from './machine-spec.ts';
import { RemoteMachine } from './remote-machine.ts';
import { RemoteProgram } from './remote-program.ts';

let folder: string;
const opened: RemoteMachine[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((machine) => machine.close()));
});

/** A machine with a home of its own, whose shell begins with `profile`. */
function spec(profile = '', shell = 'exec sh'): MachineSpec {
  return readMachines(`exec:"export XDG_CACHE_HOME=${folder}/cache TMPDIR=${folder}/tmp; ${profile} ${shell}"`)[0]!;
}

async function open(...args: Parameters<typeof RemoteMachine.open>): Promise<RemoteMachine> {
  const machine = await RemoteMachine.open(...args);
  opened.push(machine);
  return machine;
}

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const ECHO = `process.on('message', (m) => process.send({ got: m })); process.on('disconnect', () => process.exit(0));`;

test.each([
  ['one that is quiet', ''],
  ['one that prints, without an end of the line', "printf 'Welcome!\\nLast login: today';"],
  ['one that prints on both outputs', 'echo hello; echo there >&2;'],
])('files go there once and programs run, through a shell: %s', async (_, profile) => {
  const machine = await open(spec(profile));
  expect(machine.about).toMatchObject({ id: hostId(), node: process.version });
  const [there] = await machine.ship([file('echo.mjs', ECHO)]);
  expect(readFileSync(there!, 'utf8')).toBe(ECHO);
  const before = statSync(there!).ino;
  expect(await machine.ship([join(folder, 'echo.mjs'), join(folder, 'echo.mjs')])).toEqual([there, there]);
  expect(statSync(there!).ino).toBe(before);

  const messages: unknown[] = [];
  const program = await machine.start(['node', there!], { ipc: true, onMessage: (message) => messages.push(message) });
  program.send({ n: 1, text: 'a line\nwith ü' });
  await eventually(() => messages.length === 1, 'the answer');
  expect(messages).toEqual([{ got: { n: 1, text: 'a line\nwith ü' } }]);
  await program.end();
  expect(program.death).toBe('ended with code 0');
});

test('a large file comes whole, and one that was damaged there comes anew', async () => {
  const machine = await open(spec());
  const text = 'ü'.repeat(3_000_000);
  const path = file('large.txt', text);
  const [there] = await machine.ship([path]);
  expect(readFileSync(there!, 'utf8')).toBe(text);
  writeFileSync(there!, 'damaged');
  // It goes in pieces, which must not mix with those of another who sends it.
  const [[again]] = await Promise.all([machine.ship([path]), machine.ship([path])]);
  expect(readFileSync(again!, 'utf8')).toBe(text);
});

test('files of one content with several endings are sent at the same time', async () => {
  const machine = await open(spec());
  const paths = ['.js', '.mjs', '.cjs'].map((ending) => file(`one${ending}`, 'the same'));
  const there = await machine.ship(paths);
  expect(there.map((path) => readFileSync(path, 'utf8'))).toEqual(['the same', 'the same', 'the same']);
  expect(new Set(there).size).toBe(3);
});

test('a folder is put together there, with files that can be run', async () => {
  const machine = await open(spec());
  mkdirSync(join(folder, 'app', 'bin'), { recursive: true });
  writeFileSync(join(folder, 'app', 'bin', 'run'), '#!/bin/sh\npwd; cat ../data\n', { mode: 0o755 });
  writeFileSync(join(folder, 'app', 'data'), 'some data\n');
  const there = await machine.shipFolder(join(folder, 'app'));
  expect(await machine.shipFolder(join(folder, 'app'))).toBe(there);
  const lines: string[] = [];
  const program = await machine.start([join(there, 'bin', 'run')], {
    cwd: join(there, 'bin'),
    onLine: (line) => lines.push(line),
  });
  await program.exited;
  expect(lines).toEqual([join(there, 'bin'), 'some data']);
});

/** A folder with one file, to be sent. */
function appFolder(): string {
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'app', 'server.mjs'), ECHO);
  return join(folder, 'app');
}

test('a folder that was damaged there comes anew', async () => {
  const machine = await open(spec());
  const app = appFolder();
  const there = await machine.shipFolder(app);
  rmSync(join(there, 'server.mjs'));
  writeFileSync(join(there, 'server.mjs'), 'damaged');
  expect(readFileSync(join(await machine.shipFolder(app), 'server.mjs'), 'utf8')).toBe(ECHO);
});

test('several runners use one machine side by side', async () => {
  const machines = await Promise.all([open(spec()), open(spec())]);
  const [first, other] = machines;
  const app = appFolder();
  const folders = await Promise.all(machines.map((machine) => machine.shipFolder(app)));
  expect(folders[1]).toBe(folders[0]);
  const sleepers = await Promise.all(machines.map((machine) => machine.start(['sleep', '600'])));
  await first!.close();
  await eventually(() => !isRunning(sleepers[0]!.pid), 'the end of the first one');
  expect([isRunning(sleepers[1]!.pid), other!.death]).toEqual([true, null]);
  expect(readFileSync(join(await other!.shipFolder(app), 'server.mjs'), 'utf8')).toBe(ECHO);
});

test('what lies behind a link that somebody else may have made is not used', async () => {
  const app = appFolder();
  const there = await (await open(spec())).shipFolder(app);
  const planted = join(folder, 'planted');
  cpSync(join(folder, 'cache', 'outcry-agent'), planted, { recursive: true });
  rmSync(join(folder, 'cache'), { recursive: true });
  mkdirSync(join(folder, 'tmp'));
  symlinkSync(planted, join(folder, 'tmp', `outcry-agent-${process.getuid!()}`));
  expect(await (await open(spec())).shipFolder(app)).toBe(there);
});

test('files that were not used for long go, and nothing that is not the agent’s', async () => {
  const cache = join(folder, 'cache', 'outcry-agent');
  const names = [`${'a'.repeat(64)}.mjs`, `folder-${'b'.repeat(64)}`, `${'c'.repeat(64)}.mjs`, 'firefox'];
  mkdirSync(cache, { recursive: true });
  for (const [index, name] of names.entries()) {
    writeFileSync(join(cache, name), '');
    const used = new Date(Date.now() - (index === 2 ? 20 : 40) * 86_400_000);
    utimesSync(join(cache, name), used, used);
  }
  const [there] = await (await open(spec())).ship([file('echo.mjs', ECHO)]);
  expect(readdirSync(cache).sort()).toEqual([basename(there!), names[2], names[3]].sort());
});

test('where a folder cannot be written, the next is used', async () => {
  writeFileSync(join(folder, 'cache'), 'no folder');
  const [there] = await (await open(spec())).ship([file('echo.mjs', ECHO)]);
  expect(there).toMatch(`${folder}/tmp/outcry-agent-`);
});

test('a program that fails says how, with the end of its log', async () => {
  const machine = await open(spec());
  const program = await machine.start(['sh', '-c', 'echo one >&2; echo two >&2; exit 7']);
  await program.exited;
  expect(program.death).toBe('ended with code 7\none\ntwo');
  await expect(machine.start(['/no/such/program'])).rejects.toThrow('ENOENT');
});

test('programs end with the connection, and with the program that leads there', async () => {
  const first = await open(spec());
  const sleeper = await first.start(['sh', '-c', 'sleep 600 & exec sleep 600']);
  await first.close();
  await eventually(() => !isRunning(sleeper.pid), 'its end');
  expect(sleeper.death).toBe('was closed');

  const leading = join(folder, 'pid');
  const second = await open(spec(`echo $$ > ${leading};`, 'sh'));
  const other = await second.start(['sleep', '600']);
  process.kill(Number(readFileSync(leading, 'utf8')), 'SIGKILL');
  await second.gone;
  expect(second.death).toBe('vanished: its connection ended');
  await eventually(() => !isRunning(other.pid), 'its end');
});

const ownPids = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;
if (!ownPids) process.stderr.write('a container without an init: skipped, no pid namespaces can be made here\n');

(ownPids ? test : test.skip)('nothing is left of a container whose first process is the agent', async () => {
  const leading = join(folder, 'pid');
  const machine = await open(spec(`echo $$ > ${leading};`, 'exec unshare --pid --fork sh'));
  expect(machine.about.pid).toBe(1);
  const there = processTree(Number(readFileSync(leading, 'utf8')));
  expect(there).toHaveLength(2);
  process.kill(Number(readFileSync(leading, 'utf8')), 'SIGKILL');
  await eventually(() => !there.some(isRunning), 'the end of both');
});

test('one that is not heard of any more is gone', async () => {
  const machine = await open(spec(), { beatMs: 20 });
  await machine.gone;
  expect(machine.death).toMatch(/^was not heard of for/);
});

/** A made-up agent, which says that it lives and does nothing. */
function idleAgent(): MachineSpec {
  const program = join(folder, 'idle-agent');
  const says = (said: string): string => `printf '%s${said}\\n' "$m"`;
  const up = says('{"says":"up","about":{}}');
  makeProgram(program, `read -r line; eval "$line"; ${up}; while ${says('{"says":"beat"}')}; do sleep 0.1; done`);
  return readMachines(`exec:${program}`)[0]!;
}

test.each([
  ['answers no question', 'sleep'],
  ['takes no more', 'x'.repeat(1_000_000)],
])('one that lives and %s is given up', async (_, word) => {
  const machine = await open(idleAgent(), { beatMs: 1_000, answerMs: 100 });
  await expect(machine.start([word])).rejects.toThrow('did not answer within 0.1 s');
  expect(machine.death).toBe('did not answer within 0.1 s');
});

test('a program that does not end although it was killed is given up', async () => {
  const program = new RemoteProgram({}, { send: () => {}, end: async () => {} });
  await program.end(0, 10);
  expect(program.death).toBe('could not be ended');
});

test.each([
  ['no shell', spec('', 'exec true'), /must give a shell on its standard input and output/],
  ['a program that is not there', spec('', 'exec no-such-program-here'), /no-such-program-here: not found/],
])('%s', async (_, machine, reason) => {
  await expect(RemoteMachine.open(machine)).rejects.toThrow(reason);
});

test('a shell without Node.js, and one with an old one', async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  await expect(RemoteMachine.open(spec(`PATH=${bin};`, 'exec /bin/sh'))).rejects.toThrow('no Node.js in the PATH');
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v18.20.4\n', { mode: 0o755 });
  await expect(RemoteMachine.open(spec(`PATH=${bin};`, 'exec /bin/sh'))).rejects.toThrow('Node.js v18.20.4 is too old');
  rmSync(bin, { recursive: true });
});

test('a program that answers nothing is given up', async () => {
  await expect(RemoteMachine.open(spec('', 'exec sleep 600'), { limitMs: 300 })).rejects.toThrow(
    'gave no shell with Node.js within 0.3 s',
  );
});
