/** Makes the swarm that a session asks for. Code for browsers, and for joining workers, is loaded when a session has them. */
import type { Log } from '../setup/tools/programs.ts';
import type { BrowserName } from './browser/driver-process.ts';
import type { BrowserSwarmOptions } from './browser/swarm.ts';
import type { JoinedWorkersOptions } from './console/joining/joined-workers.ts';
import { ConsoleSwarm } from './console/swarm.ts';
import type { Swarm } from './swarm.ts';

/**
 * Installs what is missing for a browser of this machine.
 * @throws OutcryError (missing) when the browser or its driver cannot be had
 */
export async function readyBrowser(browser: BrowserName, log: Log): Promise<void> {
  const driver = await import('./browser/driver.ts');
  await driver.readyBrowser(browser, log);
}

export type SwarmRequest =
  | ({ kind: 'browser'; headful: boolean } & Omit<BrowserSwarmOptions, 'headless'>)
  | {
      kind: 'console';
      clients: number;
      clientsPerWorker: number | null;
      /** Folders with a folder for each scenario, whose `client.ts` workers run. */
      scenarioDirs: readonly string[];
      /** Workers that join from elsewhere; default: processes of this machine. */
      joining?: JoiningRequest | null;
    };

export interface JoiningRequest extends JoinedWorkersOptions {
  workers: number;
  /** This machine's name as workers reach its servers; null: loopback. */
  advertise: string | null;
}

export async function makeSwarm(request: SwarmRequest): Promise<Swarm> {
  if (request.kind === 'console') {
    const { clients, clientsPerWorker, scenarioDirs, joining = null } = request;
    const of = { clients, scenarioDirs, ...(clientsPerWorker === null ? {} : { clientsPerWorker }) };
    if (joining === null) return new ConsoleSwarm(of);
    const { JoinedWorkers } = await import('./console/joining/joined-workers.ts');
    return new ConsoleSwarm({ ...of, joined: { source: new JoinedWorkers(joining), ...joining } });
  }
  const { BrowserSwarm } = await import('./browser/swarm.ts');
  const { kind: _, headful, ...options } = request;
  return new BrowserSwarm({ ...options, headless: !headful });
}
