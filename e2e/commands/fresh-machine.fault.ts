/**
 * README's two commands in a new clone, while every cache is empty: they fetch, build and measure, and end with an answer. For two frameworks:
 * `.ci/run` builds all others there in the same way, before any test.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import type { Footprint } from '../../footprint/footprint.ts';
import { type App, isUsual, readApps } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';
import { leftRunning, nothingLeft, traced } from '../testing/outcry-process.ts';

const HOUR = 3_600_000;
const TRACE = `fresh-${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'outcry-fresh-'));
const [caches, clone] = [join(folder, 'caches'), join(folder, 'outcry')];

/** Three rounds, which rank rows. The other options shorten each run. */
const SHORT = '--runs 3 --warmup 0 --messages 4 --browsers 1 --preflight 0'.split(' ');

/** Two that need packages of Node.js alone, as quick to fetch and build as any. The reference is no winner. */
const needsNodeAlone = ({ requires }: App): boolean => requires.every((tool) => tool.startsWith('node'));
const measured = readApps()
  .filter((app) => isUsual(app) && app.substitute === undefined && !app.reference && needsNodeAlone(app))
  .slice(0, 2);

/** `./outcry` of the clone, where `.ci/fresh-caches` has put every cache. */
function fresh(...words: string[]) {
  const script = '. "$0" "$1"; shift; exec ./outcry "$@"';
  const argv = ['-c', script, join(ROOT, '.ci', 'fresh-caches'), caches, ...words];
  return execa('bash', argv, { cwd: clone, env: traced(TRACE), reject: false, stdin: 'ignore' });
}

beforeAll(() => execa('git', ['clone', '--quiet', ROOT, clone]));

afterAll(() => {
  for (const { pid } of leftRunning(TRACE)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test(
  './outcry run installs what is missing, measures the frameworks and ends with their order',
  async () => {
    const { exitCode, stdout, stderr } = await fresh(
      'run',
      '--frameworks',
      measured.map(({ id }) => id).join(','),
      ...SHORT,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    // Other tests may disturb the rounds of one row or of all, which are not ranked then.
    expect(stdout).toMatch(/(Fastest|Lowest so far|By their figures alone): | is the only row that can be ranked: /);
    for (const { label } of measured) expect(stdout).toContain(label);
    // A cache that stayed empty would have been somewhere else.
    expect(readdirSync(join(caches, 'npm'))).not.toEqual([]);
  },
  HOUR,
);

test(
  './outcry charts shows them, with the footprint of each framework or why there is none',
  async () => {
    const charts = fresh('charts', '--port', '0');
    const line = await Promise.race([
      new Promise<string>((resolve) => createInterface({ input: charts.stdout }).once('line', resolve)),
      charts.then(({ stderr }) => stderr),
    ]);
    expect(line).toMatch(/^Charts: http/);
    const url = line.replace('Charts: ', '');
    expect(await (await fetch(url)).text()).toContain('<title>');
    const footprints = (await (await fetch(new URL('api/footprints', url))).json()) as Footprint[];
    expect(footprints.map(({ framework }) => framework)).toEqual(expect.arrayContaining(measured.map(({ id }) => id)));
    const unexplained = footprints.filter((one) => one.packages === null && one.packagesMissing === undefined);
    expect(unexplained).toEqual([]);
    charts.kill('SIGINT');
    expect((await charts).exitCode).toBe(130);
    await nothingLeft(TRACE);
  },
  HOUR,
);
