/** `./outcry run --server docker` as a user starts it, on the Docker engine here. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApps } from '../setup/apps/manifest.ts';
import { leftRunning, nothingLeft, outcry } from './testing/outcry-process.ts';

/** The first app that needs Node.js alone. */
const FRAMEWORK = readApps().find(({ requires }) => requires.every((tool) => tool.startsWith('node')))!.id;
const SHORT = [
  '--swarm',
  'console',
  '--clients',
  '4',
  '--rate',
  '10',
  '--messages',
  '100',
  '--warmup',
  '0',
  '--look',
  '0',
];

let results: string;
let trace: string;
let count = 0;
beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'outcry-docker-'));
  count += 1;
  trace = `${process.pid}-docker-${count}`;
});
afterEach(() => {
  for (const { pid } of leftRunning(trace)) process.kill(pid, 'SIGKILL');
  rmSync(results, { recursive: true, force: true });
});

const run = () =>
  outcry(
    [
      'run',
      '--frameworks',
      FRAMEWORK,
      '--runs',
      '1',
      '--results',
      results,
      '--no-live',
      '--server',
      'docker',
      ...SHORT,
    ],
    trace,
  );

const containersOf = (pid: number): string =>
  execFileSync('docker', ['ps', '--all', '--quiet', '--filter', `name=^outcry-${pid}-`], { encoding: 'utf8' }).trim();

/** Waits until the engine has no container of that Outcry any more. */
async function noContainers(pid: number): Promise<void> {
  while (containersOf(pid) !== '') await new Promise((resolve) => setTimeout(resolve, 100));
}

test.each(['SIGINT', 'SIGKILL'] as const)('%s ends the container with the session', async (signal) => {
  const session = run();
  await session.says(/#1: measuring/);
  const pid = session.child.pid!;
  expect(containersOf(pid)).not.toBe('');
  session.child.kill(signal);
  await session.ended.catch(() => {});
  await noContainers(pid);
  await nothingLeft(trace);
});
