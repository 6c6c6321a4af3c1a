/** Descriptions of a placement, for people. */
import type { Placement, ServerEngine } from '../../../setup/apps/places/place.ts';

const cpus = (list: string): string => `${/^\d+$/.test(list) ? 'CPU' : 'CPUs'} ${list}`;

/** A few words for the name of a row; may be empty. */
export function placementMark({ server, serverCpus, workers }: Placement): string {
  const own = server === 'container' ? ['in a container'] : serverCpus === undefined ? [] : ['on cores of its own'];
  return [...own, ...(workers === undefined ? [] : ['with workers elsewhere'])].join(' ');
}

export function placementText({ server, context, serverCpus, swarmCpus, serverMemory, workers }: Placement): string {
  const engine = context === undefined ? '' : ` (context ${context})`;
  const own = [
    server === 'container' ? `server in a container${engine}` : 'server',
    ...(serverCpus === undefined ? [] : [`on ${cpus(serverCpus)}`]),
    ...(serverMemory === undefined ? [] : [`with ${(serverMemory / 2 ** 20).toFixed(0)} MiB at most`]),
  ];
  const swarm = [
    ...(swarmCpus === undefined ? [] : [`swarm on ${cpus(swarmCpus)}`]),
    ...(workers === undefined ? [] : ['workers elsewhere']),
  ];
  return [own.join(' '), ...swarm].join(', ');
}

export function engineText({ version, cores, memoryBytes, kernel }: ServerEngine): string {
  return `server on an engine ${version} with ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${kernel}`;
}
