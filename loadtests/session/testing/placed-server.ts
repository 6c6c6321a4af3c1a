/** A server that does nothing but be there; `control` answers for it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlacedServer } from '../../../setup/apps/places/place.ts';

/**
 * @param control listens already
 * @param change the differences of the server
 */
export function placedServer(control: Server, change: Partial<PlacedServer> = {}): PlacedServer {
  const { port } = control.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    control: { url, token: 'a token' },
    versions: { framework: null, runtime: null },
    substitute: null,
    limits: null,
    maxClients: null,
    notice: null,
    otherPort: null,
    otherProcess: null,
    meter: { by: 'tree', pid: process.pid },
    host: 'this',
    handedOn: false,
    engine: null,
    running: () => true,
    exited: new Promise(() => {}),
    stop: async () => {},
    ...change,
  } as unknown as PlacedServer;
}
