/** Hostile inputs for one framework: a server, all of its transports in turn, its memory, and what it can still do afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter, Transport } from '../../protocol/socket.ts';
import { type App, transportsOf, verbsOf } from '../../setup/apps/manifest.ts';
import { type Server, startServer } from '../../setup/apps/server-process.ts';
import { nameOf } from '../../setup/apps/versions.ts';
import { checksAfterwards } from './afterwards.ts';
import { type FuzzCounts, type FuzzTarget, fuzzTransport } from './fuzz-transport.ts';
import { judgeMemory, type MemoryVerdict, memoryOf } from './memory.ts';

export interface FuzzOptions {
  /** Over all transports together, in equal parts. */
  inputs: number;
  seed: number;
  /** Null: all that console clients can use. */
  transports: Transport[] | null;
}

export interface Fuzzed {
  framework: string;
  label: string;
  seed: number;
  seconds: number;
  /** By transport. */
  counts: Record<string, FuzzCounts>;
  /** Null where there were too few inputs to tell. */
  memory: MemoryVerdict | null;
  /** Checks that the server passed afterwards. */
  checks: number;
  /** What did not hold, a sentence each. */
  problems: string[];
}

/** How often memory is sampled. */
const SAMPLES = 20;
/** Fewer inputs than that only fill caches. */
const ENOUGH_INPUTS = 100_000;

export async function fuzzApp(app: App, options: FuzzOptions, say: (line: string) => void): Promise<Fuzzed> {
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const scratch = mkdtempSync(join(tmpdir(), 'outcry-fuzz-'));
  const databaseUrl = app.databases.includes('sqlite') ? `sqlite:${join(scratch, 'auction.sqlite')}` : undefined;
  const server = await startServer(app, databaseUrl === undefined ? {} : { databaseUrl });
  try {
    return await withServer({ app, adapter, server }, options, say);
  } finally {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function withServer(
  target: FuzzTarget,
  { inputs, seed, transports }: FuzzOptions,
  say: (line: string) => void,
): Promise<Fuzzed> {
  const { app, server } = target;
  const begun = performance.now();
  const result: Fuzzed = {
    framework: nameOf(app),
    label: app.label,
    seed,
    seconds: 0,
    counts: {},
    memory: null,
    checks: 0,
    problems: [],
  };
  const chosen = transportsOf(app, 'console').filter((transport) => transports?.includes(transport) ?? true);
  const memory = new MemorySampler(server, inputs / SAMPLES);
  try {
    let before = 0;
    for (const transport of chosen) {
      const part = { inputs: Math.ceil(inputs / chosen.length), seed };
      const counts = await fuzzTransport(target, transport, part, (sofar) => memory.at(before + sofar.inputs));
      before += counts.inputs;
      result.counts[transport] = counts;
      say(`${nameOf(app)} ${transport}: ${counts.inputs} inputs, ${counts.ended} ended or not answered`);
    }
    for (const transport of chosen) {
      if (verbsOf(app, transport).length === 0) continue;
      const { passed, failed } = await checksAfterwards(target, transport);
      result.checks += passed;
      result.problems.push(...failed.map((sentence) => `afterwards, over ${transport}: ${sentence}`));
    }
  } catch (error) {
    result.problems.push((error as Error).message);
  }
  result.seconds = (performance.now() - begun) / 1000;
  if (inputs >= ENOUGH_INPUTS && memory.samples.length > 4) {
    result.memory = judgeMemory(memory.samples);
    if (!result.memory.level) result.problems.push('its memory was not level');
  }
  return result;
}

/** Takes a sample of a server's memory before the first input and after every so many. */
class MemorySampler {
  readonly samples: number[];
  readonly #server: Server;
  readonly #every: number;

  constructor(server: Server, every: number) {
    this.#server = server;
    this.#every = every;
    this.samples = [memoryOf(server.pid)];
  }

  /** There have been so many inputs now. */
  at(inputs: number): void {
    while (this.samples.length <= inputs / this.#every) this.samples.push(memoryOf(this.#server.pid));
  }
}
