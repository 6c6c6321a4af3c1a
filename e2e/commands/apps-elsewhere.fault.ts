/** An app outside of the checkout is found, built, verified, weighed and measured like ours: the whole example of the guide. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFiles } from '../../cli/commands/new.ts';
import { ROOT } from '../../system/root.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { type Ended, running } from '../testing/outcry-process.ts';
import { SHORT } from '../testing/small-session.ts';

const GUIDE_APP = exampleFiles('letterbox');

const folder = temporaryFolder();
const bench = join(folder, 'bench');
const app = join(bench, 'letterbox');
const results = join(folder, 'results');

const run = running();
const there = (command: string, ...args: string[]): Promise<Ended> => run(command, ...args, '--apps', bench);

beforeAll(() => {
  mkdirSync(app, { recursive: true });
  for (const [file, text] of Object.entries(GUIDE_APP)) writeFileSync(join(app, file), text);
});

test('it is built and verified, and nothing is written where it lies', async () => {
  const { code, stdout, stderr } = await there('verify', 'letterbox', '--json');
  expect([code, stderr]).toEqual([0, expect.stringContaining('verifying letterbox')]);
  expect(JSON.parse(stdout).frameworks).toMatchObject([{ framework: 'letterbox', verified: ['rest'] }]);
  expect(readdirSync(app).sort()).toEqual(Object.keys(GUIDE_APP).sort());
});

test('doctor and footprint know it, by the option or by the environment, and by neither they do not', async () => {
  const [byOption, byEnvironment, byNeither, weighed] = await Promise.all([
    there('doctor', '--json'),
    running({ OUTCRY_APPS: app })('doctor', '--json'),
    run('verify', 'letterbox'),
    there('footprint', '--frameworks', 'letterbox', '--json'),
  ]);
  const inDoctor = expect.objectContaining({ id: 'app:letterbox' });
  expect(JSON.parse(byOption.stdout)).toContainEqual(inDoctor);
  expect(JSON.parse(byEnvironment.stdout)).toContainEqual(inDoctor);
  expect(byNeither.stderr).toMatch(/no framework "letterbox"; there is: /);
  const [footprint] = JSON.parse(weighed.stdout);
  expect(footprint).toMatchObject({ framework: 'letterbox', client: { framework: { minified: 0 } } });
  expect(footprint.lines.adapter).toBeGreaterThan(0);
  expect(footprint.client.own.minified).toBeGreaterThan(0);
});

test('it is measured, and compared with what was measured of it before', async () => {
  const what = ['--frameworks', 'letterbox', '--scenario', 'request-response', '--swarm', 'console', '--clients', '3'];
  const short = ['--requests', '4', ...SHORT];
  const kept = join(folder, 'before');
  expect((await there('run', ...what, ...short, '--results', kept)).code).toBe(0);
  const gate = ['--against', kept, '--fail-if', 'lost > 0', '--fail-if', 'serverMemory.max > 1.1 x baseline'];
  const { code, stdout } = await there('run', ...what, ...short, '--results', results, ...gate, '--json');
  const { runs, comparison } = JSON.parse(stdout);
  expect(runs).toMatchObject([{ framework: 'letterbox', transport: 'rest', valid: true }]);
  expect(comparison.conditions).toMatchObject([{ outcome: 'passes' }, { outcome: 'cannot tell' }]);
  expect(code).toBe(0);
  const [strict, failing] = await Promise.all([
    run('compare', kept, results, ...gate.slice(2), '--strict', '--markdown'),
    run('compare', kept, results, '--fail-if', 'receivedByServer > 0'),
  ]);
  expect([strict.code, strict.stdout]).toEqual([4, expect.stringMatching(/^### Outcry: compared with /)]);
  expect([failing.code, failing.stdout]).toEqual([
    4,
    expect.stringContaining('Failed: the runs show that this holds: receivedByServer > 0.'),
  ]);
});

test('swarm and auction look for it too, and say what it does not have', async () => {
  const hold = ['--swarm', 'console', '--clients', '2', '--hold', '1', '--results', results];
  const [swarm, auction] = await Promise.all([
    there('swarm', '--framework', 'letterbox', ...hold),
    there('auction', 'letterbox'),
  ]);
  expect(swarm.stderr).toMatch(/none of letterbox has .* idle needs/);
  expect(auction.stderr).toMatch(/letterbox has no auction house/);
});

test('the example in another language keeps every rule', async () => {
  const examples = join(ROOT, 'docs', 'examples');
  const { code, stdout, stderr } = await run('verify', 'python-http', '--apps', examples, '--json');
  expect([code, stderr]).toEqual([0, expect.stringContaining('verifying python-http')]);
  expect(JSON.parse(stdout).frameworks).toMatchObject([{ framework: 'python-http', verified: ['rest'] }]);
});
