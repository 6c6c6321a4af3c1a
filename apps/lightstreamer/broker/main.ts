/**
 * The open broker's own process. HOST, PORT and STATIC_DIR in; one line of JSON out, which says where clients and
 * adapters are awaited. It ends with its standard input, so that it never outlives the server that started it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCommon, keepConnectionsOpen, readPort, surviveErrors } from '../../node-kit/server.ts';
import { listenForAdapters } from './ari/ari-server.ts';
import { Broker } from './tlcp/broker.ts';
import { HttpFront } from './tlcp/http.ts';
import { LIMITS } from './tlcp/limits.ts';
import { acceptWebSockets } from './tlcp/web-socket.ts';
import { WHAT_IT_IS } from './what-it-is.ts';

/** Connections that have not ended by themselves are cut after this, ms. */
const STOP_MS = 1_000;

const log = (sentence: string) => console.error(`broker: ${sentence}`);
const host = process.env.HOST || '127.0.0.1';
const port = readPort(process.env.PORT);

const adapters = await listenForAdapters({ name: 'OUTCRY', host: '127.0.0.1', log });
const broker = new Broker(adapters, LIMITS, log);
const front = new HttpFront(broker);
const brokerInfo = JSON.stringify({ url: null, standIn: WHAT_IT_IS });
const http = createServer((request, response) => {
  if (front.answer(request, response)) return;
  if (request.url === '/broker.json')
    response.writeHead(200, { 'content-type': 'application/json' }).end(`${brokerInfo}\n`);
  else answerCommon(request, response);
});
keepConnectionsOpen(http);
acceptWebSockets(http, broker);

http.once('error', (error: Error) => {
  console.error(`cannot listen on ${host}:${port}: ${error.message}`);
  process.exit(1);
});
http.listen(port, host, () => {
  surviveErrors(http);
  const { port: own } = http.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port: own, ari: adapters.ports })}\n`);
});

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  broker.stop();
  http.close();
  http.closeIdleConnections();
  setTimeout(() => process.exit(0), STOP_MS).unref();
  void adapters.close().finally(() => http.close(() => process.exit(0)));
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
process.stdin.on('end', stop).on('error', stop).resume();
