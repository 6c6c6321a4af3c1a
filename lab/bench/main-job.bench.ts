/**
 * The main job against the least that it can cost: study A's load (30 Firefox with two clients each, every message to everybody, 7,200
 * deliveries per second) by a bare page in plain Firefox processes, and by `./outcry run`. Both in turn, with each priority that this
 * user may give and with none, each round on a fresh server and fresh browsers: some 105 s, an hour and a half in all. Every app that has
 * `bench/bare-page.mjs` is measured.
 */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { mean, median } from 'simple-statistics';
import { CpuWait } from '../../loadtests/monitor/cpu-wait.ts';
import { runFigure } from '../../merge/statistics/means.ts';
import { buildApp } from '../../setup/apps/build/build.ts';
import { type App, readApps } from '../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';
import { ensureBrowser } from '../../setup/tools/browser.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { AutogroupPriority } from '../../system/priority/autogroup.ts';
import { ControlGroupPriority } from '../../system/priority/control-groups.ts';
import { beginPriority, endPriority } from '../../system/priority/current.ts';
import type { PriorityMechanism } from '../../system/priority/mechanism.ts';
import { processTree } from '../../system/process-tree.ts';
import { onExit } from '../../system/processes.ts';
import type { Benchmark } from './bench.ts';
import { distributionIn, meanOfGauge, outcryRun } from './outcry-run.ts';
import { PlainFirefoxes } from './plain-firefox.ts';

const BROWSERS = 30;
const CLIENTS = 60;
interface Priority {
  name: string;
  rounds: number;
  /** Null: there is none to make; it returns null where this user may not. */
  make: (() => PriorityMechanism | null) | null;
  /** Options of `./outcry run`. */
  words: string[];
  /** True if Outcry is kept from making control groups. */
  asUser: boolean;
}

/**
 * The server's ways to its priority, what Outcry is told, and the number of rounds. The interval of a ratio near 1 needs them; what priority
 * changes is many times as large. A user without root has autogroups.
 */
const PRIORITIES: readonly Priority[] = [
  { name: 'control groups', rounds: 6, make: () => ControlGroupPriority.make(), words: [], asUser: false },
  { name: 'autogroups', rounds: 6, make: () => AutogroupPriority.make(), words: [], asUser: true },
  { name: 'no priority', rounds: 1, make: null, words: ['--no-priority'], asUser: false },
];
const WARM_UP_SECONDS = 10;
const LOAD = { clients: CLIENTS, rate: 2, messages: 30, giveUpMs: 60_000 };
const PHASES = { together: 0, spread: 1 } as const;
const AIM = 1.2;

type Phase = keyof typeof PHASES;

interface Figures {
  delivered: number;
  meanMs: number;
  p99Ms: number;
  /** From when messages were due. */
  dueMeanMs: number;
  dueP99Ms: number;
  /** Share of the test that the server's busiest thread waited for a CPU, %. */
  serverWaitPercent: number;
  flags?: string;
}

const bareOf = (app: App): string => join(app.dir, 'bench', 'bare-page.mjs');

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** A folder with the app's pages and the plain one. */
async function pagesOf(app: App): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-pages-'));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(app.dir, 'dist', 'public'), folder, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'plain-page.mjs')],
    alias: { 'bare-page': bareOf(app) },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  });
  writeFileSync(join(folder, 'plain.js'), outputFiles[0]!.text);
  writeFileSync(join(folder, 'plain.html'), '<!doctype html><script type="module" src="plain.js"></script>');
  return folder;
}

async function plainRound(app: App, pages: string, binary: string, phase: Phase): Promise<Figures> {
  const server = await startServer(app, { env: { STATIC_DIR: pages } });
  const browsers = new PlainFirefoxes(BROWSERS);
  try {
    await browsers.launch(binary, server.url, CLIENTS);
    const plan = { ...LOAD, spread: PHASES[phase] };
    await browsers.run({ ...plan, messages: WARM_UP_SECONDS * LOAD.rate });
    let wait: CpuWait | undefined;
    const results = await browsers.run(plan, () => {
      wait = new CpuWait(() => processTree(server.pid), monotonicMs());
    });
    wait!.sample(monotonicMs());
    const [fromSent, fromDue] = [results.flatMap((one) => one.fromSent), results.flatMap((one) => one.fromDue)];
    return {
      delivered: results.reduce((sum, { delivered }) => sum + delivered, 0),
      meanMs: mean(fromSent),
      p99Ms: percentile(fromSent, 0.99),
      dueMeanMs: mean(fromDue),
      dueP99Ms: percentile(fromDue, 0.99),
      serverWaitPercent: wait!.end()!.busiestPercent[0]!,
    };
  } finally {
    await browsers.close();
    await server.stop();
  }
}

