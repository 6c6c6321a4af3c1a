/** Descriptions of a placement, for people. */
import type { Placement, ServerEngine } from '../../../setup/apps/places/place.ts';
import type { AgentAbout } from '../../../system/elsewhere/messages.ts';

const cpus = (list: string): string => `${/^\d+$/.test(list) ? 'CPU' : 'CPUs'} ${list}`;

const FORMS = { container: 'in a container', elsewhere: 'on another machine' } as const;

/** A few words for the name of a row; may be empty. */
export function placementMark({ server, serverCpus, workers }: Placement): string {
  const own = server !== 'process' ? [FORMS[server]] : serverCpus === undefined ? [] : ['on cores of its own'];
  return [...own, ...(workers === undefined ? [] : ['with workers elsewhere'])].join(' ');
}

export function placementText(placement: Placement): string {
  const { server, context, machine, serverCpus, swarmCpus, serverMemory, workers } = placement;
  const where = context === undefined ? (machine === undefined ? '' : ` (${machine})`) : ` (context ${context})`;
  const own = [
    server === 'process' ? 'server' : `server ${FORMS[server]}${where}`,
    ...(serverCpus === undefined ? [] : [`on ${cpus(serverCpus)}`]),
    ...(serverMemory === undefined ? [] : [`with ${(serverMemory / 2 ** 20).toFixed(0)} MiB at most`]),
  ];
  const swarm = [
    ...(swarmCpus === undefined ? [] : [`swarm on ${cpus(swarmCpus)}`]),
    ...(workers === undefined ? [] : ['workers elsewhere']),
  ];
  return [own.join(' '), ...swarm].join(', ');
}

/** A machine elsewhere that servers run on, as it describes itself. */
export function machineText({
  name,
  cpu,
  cores,
  memoryBytes,
  kernel,
}: Pick<AgentAbout, 'name' | 'cpu' | 'cores' | 'memoryBytes' | 'kernel'>): string {
  return `server on ${name}: ${cpu}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${kernel}`;
}

export function engineText({ version, cores, memoryBytes, kernel }: ServerEngine): string {
  return `server on an engine ${version} with ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${kernel}`;
}
