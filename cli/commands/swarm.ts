/** `./outcry swarm`: connects many clients to one framework, holds them, and reports the server's CPU and memory. */
import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';
import type { Condition } from '../../loadtests/conditions/condition.ts';
import { conditionsAsked, findConditions } from '../../loadtests/conditions/find.ts';
import { findScenarios, rolesIn } from '../../loadtests/scenarios/find.ts';
import { planHere } from '../../loadtests/session/plan/plan-here.ts';
import type { SessionOptions } from '../../loadtests/session/plan/session-options.ts';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { recordFigure as figureOf } from '../../merge/record-figures.ts';
import { plainFigure as figure } from '../../metrics/numbers.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { EXIT } from '../../system/errors.ts';
import { whole, withApps, withJson, withResults } from '../options/common-options.ts';
import { conditionsHelp, withConditions } from '../options/condition-options.ts';
import { checkSwarmOptions, withSwarm } from '../options/swarm-options.ts';
import { makeOutput } from '../output/print.ts';
import { isInvalid } from '../output/run-closing.ts';
import { conditionsIn } from '../output/run-summary.ts';
import { showSession } from '../output/show-session.ts';

interface Options extends SessionOptions {
  framework: string;
  transport?: string;
  hold: number;
  json: boolean;
}

/** The scenario that this command runs. */
const SCENARIO = 'idle';

export async function addSwarmCommand(program: Command): Promise<void> {
  const conditions = await findConditions();
  const command = withSwarm(withApps(withJson(withResults(program.command('swarm')))));
  withConditions(command, conditions)
    .description(`connect clients that say nothing to one framework and hold them: ./outcry run --scenario ${SCENARIO}`)
    .requiredOption('--framework <id>', 'the framework')
    .option('--transport <name>', "the transport (default: the framework's main one)")
    .option('--hold <seconds>', 'how long to hold the connections', whole(1, 86_400), 10)
    .addHelpText(
      'after',
      `${conditionsHelp(conditions).slice(1)}\n\nExample:\n  ./outcry swarm --framework bare --swarm console --clients 5000`,
    )
    .action((options: Options) => hold(options, conditions));
}

async function hold(options: Options, conditions: readonly Condition[]): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  const connecting = new Stopwatch();
  const found = await findScenarios();
  const planned = await planHere(
    {
      ...options,
      swarm: options.swarm ?? (options.browsers === undefined ? 'console' : 'browser'),
      scenario: SCENARIO,
      params: { seconds: options.hold },
      frameworks: [options.framework],
      ...(options.transport === undefined ? {} : { transports: [options.transport] }),
      runs: 1,
      conditions: await conditionsAsked(options, conditions),
    },
    found,
  );
  const { records } = await showSession(planned, { watch: (events) => connecting.follow(events) });
  const record = records[0]!;
  const connected = figureOf(record, rolesIn(found, SCENARIO).connected ?? '');
  output.result(
    () => sentence(record, connected),
    () => summary(record, connected, connecting.seconds),
  );
  if (isInvalid(record)) process.exitCode = EXIT.failed;
}

/** Measures the time that the run spent connecting. */
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

function summary(record: RunRecord, connected: number | null, connectSeconds: number | null): Record<string, unknown> {
  const { identity, metrics, versions } = record;
  const cpu = metrics.serverCpu;
  const samples = cpu?.kind === 'gauge' ? cpu.samples : null;
  return {
    record: record.id,
    framework: identity.framework,
    transport: identity.transport,
    swarm: identity.swarm,
    clients: identity.clients,
    ...(record.notice === undefined ? {} : { notice: record.notice }),
    ...conditionsIn(record),
    connected,
    connectSeconds: connectSeconds === null ? null : Number(connectSeconds.toFixed(3)),
    serverRunning: !record.validity.some(({ code }) => code === 'server-restarted'),
    server: samples && {
      cpuPercentMean: figureOf(record, 'serverCpu.typical'),
      memoryBytesMax: figureOf(record, 'serverMemory.max'),
    },
    swarmMemoryBytesMax: figureOf(record, 'swarmMemory.max'),
    versions: { framework: versions.framework, runtime: versions.runtime, client: versions.client },
    validity: record.validity,
  };
}

function sentence(record: RunRecord, connected: number | null): string {
  const megabytes = (path: string): string => {
    const bytes = figureOf(record, path);
    return figure(bytes === null ? null : bytes / 1e6);
  };
  return `${connected ?? 0} of ${record.identity.clients} clients connected at the end; server: CPU ${figure(figureOf(record, 'serverCpu.typical'))}% of one core, memory ${megabytes('serverMemory.max')} MB; swarm: memory ${megabytes('swarmMemory.max')} MB; record ${record.id}`;
}
