/** Places server and swarm: the server as a process, in a container or on another machine, and the CPUs of each. */
import type { ConditionIdentity } from '../../../protocol/conditions.ts';
import { coresHere, demandShares, shareOut } from '../../../setup/apps/places/cores.ts';
import { containers } from '../../../setup/apps/places/docker/containers.ts';
import { findEngine } from '../../../setup/apps/places/docker/engine.ts';
import { remoteServers } from '../../../setup/apps/places/elsewhere/remote-servers.ts';
import type { Placement } from '../../../setup/apps/places/place.ts';
import { processes } from '../../../setup/apps/places/processes.ts';
import { allowedCpus, cpuList, cpusIn, keepTreeOn } from '../../../system/cpus.ts';
import { type MachineSpec, readMachines } from '../../../system/elsewhere/machine-spec.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Condition, PlannedCondition, PreparedCondition, SessionAbout } from '../condition.ts';
import { engineText, machineText, placementMark, placementText } from './placement-text.ts';

/** As the options are parsed. */
interface PlacementOptions {
  pin?: boolean;
  /** The context of an engine, null: the one that docker would use; or another machine. Undefined: servers are processes here. */
  server?: { context: string | null } | { machine: MachineSpec };
  /** As the kernel lists them. */
  serverCpus?: string;
  /** Bytes. */
  serverMemory?: number;
}

