/** Where the server of a session ran and where its swarm, where that was not simply beside each other on whatever cores the kernel chose. */

/** What a session was asked to run its server in, and who had which cores. Part of a run's identity. */
export interface Placement {
  /** What the server ran as: a process of this machine, or a container of an engine. */
  server: 'process' | 'container';
  /** The name of the engine's context, of a container. */
  context?: string;
  /** CPUs that the server could use, in the kernel's own words ({@link CPU_LIST_PATTERN}); absent: any of its machine. */
  serverCpus?: string;
  /** CPUs of this machine that the swarm and everything else of this Outcry could use; absent: any. */
  swarmCpus?: string;
  /** What the server could have of memory at most, bytes; absent: as much as there was. */
  serverMemory?: number;
  /** The swarm's workers joined from elsewhere; absent: they were processes of this machine, or there were browsers. */
  workers?: 'joined';
}

/** An engine and the machine that its containers run on, as the engine reports them. */
export interface ServerEngine {
  version: string;
  cores: number;
  memoryBytes: number;
  /** Kernel name and release. */
  kernel: string;
}

/** CPUs by number, as the kernel writes them (cpuset(7), "List format"): `0`, `0-1`, `0,2-3`. */
export const CPU_LIST_PATTERN = '^\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?){0,99}$';

const cpus = (list: string): string => `${/^\d+$/.test(list) ? 'CPU' : 'CPUs'} ${list}`;

/** A few words for the name of a row; may be empty. */
export function placementMark({ server, serverCpus, workers }: Placement): string {
  const own = server === 'container' ? ['in a container'] : serverCpus === undefined ? [] : ['on cores of its own'];
  return [...own, ...(workers === undefined ? [] : ['with joined workers'])].join(' ');
}

/** Who ran where, for people. */
export function placementText({ server, context, serverCpus, swarmCpus, serverMemory, workers }: Placement): string {
  const engine = context === undefined ? '' : ` (context ${context})`;
  const own = [
    server === 'container' ? `server in a container${engine}` : 'server',
    ...(serverCpus === undefined ? [] : [`on ${cpus(serverCpus)}`]),
    ...(serverMemory === undefined ? [] : [`with ${(serverMemory / 2 ** 20).toFixed(0)} MiB at most`]),
  ];
  const swarm = [
    ...(swarmCpus === undefined ? [] : [`swarm on ${cpus(swarmCpus)}`]),
    ...(workers === undefined ? [] : ['workers that joined']),
  ];
  return [own.join(' '), ...swarm].join(', ');
}

/** What an engine's machine is, for people. */
export function engineText({ version, cores, memoryBytes, kernel }: ServerEngine): string {
  return `server on an engine ${version} with ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${kernel}`;
}
