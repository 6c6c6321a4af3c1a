/** A short campaign, the same each time: twenty-five faults in sessions with console swarms. */

import { join } from 'node:path';
import { execa } from 'execa';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';
import type { Fault } from './fault.ts';
import type { Outcome } from './trial.ts';
import { faultsInTheWay } from './usable-transports.ts';

test('whatever happens to a session, nothing finished is lost, it is told, it can be resumed, nothing is left', async () => {
  const argv = [
    '--import',
    'tsx',
    join(import.meta.dirname, 'main.ts'),
    '--faults',
    '25',
    '--seed',
    '3',
    '--parallel',
    '3',
    '--json',
  ];
  const { stdout } = await execa(process.execPath, argv, {
    cwd: ROOT,
    reject: false,
    stdin: 'ignore',
    stderr: 'inherit',
  });
  const { outcomes } = JSON.parse(stdout) as { outcomes: Outcome[] };
  expect(outcomes).toHaveLength(25);
  expect(outcomes.flatMap(({ trial, problems }) => problems.map((problem) => `${trial.number}: ${problem}`))).toEqual(
    [],
  );
  expect(outcomes.filter(({ hit }) => hit !== null).length).toBeGreaterThan(12);
  expect(outcomes.filter(({ told }) => told).length).toBeGreaterThan(0);
}, 900_000);

test('a fault on which a server does not come up is not done to it', async () => {
  const notThere = join(import.meta.dirname, 'not-there.mjs');
  const underneath: Fault = {
    name: 'an environment in which no Node.js starts',
    about: 'made up',
    scenes: ['plain'],
    underneath: true,
    prepare: () => ({ env: { NODE_OPTIONS: `--import=${notThere}` } }),
    inject: async () => null,
  };
  const harmless: Fault = { ...underneath, name: 'harmless', prepare: () => ({ env: { HARMLESS: '1' } }) };
  const app = readApps().find(({ start }) => start[0] === 'node')!;
  expect(await faultsInTheWay(app, [underneath, harmless])).toEqual([underneath.name]);
}, 300_000);
