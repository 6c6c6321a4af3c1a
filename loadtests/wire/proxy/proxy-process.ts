/**
 * The counting proxy's own process: forwards every connection to the server and counts the bytes of both directions
 * and the HTTP requests. It looks at no answer and changes nothing.
 */
import { type AddressInfo, connect, createServer } from 'node:net';
import type { WireCommand, WireTotals } from './counting-proxy.ts';
import { RequestCounter } from './request-counter.ts';

/** As many as servers let wait: otherwise this would be the narrow place. */
const BACKLOG = 4_096;

let bytes = 0;
let closedRequests = 0;
const counters = new Set<RequestCounter>();

function totals(): WireTotals {
  let httpRequests = closedRequests;
  for (const counter of counters) httpRequests += counter.requests;
  return { bytes, httpRequests };
}

function listen(host: string, serverPort: number): void {
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ host: '127.0.0.1', port: serverPort, noDelay: true });
    const counter = new RequestCounter();
    counters.add(counter);
    client.on('data', (data) => {
      bytes += data.length;
      counter.push(data);
    });
    server.on('data', (data) => {
      bytes += data.length;
    });
    client.pipe(server);
    server.pipe(client);
    const end = (): void => {
      client.destroy();
      server.destroy();
      if (counters.delete(counter)) closedRequests += counter.requests;
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
  });
  proxy.listen({ port: 0, host, backlog: BACKLOG }, () =>
    process.send!({ port: (proxy.address() as AddressInfo).port }),
  );
}

process.on('message', (command: WireCommand) => {
  if (command.do === 'listen') listen(command.host, command.serverPort);
  else process.send!(totals());
});
process.on('disconnect', () => process.exit(0));
