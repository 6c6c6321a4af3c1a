/** A real session whose server and swarm are kept to cores of their own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '../protocol/run-record.ts';
import { readApps } from '../setup/apps/manifest.ts';
import { allowedCpus, cpuList } from '../system/cpus.ts';
import { leftRunning, nothingLeft, outcry } from './testing/outcry-process.ts';

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
  '0',
];

test('a server has the cores that it was given, its swarm the others, and so it is when the session is resumed', async () => {
  const results = mkdtempSync(join(tmpdir(), 'outcry-pin-'));
  const trace = `${process.pid}-pin`;
  const all = allowedCpus()!;
  const last = String(all.at(-1));
  const others = cpuList(all.slice(0, -1));
  try {
    const run = ['run', '--frameworks', FRAMEWORK, '--runs', '2', '--results', results, '--no-live', ...SHORT];
    const session = outcry([...run, '--pin', '--server-cpus', last], trace);
    await session.says(/#1: measuring/);
    const cpusOf = (part: string): string[] =>
      leftRunning(trace).flatMap(({ pid, command }) => (command.includes(part) ? cpuList(allowedCpus(pid) ?? []) : []));
    expect(cpusOf('dist/server.mjs')).toEqual([last]);
    expect(cpusOf('console-worker')).toEqual([others]);
    expect(cpusOf('monitor.mjs')).toEqual([others]);
    await session.says(/#1: mean/);
    session.child.kill('SIGINT');
    await session.ended;
    const resumed = outcry(['run', '--resume', '--results', results, '--look', '0', '--no-live'], trace);
    expect((await resumed.ended).code).toBe(0);
    const files = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /-0\d\.json$/.test(name),
    );
    const records = files.map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')) as RunRecord);
    const placement = { server: 'process', serverCpus: last, swarmCpus: others };
    expect(records.map(({ identity }) => identity.placement)).toEqual([placement, placement]);
    await nothingLeft(trace);
  } finally {
    for (const { pid } of leftRunning(trace)) process.kill(pid, 'SIGKILL');
    rmSync(results, { recursive: true, force: true });
  }
});
