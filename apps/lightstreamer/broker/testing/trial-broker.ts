/** A broker with scripted adapters, on a port of its own. */
import type { AddressInfo } from 'node:net';
import { Broker } from '../tlcp/broker.ts';
import { LIMITS, type Limits } from '../tlcp/limits.ts';
import { serveClients } from '../tlcp/web-socket.ts';
import { ScriptedAdapters } from './scripted-adapters.ts';

export interface TrialBroker {
  adapters: ScriptedAdapters;
  broker: Broker;
  /** `127.0.0.1:port`. */
  address: string;
  stop(): Promise<void>;
}

export async function startTrialBroker(limits: Partial<Limits> = {}, compresses = false): Promise<TrialBroker> {
  const adapters = new ScriptedAdapters();
  const broker = new Broker(adapters, { ...LIMITS, ...limits });
  const http = serveClients(broker, (_request, response) => response.writeHead(404).end(), compresses);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    adapters,
    broker,
    address: `127.0.0.1:${(http.address() as AddressInfo).port}`,
    async stop() {
      broker.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
