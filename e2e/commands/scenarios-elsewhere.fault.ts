/** A scenario outside of the checkout is found and run like ours: the whole example of the guide, beside one that is broken. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFiles } from '../../cli/commands/new.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { type Ended, outcry } from '../testing/outcry-process.ts';
import { FRAMEWORK } from '../testing/small-session.ts';

const GUIDE_SCENARIO = exampleFiles('murmur');

const folder = temporaryFolder();
const murmur = join(folder, 'kept', 'murmur');
const broken = join(folder, 'kept', 'broken');

const run = (...args: string[]): Promise<Ended> =>
  outcry(args, randomUUID(), { OUTCRY_SCENARIOS: join(folder, 'kept') }).ended;

beforeAll(() => {
  for (const dir of [murmur, broken]) mkdirSync(dir, { recursive: true });
  for (const [file, text] of Object.entries(GUIDE_SCENARIO)) writeFileSync(join(murmur, file), text);
  writeFileSync(join(broken, 'scenario.ts'), 'export default {\n  name: ;\n};');
});

test('the help lists it, and names the broken one', async () => {
  const { code, stdout, stderr } = await run('run', '--help', 'all');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/murmur {2,}every client talks to the server/)]);
  expect(stderr).toMatch(/skipped a scenario: \S*kept\/broken\/scenario\.ts: cannot be loaded/);
});

test('it is run', async () => {
  const what = ['--scenario', 'murmur', '--rate', '20', '--messages', '5', '--swarm', 'console', '--clients', '2'];
  const short = ['--runs', '1', '--warmup', '0', '--preflight', '0', '--no-live', '--results', join(folder, 'results')];
  const { code, stdout, stderr } = await run('run', '--frameworks', FRAMEWORK, ...what, ...short, '--json');
  expect([code, stderr]).toEqual([0, expect.stringContaining('measuring')]);
  expect(JSON.parse(stdout).runs).toMatchObject([{ scenario: 'murmur', valid: true }]);
  expect(readdirSync(murmur).sort()).toEqual(Object.keys(GUIDE_SCENARIO).sort());
});
