/** The broker that clients connect to: the vendor's, where the environment names one, else the open one. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BACKLOG, keepConnectionsOpen } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import type { AriAddress } from './adapters/broker-link.ts';
import manifest from './app.json' with { type: 'json' };
import { OpenBrokerProcess } from './open-broker.ts';
import { addressFor, OTHER_PORT, vendorBroker } from './vendor/broker.ts';
import type { VendorBroker } from './vendor/vendor-broker.ts';

/** The label of runs on the open broker, in every record, table and chart. */
const OPEN_BROKER = manifest.substitute.is;

export interface Broker {
  /**
   * Resolves when clients and adapters can connect, and `http` is reached at PORT.
   * @param http the app's own server: pages, control, and where the broker is
   * @throws Error, a sentence for people
   */
  start(http: Server): Promise<Started>;
  /** The address at which it awaits adapters; resolves when it does. */
  whereAdapters(): Promise<AriAddress>;
  /** The answer to a client that knows the app as `host`. Known after `start`. */
  info(host: string | undefined): BrokerInfo;
  stop(): Promise<void>;
}

/** The content of `/broker.json`. */
export interface BrokerInfo {
  /** The origin that clients connect to; null: the app's. */
  url: string | null;
  substitute: string | null;
  /** A sentence to show with every figure. */
  notice: string | null;
}

export interface Started {
  port: number;
  /** The framework's version. */
  version: string;
  /** Further members of the ready line. */
  readyLine: Record<string, unknown>;
}

/** The address at which the app is to be reached: HOST and PORT. */
interface Place {
  host: string;
  port: number;
}

/** @throws Error, a sentence for people, when what the environment names is not usable */
export async function brokerFor(env: NodeJS.ProcessEnv, place: Place): Promise<Broker> {
  const vendor = await vendorBroker(env);
  return vendor === null ? openBroker(place) : vendors(vendor, place);
}

/** The open broker listens on PORT itself, so that its bytes are counted there, and passes other requests on to the app. */
function openBroker({ host, port }: Place): Broker {
  const broker = new OpenBrokerProcess(host, port);
  return {
    async start(http) {
      const own = await listen(http, { host: '127.0.0.1', port: 0 });
      await broker.start(`http://127.0.0.1:${own}`);
      const version = installedVersion('lightstreamer-adapter', import.meta.url);
      return { port: broker.port, version, readyLine: { substitute: OPEN_BROKER } };
    },
    whereAdapters: () => broker.whereAdapters(),
    info: () => ({ url: null, substitute: OPEN_BROKER, notice: null }),
    stop: () => broker.stop(),
  };
}

/** The vendor's broker has a port of its own. */
function vendors(vendor: VendorBroker, place: Place): Broker {
  return {
    async start(http) {
      await vendor.start();
      const { limits, maxClients, otherProcess, substitute, notice, version } = vendor;
      const known = Object.entries({ limits, maxClients, otherProcess, substitute, notice }).filter(
        ([, value]) => value !== null,
      );
      const readyLine = { otherPort: OTHER_PORT, ...Object.fromEntries(known) };
      return { port: await listen(http, place), version: version ?? 'unknown', readyLine };
    },
    whereAdapters: async () => vendor.ari,
    info: (host) => {
      const { substitute, notice } = vendor;
      return { url: addressFor(vendor.url, host), substitute, notice };
    },
    stop: () => vendor.stop(),
  };
}

/** The port that `http` listens on from now on. */
function listen(http: Server, { host, port }: Place): Promise<number> {
  keepConnectionsOpen(http);
  return new Promise((resolve, reject) => {
    const cannot = (error: Error) => reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`));
    http.once('error', cannot);
    http.listen({ port, host, backlog: BACKLOG }, () => {
      http.off('error', cannot);
      http.on('error', (error) => console.error(error));
      resolve((http.address() as AddressInfo).port);
    });
  });
}
