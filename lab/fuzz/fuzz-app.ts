/** Hostile inputs for one framework: a server, rounds over all of its transports, its memory, and what it can still do afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '../../protocol/socket.ts';
import { loadAdapter } from '../../setup/apps/build/build.ts';
import { type App, transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { slowness } from '../../system/slowness.ts';
import { checksAfterwards } from './checks-after-inputs.ts';
import { type FuzzCounts, type FuzzTarget, fuzzTransport } from './fuzz-transport.ts';
import { HealthProbe, waitProblem } from './health-probe.ts';
import { memoryAtRest, memoryWithoutGarbage } from './memory.ts';
import { judgeMemory, type MemorySample, type MemoryVerdict } from './memory-verdict.ts';
import { planRounds, type Turn } from './rounds.ts';

export interface FuzzOptions {
  /** Over all transports together, in equal parts. */
  inputs: number;
  seed: number;
  /** Null: all that console clients can use. */
  transports: Transport[] | null;
  /** Of these transports only the first with the most verbs is checked afterwards; default: each is. */
  briefly?: boolean;
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
  /** Of memory, before the first input and after each round. */
  samples: MemorySample[];
  /** Bytes, a second apart, after the last input. */
  atRest: number[];
  /** The longest that `/healthz` was not answered, up to the end of the checks, ms. */
  longestWaitMs: number;
  /** Checks that the server passed afterwards. */
  checks: number;
  /** Expectations that did not hold, a sentence each. */
  problems: string[];
}

/** Fewer inputs than that only fill caches. */
const ENOUGH_INPUTS = 100_000;

export async function fuzzApp(app: App, options: FuzzOptions, say: (line: string) => void): Promise<Fuzzed> {
  const adapter = await loadAdapter(app);
  const scratch = mkdtempSync(join(tmpdir(), 'outcry-fuzz-'));
  const databaseUrl = app.databases.includes('sqlite') ? `sqlite:${join(scratch, 'auction.sqlite')}` : undefined;
  const shortLived = options.briefly ?? false;
  const server = await startServer(app, { shortLived, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  try {
    return await withServer({ app, adapter, server }, options, say);
  } finally {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function withServer(
  target: FuzzTarget,
  { inputs, seed, transports, briefly = false }: FuzzOptions,
  say: (line: string) => void,
): Promise<Fuzzed> {
  const { app } = target;
  const begun = performance.now();
  const result: Fuzzed = {
    framework: nameOf(app),
    label: app.label,
    seed,
    seconds: 0,
    counts: {},
    memory: null,
    samples: [],
    atRest: [],
    longestWaitMs: 0,
    checks: 0,
    problems: [],
  };
  const chosen = transportsOf(app, 'console').filter((transport) => transports?.includes(transport) ?? true);
  const probe = new HealthProbe(target.server.url);
  try {
    await sendRounds(target, planRounds(inputs, chosen, seed), result, say);
    if (inputs >= ENOUGH_INPUTS) {
      result.atRest = await memoryAtRest(target.server.pid);
      result.memory = judgeMemory(result.samples, result.atRest);
      result.problems.push(...result.memory.problems);
    }
    for (const transport of briefly ? ablest(app, chosen) : able(app, chosen)) {
      const { passed, failed } = await checksAfterwards(target, transport);
      result.checks += passed;
      result.problems.push(...failed.map((sentence) => `afterwards, over ${transport}: ${sentence}`));
    }
  } catch (error) {
    result.problems.push((error as Error).message);
  }
  result.longestWaitMs = await probe.stop();
  const wait = waitProblem(result.longestWaitMs, slowness());
  if (wait !== null) result.problems.push(wait);
  result.seconds = (performance.now() - begun) / 1000;
  for (const [transport, counts] of Object.entries(result.counts)) {
    say(`${result.framework} ${transport}: ${counts.inputs} inputs, ${counts.ended} ended or not answered`);
  }
  const all = [...result.samples.map(({ bytes }) => bytes), ...result.atRest];
  say(`${result.framework} memory, MB, ${result.atRest.length} of them at rest: ${all.map(megabytes).join(' ')}`);
  return result;
}

const able = (app: App, transports: readonly Transport[]): Transport[] =>
  transports.filter((transport) => verbsOf(app, transport).length > 0);

/** The first of these transports that has the most verbs; none where all have none. */
function ablest(app: App, transports: readonly Transport[]): Transport[] {
  const verbs = (transport: Transport): number => verbsOf(app, transport).length;
  return able(app, transports)
    .sort((a, b) => verbs(b) - verbs(a))
    .slice(0, 1);
}

/** Sends all `rounds`, counts in `result`, and takes a sample of memory there before the first and after each. */
async function sendRounds(
  target: FuzzTarget,
  rounds: readonly Turn[][],
  result: Fuzzed,
  say: (line: string) => void,
): Promise<void> {
  const sample = async (): Promise<MemorySample> => ({
    inputs: Object.values(result.counts).reduce((sum, { inputs }) => sum + inputs, 0),
    bytes: await memoryWithoutGarbage(target.app, target.server.pid),
  });
  result.samples.push(await sample());
  for (const [number, turns] of rounds.entries()) {
    for (const { transport, upTo, seed } of turns) {
      result.counts[transport] ??= { inputs: 0, ended: 0 };
      await fuzzTransport(target, transport, { upTo, seed }, result.counts[transport]);
    }
    const taken = await sample();
    result.samples.push(taken);
    say(
      `${result.framework} round ${number + 1} of ${rounds.length}: ${taken.inputs} inputs, ${megabytes(taken.bytes)} MB`,
    );
  }
}

const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6));
