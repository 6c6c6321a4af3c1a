/** The vendor's own broker, where there is one: started from its folder, or found running. */
import { createServer } from 'node:net';
import { CLIENT_LIBRARY } from './client-library.ts';
import { isWildcard } from './conf.ts';
import { OwnBroker } from './own-broker.ts';
import { RunningBroker } from './running-broker.ts';
import { type Environment, readVendorSettings } from './settings.ts';
import type { Patience, VendorBroker } from './vendor-broker.ts';

export const OTHER_PORT = 'clients connect to Lightstreamer Server, which listens on a port of its own';

/** How long a broker may take until it answers: less than the app's own 60 s. */
const START_MS = 45_000;

/**
 * The vendor's broker that the environment names; null when it names none.
 * @param library the version of the clients' library
 * @throws Error, a sentence for people, when what it names is not usable
 */
export async function vendorBroker(
  env: Environment,
  patience: Patience = { startMs: START_MS },
  library = CLIENT_LIBRARY,
): Promise<VendorBroker | null> {
  const settings = readVendorSettings(env, library);
  if (settings === null) return null;
  if (settings.kind === 'url') return new RunningBroker(settings, patience, library);
  const [port, metadata, data, notify] = await freePorts(4, settings.host);
  const ari = { metadata: metadata!, data: data!, notify: notify! };
  return new OwnBroker(settings, { home: settings.home, host: settings.host, port: port!, ari }, env, patience);
}

/**
 * The broker's address for a client that knows the app as `host` (the Host header of its request): the same, unless the
 * broker listens on all interfaces and has no address of its own.
 */
export function addressFor(url: string, host: string | undefined): string {
  const address = new URL(url);
  if (!isWildcard(address.hostname) || host === undefined || !URL.canParse(`http://${host}`)) return url;
  address.hostname = new URL(`http://${host}`).hostname;
  return address.origin;
}

/** Ports that are free now, the first one on `host`, the others on loopback. */
async function freePorts(count: number, host: string): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(
      servers.map(
        (server, index) =>
          new Promise<number>((resolve, reject) => {
            server.once('error', (error) => reject(new Error(`HOST=${host}: ${error.message}`)));
            server.listen(0, index === 0 ? host : '127.0.0.1', () => {
              const address = server.address();
              if (address !== null && typeof address === 'object') resolve(address.port);
            });
          }),
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
