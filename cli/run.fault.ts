/** What happens to a session when something is killed, full or taken. With console swarms: the quickest real thing. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApps } from '../setup/apps/manifest.ts';
import { leftRunning, nothingLeft, outcry } from './testing/outcry-process.ts';

let results: string;
let trace: string;
let count = 0;

beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'outcry-fault-'));
  count += 1;
  trace = `${process.pid}-${count}`;
});
afterEach(async () => {
  for (const { pid } of leftRunning(trace)) process.kill(pid, 'SIGKILL');
  rmSync(results, { recursive: true, force: true });
});

/** The first app there is; nothing here depends on which. */
const FRAMEWORK = readApps()[0]!.id;
const SHORT = [
  '--swarm',
  'console',
  '--clients',
  '4',
  '--rate',
  '10',
  '--messages',
  '20',
  '--warmup',
  '0',
  '--look',
  '0.2',
  '--no-live',
];
const run = (...more: string[]) =>
  outcry(['run', '--frameworks', FRAMEWORK, '--results', results, ...SHORT, ...more], trace);
const records = (): string[] =>
  readdirSync(results, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.includes('.session'))
    .sort();

describe('a session', () => {
  test('counts every message and ends with 0', async () => {
    const { code, stdout } = await run('--runs', '1', '--json').ended;
    const [measured] = JSON.parse(stdout).runs;
    expect(measured).toMatchObject({
      sentByClients: 80,
      receivedByServer: 80,
      sentByServer: 320,
      deliveredToClients: 320,
      valid: true,
    });
    expect(code).toBe(0);
    await nothingLeft(trace);
  });

  test('looks at the machine before it begins, and keeps what it saw', async () => {
    const { stderr, stdout } = await run('--runs', '1').ended;
    const said = stderr.match(/^Left alone for 0\.\d+ s .* a loopback round trip took .*$/m)![0];
    expect(stdout).toContain(said);
    const { machineLook } = JSON.parse(readFileSync(join(results, records()[0]!), 'utf8'));
    expect(machineLook.loopback.p50).toBeGreaterThan(0);
  });

  test('that is interrupted leaves nothing running, keeps what it has, and is resumed without repeating it', async () => {
    const interrupted = run('--runs', '3');
    await interrupted.says(/#1: mean/);
    interrupted.child.kill('SIGINT');
    expect((await interrupted.ended).code).toBe(130);
    await nothingLeft(trace);
    const [first] = records();
    expect(first).toMatch(/-websocket-01\.json$/);

    const resumed = await outcry(['run', '--resume', '--results', results, '--look', '0', '--no-live', '--json'], trace)
      .ended;
    expect(resumed.code).toBe(0);
    expect(records()).toHaveLength(3);
    expect(records()[0]).toBe(first);
    expect(resumed.stderr).not.toMatch(/#1: mean/);
    expect(JSON.parse(resumed.stdout).runs).toHaveLength(3);
  });

  test('that is killed leaves nothing running, though nothing is started again', async () => {
    const killed = run('--runs', '3', '--messages', '200');
    await killed.says(/measuring/);
    killed.child.kill('SIGKILL');
    await killed.ended.catch(() => {});
    await nothingLeft(trace);
  });

  test('whose server is killed keeps an invalid run, goes on with the next, and ends with 4', async () => {
    const session = run('--runs', '2', '--messages', '100', '--json');
    await session.says(/#1: measuring/);
    const server = leftRunning(trace).find(({ command }) => command.includes('dist/server.mjs'))!;
    process.kill(server.pid, 'SIGKILL');
    const { code, stdout } = await session.ended;
    const [first, second] = JSON.parse(stdout).runs;
    expect(first.valid).toBe(false);
    expect(first.validity.map((finding: { code: string }) => finding.code)).toContain('server-restarted');
    expect(second.valid).toBe(true);
    expect(code).toBe(4);
  });

  test('that loses a worker keeps an invalid run with client-died', async () => {
    const session = run('--runs', '1', '--messages', '100', '--clients-per-worker', '2', '--json');
    await session.says(/#1: measuring/);
    const workers = leftRunning(trace).filter(({ command }) => command.includes('console-worker'));
    expect(workers).toHaveLength(2);
    process.kill(workers[1]!.pid, 'SIGKILL');
    const { code, stdout } = await session.ended;
    const [first] = JSON.parse(stdout).runs;
    expect(first.validity.map((finding: { code: string }) => finding.code)).toContain('client-died');
    expect(code).toBe(4);
  });

  test('that cannot write its results says so before it measures', async () => {
    const file = join(results, 'a-file');
    writeFileSync(file, '');
    const { code, stderr } = await outcry(['run', '--frameworks', FRAMEWORK, '--results', file, ...SHORT], trace).ended;
    expect(stderr).toMatch(/cannot write to the results folder .*a-file/);
    expect(code).toBe(4);
  });
});

test('a port that is taken is said, with what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const { code, stderr } = await outcry(['charts', '--port', String(port), '--results', results], trace).ended;
  taken.close();
  expect(stderr).toMatch(new RegExp(`port ${port} is taken`));
  expect(code).toBe(3);
});

test('wrong use ends with 2 and names what there is', async () => {
  const { code, stderr } = await outcry(['run', '--frameworks', 'no-such-thing'], trace).ended;
  expect(stderr).toMatch(/no framework "no-such-thing"; there is: /);
  expect(code).toBe(2);
  expect(existsSync(join(results, 'session'))).toBe(false);
});
