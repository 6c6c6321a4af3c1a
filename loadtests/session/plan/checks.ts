/** Checks that find objections to a plan before anything is built or started. Pure. */
import { clientsPerBrowser } from '../../../client-launcher/browser/clients-per-browser.ts';
import type { Need } from '../../../client-launcher/console/client-capacity.ts';
import { CLIENTS_PER_WORKER } from '../../../client-launcher/console/swarm.ts';
import { TRANSPORT_ENTRIES } from '../../../metrics/transports.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionPlan } from './session-plan.ts';

/**
 * Checks that browsers have connections for their clients.
 * @param how requests of a browser share connections; clients connect in the test
 * @throws OutcryError (wrong use) when clients of a browser would wait for each other
 */
export function demandBrowserRoom(
  { swarm: { browsers, clients }, combinations }: Pick<SessionPlan, 'swarm' | 'combinations'>,
  how: { sharing: boolean; connecting: boolean },
): void {
  if (browsers === 0) return;
  const most = Math.ceil(clients / browsers);
  for (const { transport } of combinations) {
    const limit = clientsPerBrowser(transport, how);
    if (most <= limit) continue;
    const why =
      how.connecting && TRANSPORT_ENTRIES[transport].over === 'WebSocket'
        ? `would wait for each other's connections in the test (more than ${limit} do)`
        : `are more than the browser's connections to one host allow (${limit})`;
    throw new OutcryError(
      `${most} clients per browser over ${transport} ${why}; use ${Math.ceil(clients / limit)} browsers for ${clients} clients, fewer clients, or --crowded to measure what happens`,
      EXIT.usage,
    );
  }
}

/** The reason why the servers of a session cannot take turns; null: they can. */
export function whyNotCut(
  { wire = false, retries = 0 }: Pick<SessionOptions, 'wire' | 'retries'>,
  { name, slices, plan }: Pick<Scenario, 'name' | 'slices' | 'plan'>,
): string | null {
  if (plan !== undefined) return `${name} follows from run to run`;
  if (slices === undefined) return `a test of ${name} cannot be cut into slices`;
  if (wire) return '--wire counts the bytes of one server';
  return retries > 0 ? '--retries repeats the run of one server' : null;
}

/** @throws OutcryError (wrong use) that says what needs one server at a time */
export function demandSliceable(options: SessionOptions, scenario: Scenario): void {
  const because = whyNotCut(options, scenario);
  if (because === null) return;
  throw new OutcryError(`${because}: measure one server at a time, without --interleaved`, EXIT.usage);
}

const KB = 1000;
const MB = 1_000_000;

/**
 * The memory that each combination needs. Nothing for a browser swarm: it checks its browsers' memory when it is launched.
 * @param between processes between clients and server: a shaped network, a counting proxy
 */
export function needsOf({ swarm, combinations }: SessionPlan, between: number): { who: string; need: Need }[] {
  const { kind, clients, clientsPerWorker, on } = swarm;
  if (kind !== 'console') return [];
  const workers = Math.ceil(clients / (clientsPerWorker ?? CLIENTS_PER_WORKER));
  const elsewhere = on === null ? {} : { elsewhere: true };
  return combinations.map(({ app, transport }) => ({
    who: `${app.label} over ${transport}`,
    need: {
      clients,
      workers,
      perClient: TRANSPORT_ENTRIES[transport].connections,
      between,
      ...elsewhere,
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
