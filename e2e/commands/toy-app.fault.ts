/** An app is one folder: dropped into `apps/`, with no other file touched, it is found, built, verified, weighed and listed. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { outdated } from '../../cli/dev/generate.ts';
import { APPS_DIR, readApps } from '../../setup/apps/manifest/manifest.ts';
import { running } from '../testing/outcry-process.ts';

const DIR = join(APPS_DIR, 'toy');
const run = running();

beforeAll(async () => {
  if (existsSync(DIR)) throw new Error(`${DIR} is there already; this test needs the name`);
  await run('new', 'app', 'toy', '--in', APPS_DIR);
});

afterAll(() => rmSync(DIR, { recursive: true, force: true }));

test('it is built and verified, asked for nothing but what it has', async () => {
  const { code, stdout, stderr } = await run('verify', 'toy', '--json');
  expect([code, stderr]).toEqual([0, expect.stringContaining('verifying toy')]);
  const [{ framework, verified, results }] = JSON.parse(stdout).frameworks;
  expect([framework, verified]).toEqual(['toy', ['rest']]);
  expect(results.map(({ check }: { check: string }) => check)).toContain('request');
});

test('doctor, footprint and the selection of runs know it', async () => {
  const [doctor, weighed, refused] = await Promise.all([
    run('doctor', '--json'),
    run('footprint', '--frameworks', 'toy', '--json'),
    run('run', '--frameworks', 'not-there'),
  ]);
  expect(JSON.parse(doctor.stdout)).toContainEqual(expect.objectContaining({ id: 'app:toy' }));
  const [footprint] = JSON.parse(weighed.stdout);
  expect(footprint).toMatchObject({ framework: 'toy', packages: null, client: { framework: { minified: 0 } } });
  expect(refused.stderr).toMatch(/there is: .*\btoy\b/);
});

test('what is written from the apps would list it', () => {
  const files = outdated(readApps());
  expect(files.map(({ file }) => file)).toEqual(['docker-compose.yml', 'README.md', 'docs/apps-beside-frameworks.md']);
  expect(files[0]!.text).toContain('app-toy:');
  expect(files[1]!.text).toContain('| [Toy](https://toy.example) | `toy` | TypeScript on Node.js | single requests |');
});
