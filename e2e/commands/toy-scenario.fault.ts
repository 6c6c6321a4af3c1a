/**
 * A scenario is one folder, wherever it is kept: with no other file touched, it is an option, is run, recorded, merged, tabled and charted. One
 * beside it is broken.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { running } from '../testing/outcry-process.ts';
import { FRAMEWORK, SHORT } from '../testing/small-session.ts';
import { TOY_SCENARIO } from '../testing/toy-scenario.ts';

const folder = temporaryFolder();
const kept = join(folder, 'kept');
const results = join(folder, 'results');

const run = running({ OUTCRY_SCENARIOS: kept });

beforeAll(() => {
  for (const name of ['toy', 'broken']) mkdirSync(join(kept, name), { recursive: true });
  for (const [file, text] of Object.entries(TOY_SCENARIO)) writeFileSync(join(kept, 'toy', file), text);
  writeFileSync(join(kept, 'broken', 'scenario.ts'), 'export default {\n  name: ;\n};');
});

test('it is in the help, with its parameter and its default; the broken one is named', async () => {
  const { code, stdout, stderr } = await run('run', '--help', 'all');
  expect(stdout).toMatch(/toy {2,}every client throws its toys away/);
  expect(stdout).toMatch(/--toys <n>\s+toys of each client \(toy\)/);
  expect(stdout).toContain('--toys 3');
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/skipped a scenario: \S*kept\/broken\/scenario\.ts: cannot be loaded/),
  ]);
});

test('its parameter is no option of another scenario, and is checked', async () => {
  const [elsewhere, none] = await Promise.all([
    run('run', '--scenario', 'echo', '--toys', '4'),
    run('run', '--scenario', 'toy', '--toys', '0'),
  ]);
  expect(elsewhere.stderr).toMatch(/--toys is no option of the scenario echo/);
  expect(none.stderr).toMatch(/--toys: expected a whole number from 1/);
});

test('it is run and recorded, and its merge has the columns it asks for', async () => {
  const what = ['--scenario', 'toy', '--toys', '4', '--swarm', 'console', '--clients', '3', ...SHORT, '--runs', '2'];
  const { code, stdout, stderr } = await run('run', '--frameworks', FRAMEWORK, ...what, '--results', results);
  expect([code, stderr]).toEqual([0, expect.stringContaining('#2: measuring')]);
  expect(readdirSync(join(kept, 'toy')).sort()).toEqual(Object.keys(TOY_SCENARIO).sort());
  expect(stderr).toMatch(/#1: mean [\d.]+ ms, delivered 12 of 12, /);
  expect(stdout).toMatch(/^Fetching: 3 console clients over \w+, 2 rounds\.$/m);
  const { stdout: table } = await run('report', '--results', results);
  expect(table).toMatch(/thrown away/);
  expect(table).toMatch(/\b24\b/);

  const { stdout: json } = await run('report', '--results', results, '--json');
  const { schema, rows } = JSON.parse(json);
  const [merge] = rows;
  expect(schema).toBe('outcry/report@2');
  expect(merge.combination).toMatchObject({ scenario: 'toy', params: { toys: 4 }, clients: 3 });
  expect(merge.metrics.thrown).toMatchObject({ kind: 'count', total: 24, expected: 24 });
  expect(merge.metrics.fetched.distribution.count).toBe(6);
  expect(merge.metrics.sentByServer).toMatchObject({ total: 6, expected: 6 });
});

test('the HTML report has its graphs', async () => {
  const html = join(folder, 'report.html');
  const { code } = await run('report', '--results', results, '--html', html);
  expect(code).toBe(0);
  expect(readFileSync(html, 'utf8')).toContain('Thrown away');
});
