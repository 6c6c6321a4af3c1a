/** One of the processes that serve clients. */
import cluster from 'node:cluster';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTROL_PREFIX } from '../node/control-paths.ts';
import { answerCommon, BACKLOG, keepConnectionsOpen, readPort, STOP_MS, surviveErrors } from '../node/server.ts';
import type { AttachedWorker, ClusterApp } from './cluster-app.ts';
import { Link, type Message } from './link.ts';
import { passOn } from './pass-on.ts';
import { controlAt, PLACE, PROGRAM, removeFolder, workerAt } from './places.ts';
import { WorkerHouse } from './worker-house.ts';

/** Serves as one worker process, until the coordinator ends it or is gone. */
export async function runWorker<Connection>(app: ClusterApp<Connection>): Promise<void> {
  const { id: number } = cluster.worker!;
  const folder = process.env[PLACE]!;
  // The coordinator is gone; the reaper ends and removes what it would have.
  cluster.worker!.on('disconnect', () => {
    endProgram();
    removeFolder(folder);
  });

  const link: Link = new Link((message) => process.send!({ outcry: message }, () => {}), {
    answer: (asked) => house.answer(asked),
    hear: (news) => house.hear(news),
  });
  process.on('message', (message: { outcry?: Message }) => {
    if (message?.outcry !== undefined) link.receive(message.outcry);
  });
  const house: WorkerHouse<Connection> = new WorkerHouse(number, link, app.auction);
  const http = createServer((request, response) => {
    if (request.url === '/healthz' || !attached.handle?.(request, response)) answerCommon(request, response);
  });
  let attached: AttachedWorker<Connection>;
  try {
    attached = await app.attach(http, house);
  } catch (error) {
    return house.fail((error as Error).message);
  }
  house.open(attached);

  const front = createServer((request, response) => {
    const elsewhere = placeOf(request, attached, number, folder);
    if (elsewhere === null) http.emit('request', request, response);
    else passOn(request, response, elsewhere);
  });
  front.on('upgrade', (...upgrade) => http.emit('upgrade', ...upgrade));
  // Takes requests that other processes pass on.
  const inner = createServer((request: IncomingMessage, response: ServerResponse) => {
    http.emit('request', request, response);
  });
  for (const server of [front, inner]) keepConnectionsOpen(server);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(front, attached));

  // Not shared among the processes, as others are that one of a cluster listens on.
  await listen(inner, { path: workerAt(folder, number), exclusive: true });
  const [host, port] = [process.env.HOST || '127.0.0.1', readPort(process.env.PORT)];
  try {
    await listen(front, { port, host, backlog: BACKLOG });
  } catch (error) {
    return house.fail(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
  surviveErrors(front);
  link.tell({ ready: (front.address() as AddressInfo).port });
}

/** The socket of the process that answers a request; null: this one. */
function placeOf<Connection>(
  { url = '' }: IncomingMessage,
  attached: AttachedWorker<Connection>,
  number: number,
  folder: string,
): string | null {
  if (url.startsWith(CONTROL_PREFIX)) return controlAt(folder);
  const at = attached.sessionAt(url);
  return at === null || at === number ? null : workerAt(folder, at);
}

function listen(server: Server, options: Parameters<Server['listen']>[0] & object): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function endProgram(): void {
  try {
    if (process.env[PROGRAM]) process.kill(Number(process.env[PROGRAM]), 'SIGKILL');
  } catch {
    // It has ended, or another process was quicker.
  }
}

let isStopping = false;

/** A signal to the whole group comes twice: the coordinator sends its own. */
function stop<Connection>(front: Server, attached: AttachedWorker<Connection>): void {
  if (isStopping) return;
  isStopping = true;
  attached.endAll();
  front.close(() => process.exit(0));
  front.closeIdleConnections();
  setTimeout(() => process.exit(0), STOP_MS).unref();
}
