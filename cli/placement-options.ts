/** The options that say where server and swarm run, and what is made of them. */
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { type Placement, placementText } from '../protocol/placement.ts';
import { coresHere, demandShares, shareOut } from '../setup/apps/places/cores.ts';
import { findEngine } from '../setup/apps/places/docker/engine.ts';
import { containers } from '../setup/apps/places/docker/place.ts';
import type { Place } from '../setup/apps/places/place.ts';
import { processes } from '../setup/apps/places/processes.ts';
import { allowedCpus, cpuList, cpusIn, keepTreeOn } from '../system/cpus.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { type SwarmOptions, serverHost } from './swarm-options.ts';

export interface PlacementOptions {
  pin?: boolean;
  /** The context of an engine; null: the one that docker would use. Undefined: servers are processes. */
  server?: { context: string | null };
  /** As the kernel lists them. */
  serverCpus?: string;
  /** Bytes. */
  serverMemory?: number;
}

function serverPlace(value: string): { context: string | null } {
  const [, context] = /^docker(?::([A-Za-z0-9][A-Za-z0-9_.+-]*))?$/.exec(value) ?? [];
  if (!value.startsWith('docker') || (context === undefined && value !== 'docker')) {
    throw new InvalidArgumentError('expected docker, or docker:CONTEXT with the name of a context of docker');
  }
  return { context: context ?? null };
}

function cpus(value: string): string {
  const read = cpusIn(value);
  if (read === null) throw new InvalidArgumentError('expected CPUs by number, such as 0-1 or 0,2');
  return cpuList(read);
}

const UNITS: Record<string, number> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
/** What engines give a container at least. */
const LEAST_MEMORY = 6 * 2 ** 20;

function memory(value: string): number {
  const [, amount, unit] = /^(\d{1,6})([kmg])$/i.exec(value) ?? [];
  const bytes = amount === undefined ? 0 : Number(amount) * UNITS[unit!.toLowerCase()]!;
  if (bytes < LEAST_MEMORY) throw new InvalidArgumentError('expected an amount such as 512m or 2g, 6m at least');
  return bytes;
}

export function withPlacement(command: Command): Command {
  return command
    .option('--pin', 'give the server cores of its own and the swarm the others (Linux)')
    .option(
      '--server <where>',
      'run the server as a container: docker, or docker:CONTEXT for another engine (default: as a process here)',
      serverPlace,
    )
    .option(
      '--server-cpus <list>',
      "with --pin or --server docker: the server's CPUs by number, such as 0-1 (default with --pin: half of the cores)",
      cpus,
    )
    .option('--server-memory <amount>', 'with --server docker: what the server may use at most, such as 512m', memory);
}

/** @throws OutcryError (wrong use) for options that mean nothing without others */
function checkTogether({ pin, server, serverCpus, serverMemory }: PlacementOptions): void {
  if (serverMemory !== undefined && server === undefined) {
    throw new OutcryError('--server-memory is for --server docker: a process here has no limit of its own', EXIT.usage);
  }
  if (serverCpus !== undefined && !pin && server === undefined) {
    throw new OutcryError('--server-cpus is for --pin or --server docker; add one of them', EXIT.usage);
  }
}

/**
 * What was asked for, with the CPUs that are shared out.
 * @returns null when nothing was asked for
 * @throws OutcryError (wrong use) for what contradicts itself, (missing) for what is not to be had here
 */
export async function placementOf(options: PlacementOptions): Promise<Placement | null> {
  checkTogether(options);
  const { pin, server, serverCpus, serverMemory } = options;
  if (server === undefined) return pin ? { server: 'process', ...shareOut(serverCpus, coresHere()) } : null;
  const engine = await findEngine(server.context);
  if (pin && !engine.local) {
    throw new OutcryError('--pin is for servers on this machine: on another the swarm is in nobody’s way', EXIT.usage);
  }
  return {
    server: 'container',
    context: engine.context,
    ...(serverCpus === undefined ? {} : { serverCpus: engine.demandCpus(serverCpus) }),
    ...(serverMemory === undefined ? {} : { serverMemory }),
    ...(pin ? shareOut(serverCpus, coresHere()) : {}),
  };
}

/**
 * Where servers run.
 * @throws OutcryError (missing) where what a session began with is not to be had any more
 */
export async function placeFor(placement: Placement | null, options: SwarmOptions): Promise<Place> {
  const { serverCpus, swarmCpus } = placement ?? {};
  if (serverCpus !== undefined && swarmCpus !== undefined) demandShares({ serverCpus, swarmCpus }, coresHere());
  if (placement?.server === 'container') {
    return containers(await findEngine(placement.context!), { placement, advertise: options.advertise ?? null });
  }
  return processes({ host: serverHost(options), ...(serverCpus === undefined ? {} : { cpus: serverCpus }) });
}

/** How many cores the swarm can use. */
export const swarmCores = (placement: Placement | null): number =>
  cpusIn(placement?.swarmCpus ?? '')?.length ?? availableParallelism();

/**
 * Keeps this Outcry, and with it the swarm that it will start, to the CPUs that it is to have.
 * @returns how to let go again
 */
export async function keepSwarm(
  placement: Placement | null,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  if (placement === null) return async () => {};
  say(placementText(placement));
  const before = allowedCpus();
  if (placement.swarmCpus === undefined || before === null) return async () => {};
  await keepTreeOn(placement.swarmCpus);
  return () => keepTreeOn(cpuList(before));
}
