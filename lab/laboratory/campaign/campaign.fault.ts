/** A short campaign, the same each time: twenty-five faults in sessions with console swarms. */
import { join } from 'node:path';
import { execa } from 'execa';
import { platformAlone, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../../system/root.ts';
import { faultsInTheWay } from './candidates.ts';
import type { Fault } from './fault.ts';
import type { Outcome } from './faulted-session.ts';

/** The platform alone, and one with a process below its server: faults are done to Outcry, whatever the framework. */
const APPS = [platformAlone(), readApps().find(({ substitute }) => substitute !== undefined)!];
const ARGUMENTS = ['campaign', '--faults', '25', '--seed', '3', '--parallel', '3', '--json'];
const ONLY = ['--apps', APPS.map(({ id }) => id).join(',')];

test('after any fault no finished record is lost, it is reported, the session can be resumed, and nothing is left', async () => {
  const argv = ['--import', 'tsx', join(ROOT, 'lab/laboratory/main.ts'), ...ARGUMENTS, ...ONLY];
  const options = { cwd: ROOT, reject: false, stdin: 'ignore', stderr: 'inherit' } as const;
  const { stdout } = await execa(process.execPath, argv, options);
  const { outcomes } = JSON.parse(stdout) as { outcomes: Outcome[] };
  expect(outcomes).toHaveLength(25);
  expect(outcomes.flatMap(({ planned, problems }) => problems.map((text) => `${planned.number}: ${text}`))).toEqual([]);
  expect(outcomes.filter(({ hit }) => hit !== null).length).toBeGreaterThan(12);
  expect(outcomes.filter(({ reported }) => reported).length).toBeGreaterThan(0);
}, 900_000);

test('a fault on which a server does not start is not done to it', async () => {
  const env = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'not-there.mjs')}` };
  const made = { kinds: ['plain'], underneath: true, inject: async () => null } as const;
  const deadly: Fault = { ...made, name: 'an environment in which no Node.js starts', prepare: () => ({ env }) };
  const harmless: Fault = { ...made, name: 'harmless', prepare: () => ({ env: { HARMLESS: '1' } }) };
  const app = readApps().find(({ start }) => start[0] === 'node')!;
  expect(await faultsInTheWay(app, [deadly, harmless])).toEqual([deadly.name]);
}, 300_000);
