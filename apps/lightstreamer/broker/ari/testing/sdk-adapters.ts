/** Adapters on the vendor's Node SDK. Its files are scripts that rely on implicit globals, so it is required. */

import { createRequire } from 'node:module';
import { createConnection, type Socket } from 'node:net';
import type { AdapterPorts } from '../ari-server.ts';

const require = createRequire(import.meta.url);

interface Response {
  success(...result: unknown[]): void;
  error(message: string, kind?: string, details?: Record<string, unknown>): void;
}

interface Provider<Request> {
  on(event: string, handler: (request: Request, response: Response) => void): void;
}

interface DataProvider extends Provider<string> {
  update(item: string, isSnapshot: boolean, values: Record<string, unknown>): void;
  endOfSnapshot(item: string): void;
  clearSnapshot(item: string): void;
  failure(message: string): void;
}

export interface SdkAdapters {
  readonly metadata: Provider<Record<string, unknown>>;
  readonly data: DataProvider;
  readonly sockets: readonly Socket[];
  /** The broker's reasons for ending the connections, as the SDK reports them; resolves when all three are closed. */
  readonly ended: Promise<string[]>;
}

/** `hasSnapshot`: of which items; the SDK ends the snapshots of the others by itself. */
export function startSdkAdapters(ports: AdapterPorts, hasSnapshot: (item: string) => boolean): SdkAdapters {
  const { MetadataProvider, DataProvider } = require('lightstreamer-adapter');
  const sockets = [ports.metadata, ports.data, ports.notify].map((port) => createConnection(port, '127.0.0.1'));
  const [metadata, data, notify] = sockets;
  const reasons: string[] = [];
  for (const socket of sockets) socket.on('error', (error) => reasons.push(error.message));
  const closed = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)));
  return {
    metadata: new MetadataProvider(metadata, null, { user: 'remote', password: 'adapter' }),
    data: new DataProvider(data, notify, hasSnapshot),
    sockets,
    ended: Promise.all(closed).then(() => reasons),
  };
}
