/** Chooses the vendor's broker that the environment names: one to start from its folder, or one that runs. */
import { type AddressInfo, createServer } from 'node:net';
import { CLIENT_LIBRARY } from './client-library.ts';
import { isWildcard } from './conf.ts';
import { OwnBroker } from './own-broker.ts';
import { RunningBroker } from './running-broker.ts';
import { type Environment, readVendorSettings } from './settings.ts';
import type { VendorBroker } from './vendor-broker.ts';

export const OTHER_PORT = 'clients connect to Lightstreamer Server, which listens on a port of its own';

/** The time limit until a broker answers, ms: less than the app's own 60 s. */
const START_MS = 45_000;

/**
 * The vendor's broker that the environment names; null when it names none.
 * @param startMs the time limit until it answers
 * @param library the version of the clients' library
 * @throws Error, a sentence for people, when what it names is not usable
 */
export async function vendorBroker(
  env: Environment,
  startMs = START_MS,
  library = CLIENT_LIBRARY,
): Promise<VendorBroker | null> {
  const settings = readVendorSettings(env, library);
  if (settings === null) return null;
  if (settings.kind === 'url') return new RunningBroker(settings, startMs, library);
  const loopback = Array(3).fill('127.0.0.1');
  const [port, metadata, data, notify] = (await freePorts([settings.host, ...loopback])) as [
    number,
    number,
    number,
    number,
  ];
  return new OwnBroker(settings, { port, ari: { metadata, data, notify } }, env, startMs);
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

/** A free port of each of `hosts`, all different. */
async function freePorts(hosts: readonly string[]): Promise<number[]> {
  const servers = hosts.map((host) => createServer().listen(0, host));
  try {
    return await Promise.all(
      servers.map(
        (server, at) =>
          new Promise<number>((resolve, reject) => {
            server.once('error', (error) => reject(new Error(`HOST=${hosts[at]}: ${error.message}`)));
            server.once('listening', () => resolve((server.address() as AddressInfo).port));
          }),
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
