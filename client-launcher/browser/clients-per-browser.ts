/** The number of clients that one browser holds before they wait for each other. */
import { TRANSPORT_ENTRIES, type Transport } from '../../metrics/transports.ts';

/**
 * Browsers open at most 6 connections to one host over HTTP/1.1. A client on an HTTP transport keeps one of them for what
 * comes down; two are left for all the POSTs that go up. With more clients the POSTs would wait for each other, or for
 * ever, and the run would measure the browser's queue.
 */
const ON_HTTP = 4;

/** Over HTTP/2 and HTTP/3 requests share a connection, which servers let have 100 requests at once (RFC 9113, 6.5.2). */
const ON_SHARED_CONNECTION = 98;

/** Firefox opens at most 200 WebSockets in all (network.websocket.max-connections), Chromium 255 to one host. */
const ON_WEBSOCKET = 200;

/**
 * A browser opens the WebSockets to one host one after the other, and after one that failed it waits, longer each time (RFC 6455, 4.1 and 7.2.3):
 * of several clients that connect in the test each would wait for the attempts of the others.
 */
const CONNECTING = 1;

/**
 * The most clients of one browser on `transport` whose connections and requests do not wait for each other.
 * @param options `sharing`: the browser's requests share connections, as they do over HTTP/2; `connecting`: clients connect in the test
 */
export function clientsPerBrowser(
  transport: Transport,
  { sharing, connecting }: { sharing: boolean; connecting: boolean },
): number {
  if (TRANSPORT_ENTRIES[transport].over === 'WebSocket') return connecting ? CONNECTING : ON_WEBSOCKET;
  return sharing ? ON_SHARED_CONNECTION : ON_HTTP;
}
