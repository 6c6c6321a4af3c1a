/** README's two commands in an empty folder, by the package that `npm pack` makes, installed where every cache but npm's is empty. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { ROOT } from '../../system/root.ts';
import { leftRunning, nothingLeft, traced } from '../testing/outcry-process.ts';

const TRACE = `package-${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'outcry-package-'));
const [caches, prefix, empty] = ['caches', 'prefix', 'empty'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const installation = join(prefix, 'lib', 'node_modules', 'outcry');

/** One framework, which needs nothing but Node.js, and no browser. */
const SHORT =
  '--frameworks bare --transports websocket --swarm console --clients 4 --runs 1 --warmup 0 --messages 4 --preflight 0';

let packed: { size: number; files: { path: string }[]; filename: string };

/** The installed `outcry` in the empty folder. */
function installed(words: string[], env: Record<string, string> = {}) {
  const script = 'cache=$npm_config_cache; . "$0" "$1"; npm_config_cache=$cache; shift; exec "$@"';
  const argv = ['-c', script, join(ROOT, '.ci', 'fresh-caches'), caches, join(prefix, 'bin', 'outcry'), ...words];
  return execa('bash', argv, { cwd: empty, env: { ...traced(TRACE), ...env }, reject: false, stdin: 'ignore' });
}

/** Every file of the installation, with size and time. */
const listing = (): string[] =>
  readdirSync(installation, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mode, size, mtimeMs } = lstatSync(join(installation, name));
    return `${name} ${mode} ${size} ${mtimeMs}`;
  });

function makeReadOnly(path: string): void {
  const { mode } = lstatSync(path);
  if (lstatSync(path).isSymbolicLink()) return;
  chmodSync(path, mode & 0o555);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) makeReadOnly(join(path, name));
}

let before: string[];

beforeAll(async () => {
  const cache = process.env.npm_config_cache ?? (await execa('npm', ['config', 'get', 'cache'])).stdout;
  process.env.npm_config_cache = cache;
  mkdirSync(empty);
  const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT });
  packed = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))) as Record<string, typeof packed>)[0]!;
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  await execa('npm', ['install', '--global', '--prefix', prefix, ...quiet, join(folder, packed.filename)]);
  makeReadOnly(installation);
  before = listing();
});

afterAll(async () => {
  for (const { pid } of leftRunning(TRACE)) process.kill(pid, 'SIGKILL');
  await execa('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});

test('the package is small, and has what git has, but no tests', async () => {
  expect(packed.size).toBeLessThan(5e6);
  const { stdout } = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const [tracked, paths] = [new Set(stdout.split('\n')), packed.files.map(({ path }) => path)];
  const others = paths.filter((path) => !tracked.has(path));
  expect(others).toEqual(['npm-shrinkwrap.json']);
  expect(paths.filter((path) => /\.(test|fault|page)\.ts$|\/testing\//.test(path))).toEqual([]);
  expect(readdirSync(join(installation, 'node_modules'))).not.toContain('typescript');
});

test('outcry run measures, with its records in the working directory and all else in the cache', async () => {
  const { exitCode, stdout, stderr } = await installed(['run', ...SHORT.split(' '), '--json']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('outcry: preparing') });
  const { session } = JSON.parse(stdout) as { session: string };
  expect(stderr).toContain('Measures bare');
  expect(stderr).not.toContain('./outcry');
  expect(readdirSync(empty)).toEqual(['results']);
  const file = readdirSync(join(empty, 'results', session)).find((name) => name.endsWith('.json') && name[0] !== '.')!;
  const record = JSON.parse(readFileSync(join(empty, 'results', session, file), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(record.versions.outcry).toBe(version);
  const [copy] = readdirSync(join(caches, 'cache', 'outcry')).filter((name) => name.startsWith(version));
  // Otherwise a loader translates all sources at each start.
  expect(readdirSync(join(caches, 'cache', 'outcry', copy!, '.outcry', 'code'))).toContain('current.json');
});

test('outcry charts answers, with an example where there are no runs', async () => {
  rmSync(join(empty, 'results'), { recursive: true, force: true });
  const charts = installed(['charts', '--port', '0']);
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: charts.stdout }).once('line', resolve)),
    charts.then(({ stderr }) => stderr),
  ]);
  expect(line).toMatch(/^Charts: http/);
  const url = line.replace('Charts: ', '');
  expect(await (await fetch(url)).text()).toContain('<title>');
  expect(await (await fetch(`${url}api/sessions`)).json()).not.toEqual([]);
  charts.kill('SIGINT');
  expect((await charts).exitCode).toBe(130);
  await nothingLeft(TRACE);
});

test('the installation is as it was', () => expect(listing()).toEqual(before));

test('a cache that cannot be written is named', async () => {
  const argv = ['report'];
  const { exitCode, stderr } = await execa(join(prefix, 'bin', 'outcry'), argv, {
    cwd: empty,
    env: { ...traced(TRACE), XDG_CACHE_HOME: '/proc/none' },
    reject: false,
  });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('/proc/none/outcry cannot be written by');
});
