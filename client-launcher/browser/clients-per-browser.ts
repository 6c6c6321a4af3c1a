/** Distributes clients over browsers, within each browser's limit of connections. */

import type { Transport } from '../../protocol/socket.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { divide } from '../divide-clients.ts';

/**
 * Browsers open at most 6 connections to one host over HTTP/1.1. A client on an HTTP transport keeps one of them for what
 * comes down; two are left for all the POSTs that go up. With more clients the POSTs would wait for each other, or for
 * ever, and the run would measure the browser's queue.
 */
const CLIENTS_PER_BROWSER_HTTP = 4;

/** Firefox opens at most 200 WebSockets in all (network.websocket.max-connections), Chromium 255 to one host. */
const CLIENTS_PER_BROWSER_WEBSOCKET = 200;

const ON_WEBSOCKET: readonly Transport[] = ['websocket', 'ws-polling'];

/** The most clients of one browser on `transport` whose connections do not wait for each other. */
export function clientsPerBrowser(transport: Transport): number {
  return ON_WEBSOCKET.includes(transport) ? CLIENTS_PER_BROWSER_WEBSOCKET : CLIENTS_PER_BROWSER_HTTP;
}

/**
 * Client numbers 1..clients for each browser that gets any, in order.
 * @throws OutcryError (wrong use) when a browser would hold more than its connections allow
 */
export function spreadClients(clients: number, browsers: number, transport: Transport): number[][] {
  const most = Math.ceil(clients / browsers);
  const limit = clientsPerBrowser(transport);
  if (most > limit) {
    const needed = Math.ceil(clients / limit);
    throw new OutcryError(
      `${most} clients per browser over ${transport} are more than the browser's connections to one host allow (${limit}); use ${needed} browsers for ${clients} clients, or fewer clients`,
      EXIT.usage,
    );
  }
  return divide(clients, browsers);
}
