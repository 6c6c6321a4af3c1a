/**
 * The Lightstreamer app's server: the hub and the auction house behind remote adapters, and the broker that clients connect
 * to. That is the vendor's where the environment names one, else the open one in `broker/`.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { House } from '../node-kit/house.ts';
import { answerCommon, keepConnectionsOpen, readDatabaseUrl, readPort, surviveErrors } from '../node-kit/server.ts';
import { installedVersion } from '../node-kit/versions.ts';
import type { AriAddress } from './adapters/broker-link.ts';
import { RemoteAdapters } from './adapters/remote-adapters.ts';
import type { Visitor } from './adapters/visitors.ts';
import { WHAT_IT_IS } from './broker/what-it-is.ts';
import { StandIn } from './stand-in.ts';
import { addressFor, OTHER_PORT, type VendorBroker, vendorBroker } from './vendor/broker.ts';

/** A broker, the vendor's or the open one. */
interface Broker {
  /** Resolves when clients and adapters can connect, and the pages are served. @throws Error, a sentence for people */
  start(): Promise<Started>;
  /** Where it awaits adapters; resolves when it does. */
  whereAdapters(): Promise<AriAddress>;
  stop(): Promise<void>;
}

interface Started {
  /** Where pages are, and the broker's address. */
  port: number;
  /** The framework's version. */
  version: string;
  /** What the ready line says of it besides. */
  said: Record<string, unknown>;
}

/** SIGTERM ends the process within this, whatever hangs, ms. */
const STOP_MS = 4_500;

const host = process.env.HOST || '127.0.0.1';
const port = readPort(process.env.PORT);
const database = readDatabaseUrl(process.env.DATABASE_URL);
let broker: Broker | null = null;
let adapters: RemoteAdapters | null = null;
let house: House<Visitor> | null = null;
let isStopping = false;

/** The open broker listens on PORT itself. */
function openBroker(): Broker {
  const standIn = new StandIn(host, port);
  return {
    async start() {
      await standIn.start();
      const said = { standIn: WHAT_IT_IS };
      return { port: standIn.port, version: installedVersion('lightstreamer-adapter', import.meta.url), said };
    },
    whereAdapters: () => standIn.whereAdapters(),
    stop: () => standIn.stop(),
  };
}

/** The vendor's broker has a port of its own; on PORT are the pages and where it is. */
function vendors(vendor: VendorBroker): Broker {
  const http = createServer((request, response) => {
    if (request.url !== '/broker.json') return answerCommon(request, response);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    const info = { url: addressFor(vendor.url, request.headers.host), standIn: vendor.standIn };
    response.end(`${JSON.stringify(info)}\n`);
  });
  return {
    async start() {
      await vendor.start();
      const { limits, otherProcess, standIn, version } = vendor;
      const sentences = Object.entries({ limits, otherProcess, standIn }).filter(([, sentence]) => sentence !== null);
      const said = { otherPort: OTHER_PORT, ...Object.fromEntries(sentences) };
      return { port: await listen(http), version: version ?? 'unknown', said };
    },
    whereAdapters: async () => vendor.ari,
    async stop() {
      http.close();
      http.closeAllConnections();
      await vendor.stop();
    },
  };
}

function listen(http: Server): Promise<number> {
  keepConnectionsOpen(http);
  return new Promise((resolve, reject) => {
    const cannot = (error: Error) => reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`));
    http.once('error', cannot);
    http.listen(port, host, () => {
      http.off('error', cannot);
      http.on('error', (error) => console.error(error));
      resolve((http.address() as AddressInfo).port);
    });
  });
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(code), STOP_MS).unref();
  house?.stop();
  // The broker goes first: it is who tells the clients.
  adapters?.expectEnd();
  await broker?.stop();
  adapters?.stop();
  process.exit(code);
}

async function start(): Promise<void> {
  const vendor = await vendorBroker(process.env);
  broker = vendor === null ? openBroker() : vendors(vendor);
  const { port, version, said } = await broker.start();
  adapters = new RemoteAdapters(broker.whereAdapters);
  house = new House(adapters, database);
  surviveErrors();
  await adapters.start(house);
  const versions = { framework: version, runtime: `node ${process.versions.node}` };
  process.stdout.write(`${JSON.stringify({ ready: true, port, versions, ...said })}\n`);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0));
start().catch((error: Error) => {
  console.error(error.message);
  void stop(1);
});
