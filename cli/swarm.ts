/** `./outcry swarm`: connects many clients to one framework, holds them, and says what the server needs for them. */

import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { max, mean, median } from 'simple-statistics';
import { Monitor, monitorUnavailable } from '../loadtests/monitor/monitor.ts';
import { planSession } from '../loadtests/runner/plan.ts';
import type { Transport } from '../protocol/socket.ts';
import { readApps, selectApps, transportsOf } from '../setup/apps/manifest.ts';
import { makeReady } from '../setup/apps/ready.ts';
import { startServer } from '../setup/apps/server-process.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { onExit } from '../system/processes.ts';
import { whole, withJson } from './options.ts';
import { makeOutput } from './output.ts';
import { checkSwarmOptions, type SwarmOptions, serverHost, swarmFor, withSwarm } from './swarm-options.ts';
import { figure } from './tables.ts';

interface Options extends SwarmOptions {
  framework: string;
  transport?: string;
  hold: number;
  json: boolean;
}

export function addSwarmCommand(program: Command): void {
  withSwarm(withJson(program.command('swarm')))
    .description('connect idle clients to one framework, hold them, and show what the server needs for them')
    .requiredOption('--framework <id>', 'the framework')
    .option('--transport <name>', "the transport (default: the framework's main one)")
    .option('--hold <seconds>', 'how long to hold the connections', whole(1, 86_400), 10)
    .addHelpText('after', '\nExample:\n  ./outcry swarm --framework bare --swarm console --clients 5000')
    .action(hold);
}

async function hold(options: Options): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  const [app] = await makeReady(selectApps(readApps(), [options.framework]), true, output.say);
  const kind = options.swarm ?? (options.browsers === undefined ? 'console' : 'browser');
  const { browsers, clients } = planSession(
    { ...options, swarm: kind, frameworks: [app!.id], transports: ['all'], runs: 1 },
    [app!],
    availableParallelism(),
  );
  const transport = (options.transport ?? transportsOf(app!, kind)[0]) as Transport | undefined;
  if (transport === undefined || !transportsOf(app!, kind).includes(transport)) {
    throw new OutcryError(
      `${app!.id} has no transport "${transport}" for a ${kind} swarm; it has: ${transportsOf(app!, kind).join(', ')}`,
      EXIT.usage,
    );
  }
  const swarm = await swarmFor({ swarm: kind, browsers, clients }, options, output.say);
  const forgetSwarm = onExit(() => swarm.close());
  const server = await startServer(app!, { host: serverHost(options) });
  const monitor = monitorUnavailable() === null ? await Monitor.start() : null;
  if (server.standIn !== null) output.say(`stand-in: ${server.standIn}`);
  if (server.limits !== null) output.say(`limited edition: ${server.limits}`);
  try {
    await swarm.launch();
    output.say(`connecting ${clients} clients to ${app!.id} over ${transport}`);
    const began = performance.now();
    await swarm.connect({ framework: app!.id, url: server.url, transport, clients });
    const seconds = (performance.now() - began) / 1000;
    output.say(
      `${swarm.progress().clientsConnected} clients connected after ${seconds.toFixed(1)} s; holding for ${options.hold} s`,
    );
    monitor?.begin(server.pid, swarm.pids());
    await new Promise((resolve) => setTimeout(resolve, options.hold * 1000));
    const samples = (await monitor?.end()) ?? null;
    const connected = swarm.progress().clientsConnected;
    const result = {
      framework: app!.id,
      transport,
      swarm: kind,
      clients,
      standIn: server.standIn,
      connected,
      connectSeconds: Number(seconds.toFixed(3)),
      serverRunning: server.running(),
      server: samples && {
        cpuPercentMedian: median(samples.server.cpuPercent),
        cpuPercentMean: mean(samples.server.cpuPercent),
        memoryBytesMax: max(samples.server.memoryBytes),
      },
      swarmMemoryBytesMax: samples?.swarm ? max(samples.swarm.memoryBytes) : null,
      versions: { ...server.versions, client: app!.clientVersion },
    };
    output.result(
      () =>
        `${connected} of ${clients} clients connected at the end; server: CPU ${figure(result.server?.cpuPercentMean)}% of one core, memory ${figure(result.server && result.server.memoryBytesMax / 1e6)} MB; swarm: memory ${figure(result.swarmMemoryBytesMax === null ? null : result.swarmMemoryBytesMax / 1e6)} MB`,
      () => result,
    );
    if (connected < clients || !server.running()) process.exitCode = EXIT.failed;
  } finally {
    forgetSwarm();
    await swarm.close();
    await Promise.all([server.stop(), monitor?.stop()]);
  }
}
