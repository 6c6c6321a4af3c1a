/** The CPUs of a server and of its swarm, if both are on this machine. */
import { allowedCpus, cpuList, cpusIn, pinningUnavailable, siblingsOf } from '../../../system/cpus.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';

/** The cores to share out; tests have machines of their own. */
export interface Cores {
  /** CPUs that this process may use; null: not known. */
  allowed: number[] | null;
  siblings(cpu: number): number[];
  /** The reason why nothing can be pinned here; null: it can. */
  unavailable: string | null;
}

export const coresHere = (): Cores => ({
  allowed: allowedCpus(),
  siblings: siblingsOf,
  unavailable: pinningUnavailable(),
});

/** Lists as the kernel writes them. */
export interface SharedOut {
  serverCpus: string;
  swarmCpus: string;
}

const who = ({ allowed }: Cores): string =>
  `this Outcry may use CPU${allowed!.length > 1 ? 's' : ''} ${cpuList(allowed!)}`;

/** Whole cores: two threads of one core are in each other's way. The server gets the later half, since a kernel's own work tends to CPU 0. */
function halves(cores: Cores): { server: number[]; swarm: number[] } {
  const groups = [...new Set(cores.allowed!.map((cpu) => cpuList(cores.siblings(cpu))))].map((list) =>
    cpusIn(list)!.filter((cpu) => cores.allowed!.includes(cpu)),
  );
  if (groups.length < 2) {
    const advice =
      cores.allowed!.length < 2
        ? 'run without --pin, or on a machine with more'
        : 'say with --server-cpus which of its threads the server gets, or run without --pin';
    throw new OutcryError(`--pin needs two cores, and ${who(cores)}, which is one; ${advice}`, EXIT.missing);
  }
  const ofSwarm = Math.ceil(groups.length / 2);
  return { swarm: groups.slice(0, ofSwarm).flat(), server: groups.slice(ofSwarm).flat() };
}

/**
 * Shares out the CPUs that this process may use.
 * @param asked those of the server, as `--server-cpus` names them; undefined: half of the cores, rounded down
 * @throws OutcryError (missing) where nothing can be pinned or there is one core, (wrong use) for CPUs that there are not, or that leave none
 */
export function shareOut(asked: string | undefined, cores: Cores): SharedOut {
  if (cores.unavailable !== null || cores.allowed === null) {
    throw new OutcryError(
      `--pin cannot be had here: ${cores.unavailable ?? 'the kernel does not say which CPUs there are'}`,
      EXIT.missing,
    );
  }
  const byOrder = (cpus: number[]): string => cpuList(cpus.sort((a, b) => a - b));
  if (asked === undefined) {
    const { server, swarm } = halves(cores);
    return { serverCpus: byOrder(server), swarmCpus: byOrder(swarm) };
  }
  const server = cpusIn(asked) ?? [];
  const { allowed } = cores;
  if (server.length === 0 || server.some((cpu) => !allowed.includes(cpu))) {
    throw new OutcryError(`--server-cpus ${asked}: ${who(cores)} and no other`, EXIT.usage);
  }
  const swarm = allowed.filter((cpu) => !server.includes(cpu));
  if (swarm.length === 0) {
    throw new OutcryError(`--server-cpus ${asked} leaves the swarm none: ${who(cores)}`, EXIT.usage);
  }
  return { serverCpus: byOrder(server), swarmCpus: byOrder(swarm) };
}

/**
 * Of a session that goes on: the CPUs are those that it began with.
 * @throws OutcryError (missing) where they are not to be had any more
 */
export function demandShares({ serverCpus, swarmCpus }: SharedOut, cores: Cores): void {
  const wanted = [...(cpusIn(serverCpus) ?? []), ...(cpusIn(swarmCpus) ?? [])];
  if (cores.unavailable === null && wanted.every((cpu) => cores.allowed?.includes(cpu))) return;
  const why = cores.unavailable ?? `this Outcry may use ${cpuList(cores.allowed ?? []) || 'an unknown set'} only`;
  throw new OutcryError(
    `the session began with its server on CPUs ${serverCpus} and its swarm on ${swarmCpus}, which cannot be had here: ${why}; resume it where it began`,
    EXIT.missing,
  );
}
