/** Tests that the files of `./outcry new` verify or run without changes. */
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { running } from '../testing/outcry-process.ts';
import { FRAMEWORK, SHORT } from '../testing/small-session.ts';

const folder = temporaryFolder();
const MORE: Record<string, string> = { OUTCRY_SCENARIOS: join(folder, 'scenarios') };
const run = running(MORE);
/** A run of some messages. */
const MESSAGES = ['--swarm', 'console', '--clients', '2', '--rate', '20', '--messages', '5', ...SHORT];
const measure = (...args: string[]) =>
  run('run', '--frameworks', FRAMEWORK, '--results', join(folder, 'results'), ...MESSAGES, '--json', ...args);

test('an app verifies', async () => {
  const written = await run('new', 'app', 'pigeon-post', '--in', folder);
  expect([written.code, written.stdout]).toEqual([0, expect.stringContaining('./outcry verify pigeon-post --apps ')]);
  const { code, stdout } = await run('verify', 'pigeon-post', '--apps', join(folder, 'pigeon-post'), '--json');
  expect([code, JSON.parse(stdout).frameworks]).toMatchObject([0, [{ framework: 'pigeon-post', verified: ['rest'] }]]);
});

test('a scenario runs', async () => {
  const written = await run('new', 'scenario', 'small-talk', '--in', join(folder, 'scenarios'));
  expect([written.code, written.stdout]).toEqual([0, expect.stringContaining('--scenario small-talk')]);
  const { code, stdout } = await measure('--scenario', 'small-talk');
  expect([code, JSON.parse(stdout).runs]).toMatchObject([0, [{ scenario: 'small-talk', valid: true }]]);
});

test('a condition is in force', async () => {
  const conditions = join(folder, 'conditions');
  const written = await run('new', 'condition', 'night-shift', '--in', conditions);
  expect([written.code, written.stdout]).toEqual([0, expect.stringContaining('./outcry run --night-shift 1')]);
  MORE.OUTCRY_CONDITIONS = conditions;
  const { code, stdout } = await measure('--night-shift', '1');
  expect([code, JSON.parse(stdout).runs]).toMatchObject([0, [{ conditions: { 'night-shift': { value: 1 } } }]]);
});

test('a folder that is there already is left alone, and a name that cannot be is refused', async () => {
  const first = await run('new', 'app', 'taken', '--in', folder);
  const [again, odd] = await Promise.all([
    run('new', 'app', 'taken', '--in', folder),
    run('new', 'scenario', 'No Name', '--in', folder),
  ]);
  expect([first.code, again.code, odd.code]).toEqual([0, 2, 2]);
  expect(again.stderr).toMatch(/taken exists already; choose another name/);
  expect(odd.stderr).toMatch(/"No Name" cannot be a name: use lower-case letters/);
});
