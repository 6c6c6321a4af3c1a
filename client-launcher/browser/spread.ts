/** Which browser holds which clients, and how many it can hold. */

import type { Transport } from '../../protocol/socket.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';

/**
 * Browsers open at most 6 connections to one host over HTTP/1.1. A client on an HTTP transport keeps one of them for what
 * comes down; two are left for all the POSTs that go up. With more clients the POSTs would wait for each other, or for
 * ever, and the run would measure the browser's queue.
 */
const CLIENTS_PER_BROWSER_HTTP = 4;

/** Firefox opens at most 200 WebSockets in all (network.websocket.max-connections), Chromium 255 to one host. */
const CLIENTS_PER_BROWSER_WEBSOCKET = 200;

const ON_WEBSOCKET: readonly Transport[] = ['websocket', 'ws-polling'];

/** How many clients one browser can hold on `transport` without their connections waiting for each other. */
export function clientsPerBrowser(transport: Transport): number {
  return ON_WEBSOCKET.includes(transport) ? CLIENTS_PER_BROWSER_WEBSOCKET : CLIENTS_PER_BROWSER_HTTP;
}

/**
 * `clientId`s 1..clients for each browser, in order: 5 over 2 gives [[1, 2, 3], [4, 5]].
 * @throws OutcryError (wrong use) when a browser would hold none, or more than its connections allow
 */
export function spreadClients(clients: number, browsers: number, transport: Transport): number[][] {
  if (clients < browsers) {
    throw new OutcryError(
      `${clients} clients cannot be spread over ${browsers} browsers: each needs at least one`,
      EXIT.usage,
    );
  }
  const most = Math.ceil(clients / browsers);
  const limit = clientsPerBrowser(transport);
  if (most > limit) {
    const needed = Math.ceil(clients / limit);
    throw new OutcryError(
      `${most} clients per browser over ${transport} are more than the browser's connections to one host allow (${limit}); use ${needed} browsers for ${clients} clients, or fewer clients`,
      EXIT.usage,
    );
  }
  let next = 1;
  return Array.from({ length: browsers }, (_, index) => {
    const size = Math.floor(clients / browsers) + (index < clients % browsers ? 1 : 0);
    return Array.from({ length: size }, () => next++);
  });
}
