/**
 * What a page of the browser swarm costs over a bare one that does the same work with the framework's own client library: study A's
 * load, 30 Firefox with two clients each, every message to all; and what it is to that page that the monitor watches, as it does in
 * every run. Every app that has `bench/bare-page.mjs` is measured; the three take turns in the same browsers, so that whatever else
 * the machine does meets all.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { WebDriver } from 'selenium-webdriver';
import { spreadClients } from '../../client-launcher/browser/spread.ts';
import { BrowserSwarm } from '../../client-launcher/browser/swarm.ts';
import { distributionOf } from '../../member/distribution.ts';
import { buildApp } from '../../setup/apps/build.ts';
import { type App, readApps, transportsOf } from '../../setup/apps/manifest.ts';
import { type Server, startServer } from '../../setup/apps/server-process.ts';
import { ensureBrowser } from '../../setup/tools/browser.ts';
import { onExit } from '../../system/processes.ts';
import { Monitor } from '../monitor/monitor.ts';
import type { Bench } from './bench.ts';
import { cpuSecondsOfTrees, median } from './process-cost.ts';
import { countOf, runTest } from './run-test.ts';

const BROWSERS = 30;
const CLIENTS = 60;
const PARAMS = { rate: 2, messages: 30, payload: 0 };
/** The same load for a while, thrown away: pages compile what runs often while it runs. */
const WARM_UP = { ...PARAMS, messages: 20 };
const SIDES: Side[] = ['bare', 'member', 'watched'];
const PAIRS = 5;
const GIVE_UP_MS = 60_000;
const BEGIN_MS = 500;
const AIM = 1.1;

interface Figures {
  delivered: number;
  /** CPU time of all browsers per delivery, ms; the warm-up is not in it. */
  cpuMsPerDelivery: number;
  meanMs: number;
  p50Ms: number;
  p99Ms: number;
  /** What the monitor itself took, % of one core, where it watched. */
  monitorCpuPercent?: number;
}

type Side = 'bare' | 'member' | 'watched';

const bareOf = (app: App): string => join(app.dir, 'bench', 'bare-page.mjs');

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;

async function bundled(app: App): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [bareOf(app)],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

/** Bare pages in all browsers: empty documents of the server's origin, with the script in them. */
class BarePages {
  readonly #drivers: WebDriver[];

  constructor(drivers: WebDriver[]) {
    this.#drivers = drivers;
  }

