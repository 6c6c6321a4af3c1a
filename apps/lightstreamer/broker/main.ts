/**
 * The open broker as a process. It reads its settings (see README.md), and prints one line of JSON with the ports
 * for clients and adapters. It ends with its standard input, so that it never outlives its parent process.
 */
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AdapterServer } from './ari/ari-server.ts';
import { readSettings } from './settings.ts';
import { Broker } from './tlcp/broker.ts';
import { LIMITS } from './tlcp/limits.ts';
import { serveClients } from './tlcp/web-socket.ts';
import { passOn } from './upstream.ts';

/** As many connections as other apps' servers let wait: clients connect to this process. */
const BACKLOG = 4_096;

/** Open connections are cut after this, ms. */
const STOP_MS = 1_000;
/** The life of an unused connection, ms: longer than any client waits, so that none is closed while it is used again. */
const KEEP_ALIVE_MS = 75_000;

const log = (sentence: string) => console.error(`broker: ${sentence}`);

/** The log of the adapters, without their first connection: nothing was lost before it. */
function adapterLog(): (sentence: string) => void {
  let isFirst = true;
  return (sentence) => {
    if (!isFirst || sentence !== 'the adapters are connected') log(sentence);
    isFirst = false;
  };
}

function fail(error: unknown): never {
  console.error((error as Error).message);
  process.exit(1);
}

async function run(): Promise<void> {
  const { host, port, adapterSet, upstream, compresses } = readSettings(process.env);
  const adapters = new AdapterServer(adapterSet, adapterLog());
  const broker = new Broker(adapters, LIMITS);
  await adapters.open();
  const otherwise: RequestListener = (request, response) => {
    if (upstream !== null) passOn(request, response, upstream);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('there is only a broker here\n');
  };
  const http = serveClients(broker, otherwise, compresses);
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  http.headersTimeout = KEEP_ALIVE_MS + 5_000;

  http.once('error', (error) => fail(new Error(`cannot listen on ${host}:${port}: ${error.message}`)));
  http.listen({ port, host, backlog: BACKLOG }, () => {
    // From here on an unexpected error does not end the process.
    http.on('error', console.error);
    process.on('uncaughtException', console.error).on('unhandledRejection', console.error);
    const { port: own } = http.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ port: own, ari: adapters.ports })}\n`);
  });

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    broker.stop();
    http.close();
    http.closeIdleConnections();
    setTimeout(() => process.exit(0), STOP_MS).unref();
    void adapters.close().finally(() => http.close(() => process.exit(0)));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.stdin.on('end', stop).on('error', stop).resume();
}

run().catch(fail);
