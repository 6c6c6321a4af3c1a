/**
 * The agent on another machine: it is sent over standard input, keeps files, starts programs and passes messages on. It ends, with all it
 * started, when its input ends or nothing has come for 20 s.
 */
import { Socket } from 'node:net';
import { cpus, hostname, networkInterfaces, release, totalmem, type } from 'node:os';
import { createInterface } from 'node:readline';
import { hostId } from '../../host-id.ts';
import { openFiles } from '../../limits.ts';
import { monotonicMs } from '../../monotonic.ts';
import { readOr } from '../../read-or.ts';
import {
  type AgentAbout,
  type AgentAnswer,
  type AgentRequest,
  BEAT_MS,
  type FromAgent,
  MOST_MISSED,
  type ToAgent,
} from '../messages.ts';
import { Cache } from './cache.ts';
import { Programs } from './programs.ts';

const GRACE_MS = 3_000;

/** What every message begins with. */
const marker = process.argv[1] ?? '';
/** It does not block where the other end has stopped reading: the agent must be able to end then. */
const output: NodeJS.WritableStream = readOr(
  () => new Socket({ fd: 1, readable: false, writable: true }),
  process.stdout,
);

function say(said: FromAgent): void {
  output.write(`${marker}${JSON.stringify(said)}\n`);
}

const cache = new Cache();
const programs = new Programs(say);

async function answer(request: AgentRequest): Promise<AgentAnswer> {
  switch (request.do) {
    case 'have':
      return { paths: request.files.map((file) => cache.find(file)) };
    case 'keep':
      return { path: cache.keep(request.file) };
    case 'folder':
      return { path: cache.folder(request.name, request.files) };
    case 'start':
      return { pid: await programs.start(request) };
    case 'end':
      await programs.end(request.id, request.graceMs);
      return {};
    case 'clock':
      return { at: monotonicMs() };
  }
}

async function obey(said: ToAgent): Promise<void> {
  if (said.do === 'beat') return;
  if (said.do === 'piece') return cache.take(said.file, said.data);
  if (said.do === 'send') return programs.send(said.id, said.message);
  const { number } = said;
  try {
    say({ says: 'done', number, error: null, ...(await answer(said)) });
  } catch (error) {
    say({ says: 'done', number, error: (error as Error).message });
  }
}

let ending = false;

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await programs.close(GRACE_MS);
  // Not by `exit`, which would wait for output that nobody reads.
  process.kill(process.pid, 'SIGKILL');
  // The first process of a container cannot be killed from within.
  process.exit();
}

function about(): AgentAbout {
  const processors = cpus();
  return {
    name: hostname(),
    id: hostId(),
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    kernel: `${type()} ${release()}`,
    node: process.version,
    addresses: Object.values(networkInterfaces()).flatMap((all = []) =>
      all.flatMap(({ internal, address }) => (internal ? [] : [address])),
    ),
    pid: process.pid,
    openFiles: openFiles()?.soft ?? null,
  };
}

let missed = 0;
output.on('error', end);
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, end);
const lines = createInterface({ input: process.stdin });
process.stdin.on('data', () => {
  missed = 0;
});
process.stdin.on('error', end);
lines.on('line', (line) => void obey(JSON.parse(line) as ToAgent).catch(end));
lines.on('close', end);
process.on('uncaughtException', (error) => {
  console.error(`the agent of Outcry failed: ${error.message}`);
  void end();
});
setInterval(() => {
  say({ says: 'beat' });
  missed += 1;
  if (missed >= MOST_MISSED) void end();
}, BEAT_MS);
say({ says: 'up', about: about() });