  async connect(script: string, server: Server): Promise<void> {
    const shares = spreadClients(CLIENTS, this.#drivers.length, 'websocket');
    for (const [index, driver] of this.#drivers.entries()) {
      await driver.get(`${server.url}/healthz`);
      await driver.executeScript(script);
      await driver.executeScript('return barePage.connect(arguments[0])', shares[index]);
    }
  }

  async run(params: typeof PARAMS): Promise<{ latencies: number[]; delivered: number }> {
    const plan = { clients: CLIENTS, rate: params.rate, messages: params.messages, giveUpMs: GIVE_UP_MS };
    await Promise.all(this.#drivers.map((driver) => driver.manage().setTimeouts({ script: 2 * GIVE_UP_MS })));
    const call = 'const [plan, done] = arguments; barePage.run(plan).then(done)';
    const results = await Promise.all(
      this.#drivers.map((driver, index) =>
        // The page with the first client begins, once the others have had time to be called.
        driver.executeAsyncScript<{ latencies: number[]; delivered: number }>(call, {
          ...plan,
          beginMs: index === 0 ? BEGIN_MS : null,
        }),
      ),
    );
    return {
      latencies: results.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
      delivered: results.reduce((sum, { delivered }) => sum + delivered, 0),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#drivers.map((driver) => driver.get('about:blank')));
  }
}

async function bareFigures(swarm: BrowserSwarm, script: string, server: Server): Promise<Figures> {
  const pages = new BarePages(swarm.drivers());
  await pages.connect(script, server);
  try {
    await pages.run(WARM_UP);
    const before = cpuSecondsOfTrees(swarm.pids());
    const { latencies, delivered } = await pages.run(PARAMS);
    return {
      delivered,
      cpuMsPerDelivery: (1000 * (cpuSecondsOfTrees(swarm.pids()) - before)) / delivered,
      meanMs: latencies.reduce((sum, value) => sum + value, 0) / latencies.length,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
    };
  } finally {
    await pages.close();
  }
}

async function memberFigures(swarm: BrowserSwarm, app: App, server: Server): Promise<Figures> {
  const transport = transportsOf(app, 'browser')[0]!;
  await swarm.connect({ framework: app.id, url: server.url, transport, clients: CLIENTS });
  try {
    await runTest(swarm, WARM_UP, 'broadcast');
    const before = cpuSecondsOfTrees(swarm.pids());
    const { metrics, error } = await runTest(swarm, PARAMS, 'broadcast');
    const cpuSeconds = cpuSecondsOfTrees(swarm.pids()) - before;
    const { fromSent } = metrics;
    if (fromSent?.kind !== 'trend' || fromSent.hdr === null) throw new Error(`no latencies: ${error}`);
    const { mean, p50, p99 } = distributionOf(fromSent.hdr)!;
    const delivered = countOf(metrics.receivedByClients);
    return { delivered, cpuMsPerDelivery: (1000 * cpuSeconds) / delivered, meanMs: mean, p50Ms: p50, p99Ms: p99 };
  } finally {
    await swarm.disconnect();
  }
}

/** The same, with the monitor looking at server and browsers. */
async function watchedFigures(swarm: BrowserSwarm, app: App, server: Server): Promise<Figures> {
  const monitor = await Monitor.start();
  try {
    await monitor.begin({ by: 'tree', pid: server.pid }, swarm.pids());
    const figures = await memberFigures(swarm, app, server);
    const samples = await monitor.end();
    return { ...figures, monitorCpuPercent: samples?.ownCpuPercent ?? Number.NaN };
  } finally {
    await monitor.stop();
  }
}

async function measure(swarm: BrowserSwarm, app: App, say: (line: string) => void) {
  await buildApp(app, say);
  const script = await bundled(app);
  const runs: Record<Side, Figures[]> = { bare: [], member: [], watched: [] };
  for (let pair = 0; pair <= PAIRS; pair++) {
    // Every second turn goes backwards: what drifts meets no side more than another.
    for (const side of pair % 2 === 1 ? SIDES : SIDES.toReversed()) {
      const server = await startServer(app);
      try {
        const figures = await {
          bare: () => bareFigures(swarm, script, server),
          member: () => memberFigures(swarm, app, server),
          watched: () => watchedFigures(swarm, app, server),
        }[side]();
        if (pair > 0) runs[side].push(figures); // the first warms the browsers, which have only just started
        say(
          `    ${pair}: ${side} mean ${figures.meanMs.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(1)} ms, ` +
            `${figures.cpuMsPerDelivery.toFixed(3)} ms of CPU per delivery, ${figures.delivered} delivered`,
        );
      } finally {
        await server.stop();
      }
    }
  }
  const ratio = (field: 'cpuMsPerDelivery' | 'meanMs' | 'p50Ms' | 'p99Ms', side: Side = 'member', to: Side = 'bare') =>
    median(runs[side].map((run, pair) => run[field] / runs[to][pair]![field]));
  return {
    client: `${app.clientPackage} ${app.clientVersion}`,
    cpuRatio: ratio('cpuMsPerDelivery'),
    meanLatencyRatio: ratio('meanMs'),
    p50LatencyRatio: ratio('p50Ms'),
    p99LatencyRatio: ratio('p99Ms'),
    watchedToMember: { cpu: ratio('cpuMsPerDelivery', 'watched', 'member'), p50: ratio('p50Ms', 'watched', 'member') },
    ...runs,
  };
}

async function run(say: (line: string) => void) {
  await ensureBrowser('firefox', say);
  const swarm = new BrowserSwarm({ browser: 'firefox', browsers: BROWSERS, headless: true, grid: null, say });
  onExit(() => swarm.close());
  const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  try {
    await swarm.launch();
    for (const app of readApps().filter((candidate) => existsSync(bareOf(candidate)))) {
      say(`  ${app.id}`);
      results[app.id] = await measure(swarm, app, say);
    }
  } finally {
    await swarm.close();
  }
  return {
    browsers: BROWSERS,
    clients: CLIENTS,
    expectedDeliveries: CLIENTS * CLIENTS * PARAMS.messages,
    pairs: PAIRS,
    aimRatio: AIM,
    ...results,
  };
}

export default { name: 'member-page', run } satisfies Bench;
