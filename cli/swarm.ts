/** `./outcry swarm`: connects many clients to one framework, holds them, and says what the server needs for them. */
import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import { mean } from 'simple-statistics';
import { figureOf } from '../loadtests/runner/figures.ts';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import { findScenarios } from '../loadtests/scenarios/find.ts';
import { networkName } from '../protocol/network.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { EXIT } from '../system/errors.ts';
import { whole, withApps, withJson, withResults } from './options.ts';
import { makeOutput } from './output.ts';
import { isInvalid } from './run-closing.ts';
import { measure } from './run-session.ts';
import { checkSwarmOptions, networkHelp, type SwarmOptions, withSwarm } from './swarm-options.ts';
import { figure } from './tables.ts';

interface Options extends SwarmOptions {
  apps?: string[];
  framework: string;
  transport?: string;
  hold: number;
  results: string;
  json: boolean;
}

/** The scenario that this command is another name for. */
const SCENARIO = 'idle';

export function addSwarmCommand(program: Command): void {
  withSwarm(withApps(withJson(withResults(program.command('swarm')))))
    .description(`connect clients that say nothing to one framework and hold them: ./outcry run --scenario ${SCENARIO}`)
    .requiredOption('--framework <id>', 'the framework')
    .option('--transport <name>', "the transport (default: the framework's main one)")
    .option('--hold <seconds>', 'how long to hold the connections', whole(1, 86_400), 10)
    .addHelpText(
      'after',
      `\n${networkHelp()}\n\nExample:\n  ./outcry swarm --framework bare --swarm console --clients 5000`,
    )
    .action(hold);
}

async function hold(options: Options): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  const connecting = new Stopwatch();
  const { result } = await measure(
    {
      ...options,
      swarm: options.swarm ?? (options.browsers === undefined ? 'console' : 'browser'),
      scenario: SCENARIO,
      params: { seconds: options.hold },
      frameworks: [options.framework],
      ...(options.transport === undefined ? {} : { transports: [options.transport] }),
      runs: 1,
      live: false,
      wire: false,
      look: 0,
    },
    await findScenarios(),
    (events) => connecting.follow(events),
  );
  const record = result.records[0]!;
  output.result(
    () => sentence(record),
    () => summary(record, connecting.seconds),
  );
  if (isInvalid(record)) process.exitCode = EXIT.failed;
}

/** How long the run spent connecting. */
class Stopwatch {
  seconds: number | null = null;
  #since: number | null = null;

  follow(events: EventEmitter<SessionEvents>): void {
    events.on('step', ({ step }) => {
      if (step === 'connecting') this.#since = performance.now();
      else if (this.#since !== null && this.seconds === null) this.seconds = (performance.now() - this.#since) / 1000;
    });
  }
}

function summary(record: RunRecord, connectSeconds: number | null): Record<string, unknown> {
  const { identity, metrics, versions } = record;
  const cpu = metrics.serverCpu;
  const samples = cpu?.kind === 'gauge' ? cpu.samples : null;
  return {
    record: record.id,
    framework: identity.framework,
    transport: identity.transport,
    swarm: identity.swarm,
    clients: identity.clients,
    standIn: identity.standIn,
    ...(record.notice === undefined ? {} : { notice: record.notice }),
    network: networkName(identity.network),
    connected: figureOf(record, 'held'),
    connectSeconds: connectSeconds === null ? null : Number(connectSeconds.toFixed(3)),
    serverRunning: !record.validity.some(({ code }) => code === 'server-restarted'),
    server: samples && {
      cpuPercentMedian: figureOf(record, 'serverCpu.typical'),
      cpuPercentMean: mean(samples),
      memoryBytesMax: figureOf(record, 'serverMemory.max'),
    },
    swarmMemoryBytesMax: figureOf(record, 'swarmMemory.max'),
    versions: { framework: versions.framework, runtime: versions.runtime, client: versions.client },
    validity: record.validity,
  };
}

function sentence(record: RunRecord): string {
  const megabytes = (path: string): string => {
    const bytes = figureOf(record, path);
    return figure(bytes === null ? null : bytes / 1e6);
  };
  const held = figureOf(record, 'held') ?? 0;
  return `${held} of ${record.identity.clients} clients connected at the end; server: CPU ${figure(figureOf(record, 'serverCpu.typical'))}% of one core, memory ${megabytes('serverMemory.max')} MB; swarm: memory ${megabytes('swarmMemory.max')} MB; record ${record.id}`;
}