async function outcryRound(app: App, phase: Phase, { words, asUser }: Priority): Promise<Figures> {
  const load = ['--profile', 'study', '--frameworks', app.id, '--transports', 'websocket', '--phase', phase];
  const record = await outcryRun([...load, '--warmup', String(WARM_UP_SECONDS), ...words], asUser);
  const [sent, due] = [distributionIn(record, 'fromSent'), distributionIn(record, 'fromDue')];
  const delivered = record.metrics.receivedByClients;
  return {
    delivered: delivered?.kind === 'count' ? (delivered.total ?? 0) : 0,
    meanMs: sent.mean,
    p99Ms: sent.p99,
    dueMeanMs: due.mean,
    dueP99Ms: due.p99,
    serverWaitPercent: meanOfGauge(record, 'serverCpuWait'),
    flags: record.validity.map(({ code }) => code).join(' '),
  };
}

function isPossible({ make }: Priority): boolean {
  const mechanism = make?.();
  mechanism?.close();
  return mechanism !== null;
}

async function measure(app: App, binary: string, say: (line: string) => void) {
  await buildApp(app, say);
  const pages = await pagesOf(app);
  const sides = (Object.keys(PHASES) as Phase[]).flatMap((phase) =>
    PRIORITIES.filter(isPossible).flatMap((priority) =>
      ['plain', 'Outcry'].map((side) => ({
        priority,
        name: `${phase}, ${priority.name}, ${side}`,
        phase,
        plain: side === 'plain',
      })),
    ),
  );
  const found = new Map<string, Figures[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < Math.max(...sides.map(({ priority }) => priority.rounds)); round += 1) {
    const now = sides.filter(({ priority }) => round < priority.rounds);
    // Every second round goes backwards: what drifts meets no side more than another.
    for (const { name, phase, priority, plain } of round % 2 === 0 ? now : now.toReversed()) {
      const mechanism = plain ? priority.make?.() : null;
      if (mechanism) beginPriority(mechanism);
      try {
        const figures = plain ? await plainRound(app, pages, binary, phase) : await outcryRound(app, phase, priority);
        found.get(name)!.push(figures);
        say(
          `    ${round + 1} ${name}: mean ${figures.meanMs.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(0)} ms, from due ` +
            `${figures.dueMeanMs.toFixed(1)} and ${figures.dueP99Ms.toFixed(0)} ms, the server waited ` +
            `${figures.serverWaitPercent.toFixed(1)} %, ${figures.delivered} delivered ${figures.flags ?? ''}`,
        );
      } finally {
        endPriority();
      }
    }
  }
  return Object.fromEntries(
    sides.map(({ name, plain }) => {
      const runs = found.get(name)!;
      const of = (field: 'meanMs' | 'p99Ms' | 'dueMeanMs' | 'serverWaitPercent') => runs.map((run) => run[field]);
      const summary = {
        meanMs: median(of('meanMs')),
        p99Ms: median(of('p99Ms')),
        dueMeanMs: median(of('dueMeanMs')),
        serverWaitPercent: median(of('serverWaitPercent')),
        runs,
      };
      if (plain) return [name, summary];
      const bare = found.get(name.replace('Outcry', 'plain'))!;
      return [
        name,
        {
          ...summary,
          toPlain: ratioOf(
            of('meanMs'),
            bare.map(({ meanMs }) => meanMs),
          ),
        },
      ];
    }),
  );
}

/** Mean of the rounds' ratios with its 95 % interval. */
function ratioOf(values: readonly number[], to: readonly number[]) {
  const { mean, low, high } = runFigure(values.map((value, round) => value / to[round]!))!;
  return { ratio: mean, low, high, aim: AIM };
}

async function run(say: (line: string) => void) {
  const { browser } = await ensureBrowser('firefox', say);
  const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const app of readApps().filter((candidate) => existsSync(bareOf(candidate)))) {
    say(`  ${app.id}`);
    results[app.id] = await measure(app, browser, say);
  }
  return { browsers: BROWSERS, clients: CLIENTS, expectedDeliveries: CLIENTS * CLIENTS * LOAD.messages, ...results };
}

export default { name: 'main-job', run } satisfies Benchmark;
