/** 10,000 console clients connected at once on one machine, per app over its main transport: what they take to connect and
 *  to hold, and an echo test over them that must lose nothing. The aim is less than 1.5 GB of memory for the workers. */
import { ConsoleSwarm } from '../../client-launcher/console/swarm.ts';
import { countOf, meanOf, runTest } from '../../loadtests/run/run-test.ts';
import { buildApp } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { type App, readApps, transportsOf } from '../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';
import { OutcryError } from '../../system/errors.ts';
import type { Bench } from './bench.ts';
import { memoryBytes } from './process-cost.ts';

const CLIENTS = 10_000;
/** One message per second from each, spread over the second. */
const PARAMS = { rate: 1, messages: 10, payload: 64 };

const MB = 1e6;

async function measure(app: App) {
  const server = await startServer(app);
  const swarm = new ConsoleSwarm({ clients: CLIENTS });
  try {
    const idleServer = memoryBytes([server.pid]);
    await swarm.launch();
    const began = performance.now();
    const transport = transportsOf(app, 'console')[0]!;
    await swarm.connect({ framework: app.id, url: server.url, transport, clients: CLIENTS });
    const connectSeconds = (performance.now() - began) / 1000;
    const held = { workersMB: memoryBytes(swarm.pids()) / MB, serverMB: memoryBytes([server.pid]) / MB };
    const connected = swarm.progress().clientsConnected;
    const { metrics, loopDelayP99Ms, error } = await runTest(swarm, PARAMS);
    if (error !== null) throw new OutcryError(`${app.id}: the echo test failed: ${error}`);
    return {
      transport,
      workers: swarm.members,
      connected,
      connectSeconds,
      ...held,
      serverKBPerClient: (held.serverMB * MB - idleServer) / CLIENTS / 1000,
      sent: countOf(metrics.sentByClients),
      returned: countOf(metrics.fromSent),
      missing: countOf(metrics.missing),
      meanMs: meanOf(metrics.fromSent),
      loopDelayP99Ms,
      workersAfterMB: memoryBytes(swarm.pids()) / MB,
    };
  } finally {
    await swarm.close();
    await server.stop();
  }
}

async function run(say: (line: string) => void) {
  const results: Record<string, unknown> = {};
  for (const app of readApps().filter(
    (one) => one.features.includes('load') && transportsOf(one, 'console').length > 0,
  )) {
    const missing = await lacks(app);
    if (missing.length > 0) {
      results[app.id] = `not measured: ${missing.join('; ')}`;
      continue;
    }
    await buildApp(app, say);
    say(`  ${app.id}`);
    results[app.id] = await measure(app);
  }
  return { clients: CLIENTS, ...results };
}

export default { name: 'many-clients', run } satisfies Bench;
