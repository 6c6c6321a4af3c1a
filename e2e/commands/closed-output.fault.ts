/** Commands whose reader goes away, as in `./outcry --help | head -3`: they end, say nothing of it, and leave nothing running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { leftRunning, nothingLeft, outcry, traced } from '../testing/outcry-process.ts';

let folder: string;
let trace: string;
let count = 0;

beforeEach(() => {
  folder = temporaryFolder();
  count += 1;
  trace = `pipe-${process.pid}-${count}`;
});

afterEach(() => {
  for (const { pid } of leftRunning(trace)) process.kill(pid, 'SIGKILL');
});

/** Runs a command whose stdout has no reader from the start. */
async function unread(...args: string[]) {
  const { child, ended } = outcry(args, trace);
  child.stdout!.destroy();
  const { code, stderr } = await ended;
  await nothingLeft(trace);
  return { code, stderr };
}

test('a command that had nothing more to say ends as it would have ended', async () => {
  expect(await unread('--help')).toEqual({ code: 0, stderr: expect.not.stringMatching(/bug|EPIPE/) });
});

test('one that would go on for ever ends', async () => {
  const { code, stderr } = await unread('charts', '--port', '0', '--results', folder);
  expect(stderr).not.toMatch(/bug|EPIPE/);
  expect(code).toBe(130);
});

test('one that says for long how far it is ends with what it has started, when that goes into a pipe that is closed', async () => {
  const [app] = readApps();
  const options = [
    '--swarm',
    'console',
    '--clients',
    '2',
    '--runs',
    '1000',
    '--warmup',
    '0',
    '--preflight',
    '0.2',
    '--no-live',
  ];
  const command = ['run', '--frameworks', app!.id, '--results', folder, ...options];
  const piped = ['-c', '"$0" "$@" 2>&1 | head -n 2; exit $PIPESTATUS', join(ROOT, 'outcry'), ...command];
  const shell = spawn('bash', piped, { stdio: ['ignore', 'pipe', 'inherit'], env: traced(trace) });
  let printed = '';
  shell.stdout.on('data', (data) => {
    printed += data;
  });
  const [code] = await once(shell, 'close');
  expect(printed.trim().split('\n')).toHaveLength(2);
  expect(code).toBe(130);
  await nothingLeft(trace);
});
