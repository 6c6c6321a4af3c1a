/** Workers that join, as the commands that they are; one is killed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApps } from '../setup/apps/manifest.ts';
import { leftRunning, nothingLeft, type Outcry, outcry } from './testing/outcry-process.ts';

/** The first app there is; nothing here depends on which. */
const FRAMEWORK = readApps()[0]!.id;
const TOKEN = 'a-token-for-this-test';
const SHORT = '--swarm console --clients 4 --rate 10 --messages 30 --warmup 0 --look 0 --no-live'.split(' ');

let results: string;
const trace = `${process.pid}-join`;

beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'outcry-join-'));
});
afterEach(() => {
  for (const { pid } of leftRunning(trace)) process.kill(pid, 'SIGKILL');
  rmSync(results, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const run = (env: Record<string, string>, ...more: string[]): Outcry =>
  outcry(['run', '--frameworks', FRAMEWORK, '--results', results, ...SHORT, ...more], trace, env);

test('two workers that join count every message; one that is killed is told, and another takes its place', async () => {
  const port = await freePort();
  const worker = (token = TOKEN): Outcry =>
    outcry(['worker', '--join', `ws://127.0.0.1:${port}`], trace, { OUTCRY_JOIN_TOKEN: token });
  const first = worker();
  await first.says(/no runner at .* trying again/);
  const session = run({ OUTCRY_JOIN_TOKEN: TOKEN }, '--workers', '2', '--join', String(port), '--runs', '3', '--json');
  await session.says(/1 worker is missing of 2/);
  const stranger = await worker('another-token-for-this-test').ended;
  expect([stranger.code, stranger.stderr]).toEqual([2, expect.stringContaining('the join token is another one')]);
  const second = worker();
  await session.says(/#2: measuring/);
  process.kill(second.child.pid!, 'SIGKILL');
  const third = worker();

  const { code, stdout, stderr } = await session.ended;
  const [good, broken, again] = JSON.parse(stdout).runs;
  const whole = { sentByClients: 120, receivedByServer: 120, sentByServer: 480, deliveredToClients: 480, valid: true };
  expect([good, again]).toEqual([expect.objectContaining(whole), expect.objectContaining(whole)]);
  expect(broken.validity).toContainEqual({
    code: 'client-died',
    level: 'fatal',
    message: expect.stringMatching(/member \d died \(the worker on \S+ vanished: its connection ended\)/),
  });
  expect(code).toBe(4);
  expect([(await first.ended).code, (await third.ended).code]).toEqual([0, 0]);
  await nothingLeft(trace);

  const records = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /-0\d\.json$/.test(file),
  );
  const [record, ...others] = records.sort().map((file) => readFileSync(join(results, file), 'utf8'));
  expect(JSON.parse(record!).identity.placement).toEqual({ server: 'process', workers: 'joined' });
  // Both ran on this machine, which is one machine and has one clock.
  expect(JSON.parse(record!).hosts).toEqual([
    expect.objectContaining({ members: 2, node: process.version, clock: { errorMs: 0, driftMs: null } }),
  ]);
  for (const text of [record!, ...others, stdout, stderr]) expect(text).not.toContain(TOKEN);
});

test('without a terminal a token is not made, since it could not be shown', async () => {
  const { code, stderr } = await run({}, '--workers', '2', '--join', '0').ended;
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--join needs a token in OUTCRY_JOIN_TOKEN/)]);
});
