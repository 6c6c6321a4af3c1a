/** The whole app in one process, on the open broker: its house, its adapters, its pages' `/broker.json`. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auctionIn } from '../../../kits/node/auction/auction-house.ts';
import { parseDatabaseUrl } from '../../../kits/node/auction/database-url.ts';
import { House } from '../../../kits/node/house.ts';
import { RemoteAdapters } from '../adapters/remote-adapters.ts';
import { AdapterServer } from '../broker/ari/ari-server.ts';
import { Broker } from '../broker/tlcp/broker.ts';
import { LIMITS } from '../broker/tlcp/limits.ts';
import { serveClients } from '../broker/tlcp/web-socket.ts';
import { ADAPTER_SET } from '../items.ts';

export interface TrialApp {
  /** Origin for clients. */
  url: string;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

export async function startTrialApp(): Promise<TrialApp> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-trial-app-'));
  const ari = new AdapterServer(ADAPTER_SET, () => {});
  const broker = new Broker(ari, LIMITS);
  await ari.open();
  const http = serveClients(broker, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: null, substitute: 'a trial', notice: null }));
  });
  await new Promise<void>((resolve) => http.listen(0, HOST, resolve));
  const adapters = new RemoteAdapters(async () => ({ host: HOST, ...ari.ports }));
  const auction = auctionIn(parseDatabaseUrl(`sqlite:${join(folder, 'auction.sqlite')}`));
  const house = new House(adapters, { auction });
  await adapters.start(house);
  return {
    url: `http://${HOST}:${(http.address() as AddressInfo).port}`,
    async stop() {
      house.stop();
      await adapters.stop();
      broker.stop();
      await ari.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
