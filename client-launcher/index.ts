/** Makes the swarm that a session asks for. */
import { BrowserSwarm } from './browser/swarm.ts';
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
      say: (line: string) => void;
    }
  | {
      kind: 'console';
      clients: number;
      clientsPerWorker: number | null;
      /** Folders with a folder for each scenario, whose `client.ts` workers run. */
      scenarioDirs: readonly string[];
    };

export function makeSwarm(request: SwarmRequest): Swarm {
  if (request.kind === 'console') {
    const { clients, clientsPerWorker, scenarioDirs } = request;
    return new ConsoleSwarm({ clients, scenarioDirs, ...(clientsPerWorker === null ? {} : { clientsPerWorker }) });
  }
  const { browser, browsers, headful, grid, advertise, say } = request;
  return new BrowserSwarm({ browser, browsers, headless: !headful, grid, advertise, say });
}
