/** Whether this machine has room for what a session is asked for, looked at before anything is built or started. */
import {
  checkFit,
  connectionsPerClient,
  filesNeeded,
  type Need,
} from '../../../client-launcher/console/client-capacity.ts';
import { allowOpenFiles, readLimits } from '../../../client-launcher/console/machine-limits.ts';
import { CLIENTS_PER_WORKER } from '../../../client-launcher/console/swarm.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import type { SessionPlan } from './session-plan.ts';

const KB = 1000;
const MB = 1_000_000;

/** What each combination of a plan needs; nothing for a browser swarm, which looks at its browsers' memory when it is launched. Pure. */
export function needsOf(
  { swarm, clients, combinations }: Pick<SessionPlan, 'swarm' | 'clients' | 'combinations'>,
  clientsPerWorker: number,
  between: number,
  elsewhere = false,
): { who: string; need: Need }[] {
  if (swarm !== 'console') return [];
  const workers = Math.ceil(clients / clientsPerWorker);
  return combinations.map(({ app, transport }) => ({
    who: `${app.label} over ${transport}`,
    need: {
      clients,
      workers,
      perClient: connectionsPerClient(transport),
      between,
      ...(elsewhere ? { elsewhere } : {}),
      ...memoryOf(app),
    },
  }));
}

function memoryOf({ memory }: App): Pick<Need, 'memory'> {
  if (memory === undefined) return {};
  const { serverMB, serverKBPerClient, clientKB } = memory;
  return {
    memory: { serverBytes: serverMB * MB, serverBytesPerClient: serverKBPerClient * KB, clientBytes: clientKB * KB },
  };
}

/**
 * Raises this process's limit of open files where that is allowed, and checks the rest.
 * @param between processes between clients and server: a shaped network, a counting proxy
 * @param elsewhere whether the clients are on other machines
 * @throws OutcryError (missing) that names the framework and says what is short and what to do
 */
export function demandRoom(
  plan: SessionPlan,
  clientsPerWorker: number | undefined,
  between: number,
  elsewhere = false,
): void {
  const needs = needsOf(plan, clientsPerWorker ?? CLIENTS_PER_WORKER, between, elsewhere);
  allowOpenFiles(Math.max(0, ...needs.map(({ need }) => filesNeeded(need))));
  const limits = readLimits();
  for (const { who, need } of needs) checkFit(limits, need, who);
}
