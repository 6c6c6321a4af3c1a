/** The brokers that clients may connect to: the vendor's, where the environment names one, else the open one. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BACKLOG, keepConnectionsOpen } from '../node-kit/server.ts';
import { installedVersion } from '../node-kit/versions.ts';
import type { AriAddress } from './adapters/broker-link.ts';
import { StandIn } from './stand-in.ts';
import { addressFor, OTHER_PORT, vendorBroker } from './vendor/broker.ts';
import type { VendorBroker } from './vendor/vendor-broker.ts';
import { WHAT_IT_IS } from './what-it-is.ts';

export interface Broker {
  /**
   * Resolves when clients and adapters can connect, and `http` is reached at PORT.
   * @param http the app's own server: pages, control, and where the broker is
   * @throws Error, a sentence for people
   */
  start(http: Server): Promise<Started>;
  /** Where it awaits adapters; resolves when it does. */
  whereAdapters(): Promise<AriAddress>;
  /** What a client is told that knows the app as `host`. Known after `start`. */
  info(host: string | undefined): BrokerInfo;
  stop(): Promise<void>;
}

/** What `/broker.json` says. */
export interface BrokerInfo {
  /** The origin that clients connect to; null: the app's. */
  url: string | null;
  standIn: string | null;
  /** What is to be said with every figure. */
  notice: string | null;
}

export interface Started {
  port: number;
  /** The framework's version. */
  version: string;
  /** What the ready line says of it besides. */
  said: Record<string, unknown>;
}

/** Where the app is to be reached: HOST and PORT. */
interface Place {
  host: string;
  port: number;
}

/** @throws Error, a sentence for people, when what the environment names is not usable */
export async function brokerFor(env: NodeJS.ProcessEnv, place: Place): Promise<Broker> {
  const vendor = await vendorBroker(env);
  return vendor === null ? openBroker(place) : vendors(vendor, place);
}

/** The open broker listens on PORT itself, so that its bytes are counted there, and passes on what is not for it. */
function openBroker({ host, port }: Place): Broker {
  const standIn = new StandIn(host, port);
  return {
    async start(http) {
      const own = await listen(http, { host: '127.0.0.1', port: 0 });
      await standIn.start(`http://127.0.0.1:${own}`);
      const version = installedVersion('lightstreamer-adapter', import.meta.url);
      return { port: standIn.port, version, said: { standIn: WHAT_IT_IS } };
    },
    whereAdapters: () => standIn.whereAdapters(),
    info: () => ({ url: null, standIn: WHAT_IT_IS, notice: null }),
    stop: () => standIn.stop(),
  };
}

/** The vendor's broker has a port of its own. */
function vendors(vendor: VendorBroker, place: Place): Broker {
  return {
    async start(http) {
      await vendor.start();
      const { limits, maxClients, otherProcess, standIn, notice, version } = vendor;
      const known = Object.entries({ limits, maxClients, otherProcess, standIn, notice }).filter(
        ([, value]) => value !== null,
      );
      const said = { otherPort: OTHER_PORT, ...Object.fromEntries(known) };
      return { port: await listen(http, place), version: version ?? 'unknown', said };
    },
    whereAdapters: async () => vendor.ari,
    info: (host) => {
      const { standIn, notice } = vendor;
      return { url: addressFor(vendor.url, host), standIn, notice };
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
