/**
 * The Lightstreamer app's server: the house behind remote adapters, and the broker that clients connect to. That is the
 * vendor's where the environment names one, else the open one in `broker/`.
 */
import { createServer } from 'node:http';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { House } from '../../kits/node/house.ts';
import { answerCommon, readPort, surviveErrors } from '../../kits/node/server.ts';
import { RemoteAdapters } from './adapters/remote-adapters.ts';
import { type Broker, brokerFor } from './brokers.ts';

/** SIGTERM ends the process within this, even if something hangs, ms. */
const STOP_MS = 4_500;

const place = { host: process.env.HOST || '127.0.0.1', port: readPort(process.env.PORT) };
let broker: Broker | null = null;
let isStopping = false;

const adapters = new RemoteAdapters(() => broker!.whereAdapters());
const house = new House(adapters, { auction: auctionIn() });
const http = createServer((request, response) => {
  if (house.control(request, response)) return;
  if (request.url !== '/broker.json' || broker === null) return answerCommon(request, response);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify(broker.info(request.headers.host))}\n`);
});

async function start(): Promise<void> {
  broker = await brokerFor(process.env, place);
  const { port, version, readyLine } = await broker.start(http);
  surviveErrors();
  await adapters.start(house);
  const versions = { framework: version, runtime: `node ${process.versions.node}` };
  process.stdout.write(`${JSON.stringify({ ready: true, port, versions, ...readyLine })}\n`);
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(code), STOP_MS).unref();
  house.stop();
  // The adapters tell the clients, because a broker that the app has not started goes on.
  await adapters.stop();
  await broker?.stop();
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
start().catch((error: Error) => {
  console.error(error.message);
  void stop(1);
});
