/** The start script, in made-up checkouts, with substitutes for Node.js and npm. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { execa } from 'execa';
import { ROOT } from '../../system/root.ts';
import { makeProgram } from '../../system/testing/program.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

/** Says its version, or its arguments and environment. */
const NODE = `[ "$1" = -p ] && echo v22.16.0 || { for word in "$@"; do echo "$word"; done; env; }`;
/** Notes each installation, which takes until the file \`go\` is there. */
const NPM = `echo installed >>"$MARKS/npm"; echo "$NODE_OPTIONS" >"$MARKS/options"; mkdir -p node_modules; while [ ! -e "$MARKS/go" ]; do sleep 0.05; done`;

let folder: string;
let root: string;

/** Makes a checkout called `name`. */
function checkout(name: string): void {
  root = join(folder, name);
  mkdirSync(root);
  for (const file of ['outcry', 'package.json', 'package-lock.json']) copyFileSync(join(ROOT, file), join(root, file));
}

beforeEach(() => {
  folder = temporaryFolder();
  makeProgram(join(folder, 'bin', 'node'), NODE);
  makeProgram(join(folder, 'bin', 'npm'), NPM);
  writeFileSync(join(folder, 'go'), '');
});

function start(env: Record<string, string> = {}) {
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
  return execa(join(root, 'outcry'), ['report'], { env: { PATH, MARKS: folder, ...env }, reject: false });
}

test.each(['with space', 'a#b', '50%', 'percent%20', 'star*', 'ünï-日本', 'qu\'o"te'])(
  'starts the command line in a folder called %s',
  async (name) => {
    checkout(name);
    const { stdout } = await start();
    expect(stdout.split('\n')).toEqual(expect.arrayContaining([join(root, 'cli', 'start.mjs'), 'report']));
  },
);

test.each(['what?', 'back\\slash'])(
  'says what to do about a folder called %s, which Node.js cannot load from',
  async (name) => {
    checkout(name);
    const { exitCode, stderr } = await start();
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`${root}: Node.js cannot load TypeScript from`);
  },
);

test('keeps what is meant for Node.js from Outcry, and gives npm its options', async () => {
  checkout('o');
  const env = {
    NODE_OPTIONS: '--no-such-option',
    NODE_USE_ENV_PROXY: '1',
    NODE_DEBUG: 'net',
    NODE_EXTRA_CA_CERTS: '/ca',
  };
  const { stdout, exitCode } = await start({ ...env, CDPATH: folder, https_proxy: 'http://p' });
  expect(exitCode).toBe(0);
  expect(stdout.match(/^NODE_.*$/gm)).toEqual(['NODE_EXTRA_CA_CERTS=/ca']);
  expect(stdout).toContain('https_proxy=http://p');
  expect(readFileSync(join(folder, 'options'), 'utf8')).toBe('--no-such-option\n');
});

test.each(['1', '', '4194305'])('goes on where a start that was killed left a lock that says %j', async (holder) => {
  checkout('o');
  mkdirSync(join(root, '.outcry'));
  writeFileSync(join(root, '.outcry', 'npm-ci.lock'), holder);
  const { exitCode, stderr } = await start();
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain('waiting');
});

test('waits for another start that installs, and installs nothing again', async () => {
  checkout('o');
  const marks = join(folder, 'held');
  mkdirSync(marks);
  const first = start({ MARKS: marks });
  while (!existsSync(join(marks, 'npm'))) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = spawn(join(root, 'outcry'), ['report'], {
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, MARKS: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(second.stderr);
  await new Promise((resolve) => second.stderr.once('data', resolve));
  writeFileSync(join(marks, 'go'), '');
  expect((await first).exitCode).toBe(0);
  expect(await said).toBe('outcry: another start is installing the npm packages; waiting for it\n');
  expect(existsSync(join(folder, 'npm'))).toBe(false);
});

test('names a checkout that cannot be written', async () => {
  checkout('o');
  writeFileSync(join(root, '.outcry'), 'not a folder');
  const { exitCode, stderr } = await start();
  expect(exitCode).toBe(3);
  expect(stderr).toContain(`${root} cannot be written by`);
});

test('starts from a clone that Git for Windows made', async () => {
  root = join(folder, 'clone');
  await execa('git', ['clone', '--quiet', '--no-checkout', ROOT, root]);
  const { failed } = await execa(
    'git',
    ['-c', 'core.autocrlf=true', 'checkout', '--quiet', 'HEAD', '--', '.gitattributes'],
    { cwd: root, reject: false },
  );
  expect(failed).toBe(false);
  await execa('git', ['-c', 'core.autocrlf=true', 'checkout', '--quiet', 'HEAD', '--', 'outcry', 'apps/play'], {
    cwd: root,
  });
  const { stdout } = await execa('git', ['ls-files', '--eol', 'outcry', 'apps/play'], { cwd: root });
  expect(stdout).not.toContain('w/crlf');
});
