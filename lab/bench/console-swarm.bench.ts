/**
 * Compares the CPU of the console swarm with that of a bare loop on the framework's own client library doing the same work: each client
 * connects and makes 10 echo round trips, 10 a second. Every app that has `bench/bare-loop.mjs` is measured; swarm and bare
 * loop take turns, so that whatever else the machine does meets both.
 *
 * The aim is at most 1.15 times the bare loop's CPU, with the default number of workers. Several workers
 * cost more than one process because each has to start, load the client library and warm its compiler; that is the price of
 * latencies that a crowded event loop does not distort, and `fourWorkers` shows it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { median } from 'simple-statistics';
import { ConsoleSwarm } from '../../client-launcher/console/swarm.ts';
import { countOf, runTest } from '../../loadtests/session/measure/run-test.ts';
import { buildApp } from '../../setup/apps/build/build.ts';
import { type App, clientVersionIn, readApps, transportsOf } from '../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';
import type { Benchmark } from './bench.ts';
import { cpuSecondsWithEndedChildren, peakMemoryBytes } from './process-cost.ts';

const MESSAGES = 10;
const PAYLOAD_BYTES = 64;
/** Messages per second and client. */
const RATE = 10;
const PARAMS = { rate: RATE, messages: MESSAGES, payload: PAYLOAD_BYTES, phase: 'together' };
const PAIRS = 5;
const AIM = 1.15;

interface Comparison {
  clients: number;
  /** Absent: the default. */
  clientsPerWorker?: number;
}

const COMPARISONS: Record<string, Comparison> = {
  byDefault: { clients: 1000 },
  few: { clients: 250 },
  fourWorkers: { clients: 1000, clientsPerWorker: 250 },
};

interface Cost {
  cpuSeconds: number;
  peakMemoryBytes: number;
}

async function cost(work: () => Promise<number>): Promise<Cost> {
  const before = cpuSecondsWithEndedChildren();
  const memory = await work();
  return { cpuSeconds: cpuSecondsWithEndedChildren() - before, peakMemoryBytes: memory };
}

/** Everything of the load side: the workers from start to end, and this process telling them what to do. */
function swarmCost(app: App, url: string, comparison: Comparison): Promise<Cost> {
  const { clients } = comparison;
  return cost(async () => {
    const swarm = new ConsoleSwarm(comparison);
    try {
      await swarm.launch();
      const transport = transportsOf(app, 'console')[0]!;
      await swarm.connect({ framework: app.id, url, transport, clients });
      const { metrics, error } = await runTest(swarm, PARAMS);
      const came = countOf(metrics.fromSent);
      if (came !== clients * MESSAGES) throw new Error(`${came} of ${clients * MESSAGES} round trips: ${error}`);
      return peakMemoryBytes(swarm.pids());
    } finally {
      await swarm.close();
    }
  });
}

function bareCost(app: App, url: string, { clients }: Comparison): Promise<Cost> {
  return cost(async () => {
    const numbers = [clients, MESSAGES, RATE, PAYLOAD_BYTES].map(String);
    const { stdout } = await execa(process.execPath, [bareLoopOf(app), url, ...numbers]);
    const { roundTrips, maxRssBytes } = JSON.parse(stdout) as { roundTrips: number; maxRssBytes: number };
    if (roundTrips !== clients * MESSAGES) throw new Error(`the bare loop made ${roundTrips} round trips`);
    return maxRssBytes;
  });
}

const bareLoopOf = (app: App): string => join(app.dir, 'bench', 'bare-loop.mjs');

const SIDES = { bare: bareCost, swarm: swarmCost };

async function compare(app: App, comparison: Comparison, say: (line: string) => void) {
  const runs: Record<keyof typeof SIDES, Cost[]> = { bare: [], swarm: [] };
  for (let pair = 0; pair <= PAIRS; pair++) {
    for (const side of ['bare', 'swarm'] as const) {
      const server = await startServer(app);
      try {
        const run = await SIDES[side](app, server.url, comparison);
        say(`    ${pair}: ${side} ${run.cpuSeconds.toFixed(2)} s of CPU`);
        if (pair > 0) runs[side].push(run); // the first warms file caches and this process
      } finally {
        await server.stop();
      }
    }
  }
  const of = (side: keyof typeof SIDES, field: keyof Cost) => runs[side].map((run) => run[field]);
  const ratio = (field: keyof Cost) => median(of('swarm', field)) / median(of('bare', field));
  const megabytes = (side: keyof typeof SIDES) => Math.round(median(of(side, 'peakMemoryBytes')) / 1e6);
  return {
    ...comparison,
    cpuRatio: ratio('cpuSeconds'),
    memoryRatio: ratio('peakMemoryBytes'),
    bareCpuSeconds: of('bare', 'cpuSeconds'),
    swarmCpuSeconds: of('swarm', 'cpuSeconds'),
    bareMemoryMB: megabytes('bare'),
    swarmMemoryMB: megabytes('swarm'),
  };
}

async function measure(app: App, say: (line: string) => void) {
  await buildApp(app, say);
  const results: Record<string, Awaited<ReturnType<typeof compare>>> = {};
  for (const [name, comparison] of Object.entries(COMPARISONS)) {
    say(`  ${app.id}, ${name}`);
    results[name] = await compare(app, comparison, say);
  }
  const client = `${app.consoleClientPackage ?? app.clientPackage} ${clientVersionIn(app, 'console')}`;
  return { client, ...results };
}

async function run(say: (line: string) => void) {
  const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const app of readApps().filter((candidate) => existsSync(bareLoopOf(candidate)))) {
    results[app.id] = await measure(app, say);
  }
  return { messages: MESSAGES, ratePerSecond: RATE, pairs: PAIRS, aimCpuRatioByDefault: AIM, ...results };
}

export default { name: 'console-swarm', run } satisfies Benchmark;