/** @param value `ssh:HOST`, a host as `ssh` knows it */
function sshMachine(value: string): MachineSpec {
  if (!/^ssh:[^\s,*'"-][^\s,*'"]*$/.test(value)) throw new Error('expected ssh:HOST with one host as ssh knows it');
  return readMachines(value)[0]!;
}

/**
 * The machine of a placement that a session file may have, which somebody else may have written: it starts no program but `ssh`.
 * @throws OutcryError (wrong use) for another way to a machine
 */
function plannedMachine(text: string): MachineSpec {
  try {
    return sshMachine(text);
  } catch (error) {
    throw new OutcryError(`a server cannot be on "${text}": ${(error as Error).message}`, EXIT.usage);
  }
}

function serverPlace(value: string): NonNullable<PlacementOptions['server']> {
  if (value.startsWith('ssh:')) return { machine: sshMachine(value) };
  const [, context] = /^docker(?::([A-Za-z0-9][A-Za-z0-9_.+-]*))?$/.exec(value) ?? [];
  if (!value.startsWith('docker') || (context === undefined && value !== 'docker')) {
    throw new Error(
      'expected docker, docker:CONTEXT with the name of a context of docker, or ssh:HOST with a host of ssh',
    );
  }
  return { context: context ?? null };
}

function cpus(value: string): string {
  const read = cpusIn(value);
  if (read === null) throw new Error('expected CPUs by number, such as 0-1 or 0,2');
  return cpuList(read);
}

const UNITS: Record<string, number> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
/** The least memory that engines give a container. */
const LEAST_MEMORY = 6 * 2 ** 20;

function memory(value: string): number {
  const [, amount, unit] = /^(\d{1,6})([kmg])$/i.exec(value) ?? [];
  const bytes = amount === undefined ? 0 : Number(amount) * UNITS[unit!.toLowerCase()]!;
  if (bytes < LEAST_MEMORY) throw new Error('expected an amount such as 512m or 2g, 6m at least');
  return bytes;
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
 * Reads the requested placement, with the CPUs that are shared out.
 * @returns null when nothing was asked for
 * @throws OutcryError (wrong use) for contradictory options, (missing) for what this machine lacks
 */
async function placementOf(options: PlacementOptions): Promise<Placement | null> {
  checkTogether(options);
  const { pin, server, serverCpus, serverMemory } = options;
  if (server === undefined) return pin ? { server: 'process', ...shareOut(serverCpus, coresHere()) } : null;
  if ('machine' in server) return elsewhere(server.machine, options);
  const engine = await findEngine(server.context);
  if (pin && !engine.local) {
    throw new OutcryError(
      '--pin is for servers on this machine: a server on another machine shares no CPU with the swarm',
      EXIT.usage,
    );
  }
  return {
    server: 'container',
    context: engine.context,
    ...(serverCpus === undefined ? {} : { serverCpus: engine.demandCpus(serverCpus) }),
    ...(serverMemory === undefined ? {} : { serverMemory }),
    ...(pin ? shareOut(serverCpus, coresHere()) : {}),
  };
}

/** @throws OutcryError (wrong use) for options that are of this machine's CPUs, or of engines */
function elsewhere({ text }: MachineSpec, { pin, serverCpus, serverMemory }: PlacementOptions): Placement {
  const wrong = pin
    ? '--pin'
    : serverCpus !== undefined
      ? '--server-cpus'
      : serverMemory !== undefined
        ? '--server-memory'
        : null;
  if (wrong === null) return { server: 'elsewhere', machine: text };
  throw new OutcryError(
    `${wrong} is not for --server ssh:HOST: there a server has the whole machine; leave it out`,
    EXIT.usage,
  );
}

/** @throws OutcryError (missing) where what a session began with is not to be had any more */
async function plan(placement: Placement | null, { host, advertise }: SessionAbout): Promise<PlannedCondition> {
  if (placement === null) return {};
  const { server, context, machine, serverCpus, swarmCpus } = placement;
  if (server === 'elsewhere') return { place: remoteServers(plannedMachine(machine ?? ''), advertise) };
  if (serverCpus !== undefined && swarmCpus !== undefined) demandShares({ serverCpus, swarmCpus }, coresHere());
  const place =
    server === 'container'
      ? containers(await findEngine(context!), { placement, advertise })
      : processes({ host, ...(serverCpus === undefined ? {} : { cpus: serverCpus }) });
  return swarmCpus === undefined ? { place } : { place, swarmCores: cpusIn(swarmCpus)!.length };
}

function identityOf(placement: Placement): ConditionIdentity {
  const mark = placementMark(placement);
  const text = placementText(placement);
  return { value: { ...placement }, text, ...(mark === '' ? {} : { mark }), otherwise: 'side by side' };
}

/** A placement that is in force. */
export function placed(placement: Placement, say: (line: string) => void = () => {}): PreparedCondition {
  const { swarmCpus } = placement;
  let restoreCpus = async (): Promise<void> => {};
  return {
    identity: identityOf(placement),
    ...(swarmCpus === undefined ? {} : { swarmCpus: cpusIn(swarmCpus)! }),
    // This Outcry, and with it the swarm that it will start, is kept to the swarm's CPUs.
    async beforeSwarm() {
      say(placementText(placement));
      const before = allowedCpus();
      if (swarmCpus === undefined || before === null) return;
      restoreCpus = () => keepTreeOn(cpuList(before));
      await keepTreeOn(swarmCpus);
    },
    ofServer({ engine, meter }) {
      if (engine !== null) return { measured: { value: { ...engine }, text: engineText(engine), machine: true } };
      if (meter.by !== 'machine') return null;
      const { name, cpu, cores, memoryBytes, kernel, node } = meter.machine.about;
      const about = { name, cpu, cores, memoryBytes, kernel, node };
      return { measured: { value: about, text: machineText(about), machine: true } };
    },
    end: () => restoreCpus(),
  };
}

const condition = {
  name: 'placement',
  options: [
    { flags: '--pin', about: 'give the server cores of its own and the swarm the others (Linux)' },
    {
      flags: '--server <where>',
      about:
        'run the server as a container (docker, or docker:CONTEXT for another engine) or on another machine (ssh:HOST); default: as a process here',
      parse: serverPlace,
    },
    {
      flags: '--server-cpus <list>',
      about:
        "with --pin or --server docker: the server's CPUs by number, such as 0-1 (default with --pin: half of the cores)",
      parse: cpus,
    },
    {
      flags: '--server-memory <amount>',
      about: 'with --server docker: what the server may use at most, such as 512m',
      parse: memory,
    },
  ],
  asked: placementOf,
  plan,
  async prepare(asked, { elsewhere }, say) {
    // Workers elsewhere are a part of who runs where.
    if (elsewhere) return placed({ server: 'process', ...asked, workers: 'elsewhere' }, say);
    return asked && placed(asked, say);
  },
} satisfies Condition<Placement>;

export default condition;
