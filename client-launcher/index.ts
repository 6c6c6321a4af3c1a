/** Makes the swarm that a session asks for. */
import type { BrowserSettings } from './browser/preferences.ts';
import { BrowserSwarm } from './browser/swarm.ts';
import { JoinedWorkers, type JoinedWorkersOptions } from './console/joining/joined-workers.ts';
import { ConsoleSwarm } from './console/swarm.ts';
import type { Swarm } from './swarm.ts';

export { readyBrowser } from './browser/driver.ts';

export type SwarmRequest =
  | {
      kind: 'browser';
      browser: 'firefox' | 'chrome';
      browsers: number;
      headful: boolean;
      /** URL of a Selenium Grid; null for browsers on this machine. */
      grid: string | null;
      /** This machine's name as the Grid's nodes reach its servers; null: loopback. */
      advertise: string | null;
      /** Whether browsers are waited for until they have nothing to do with themselves; default true. */
      settle?: boolean;
      settings?: BrowserSettings;
      say: (line: string) => void;
    }
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

export function makeSwarm(request: SwarmRequest): Swarm {
  if (request.kind === 'console') {
    const { clients, clientsPerWorker, scenarioDirs, joining = null } = request;
    return new ConsoleSwarm({
      clients,
      scenarioDirs,
      ...(clientsPerWorker === null ? {} : { clientsPerWorker }),
      ...(joining === null ? {} : { joined: { source: new JoinedWorkers(joining), ...joining } }),
    });
  }
  const { kind: _, headful, ...options } = request;
  return new BrowserSwarm({ ...options, headless: !headful });
}
