/** Adapters on the vendor's Node SDK, as it is. Its files are scripts that rely on implicit globals, so it is required. */

import { createRequire } from 'node:module';
import { createConnection, type Socket } from 'node:net';
import type { AdapterPorts } from '../ari-server.ts';

const require = createRequire(import.meta.url);

interface Response {
  success(...result: unknown[]): void;
  error(message: string, kind?: string, details?: Record<string, unknown>): void;
}

type Request = Record<string, unknown>;

export interface MetadataProvider {
  on(event: string, handler: (request: Request, response: Response) => void): void;
}

export interface DataProvider {
  on(event: 'init', handler: (request: Request, response: Response) => void): void;
  on(event: 'subscribe' | 'unsubscribe', handler: (item: string, response: Response) => void): void;
  update(item: string, isSnapshot: boolean, values: Record<string, unknown>): void;
  endOfSnapshot(item: string): void;
  clearSnapshot(item: string): void;
  failure(message: string): void;
}

interface Sdk {
  MetadataProvider: new (
    stream: Socket,
    defaults?: Record<string, unknown>,
    credentials?: Record<string, string>,
  ) => MetadataProvider;
  DataProvider: new (
    requestStream: Socket,
    notificationStream: Socket,
    hasSnapshot: (item: string) => boolean,
  ) => DataProvider;
}

export interface SdkAdapters {
  readonly metadata: MetadataProvider;
  readonly data: DataProvider;
  readonly sockets: readonly Socket[];
  /** Why the broker sent the adapters away, as the SDK tells it; resolves when all three connections are closed. */
  readonly ended: Promise<string[]>;
}

/** `hasSnapshot`: of which items; the SDK ends the snapshots of the others by itself. */
export function startSdkAdapters(ports: AdapterPorts, hasSnapshot: (item: string) => boolean): SdkAdapters {
  const sdk = require('lightstreamer-adapter') as Sdk;
  const [metadata, data, notify] = [ports.metadata, ports.data, ports.notify].map((port) =>
    createConnection(port, '127.0.0.1'),
  ) as [Socket, Socket, Socket];
  const sockets = [metadata, data, notify];
  const reasons: string[] = [];
  for (const socket of sockets) socket.on('error', (error) => reasons.push(error.message));
  const closed = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)));
  return {
    metadata: new sdk.MetadataProvider(metadata, { notifyTables: true }, { user: 'remote', password: 'adapter' }),
    data: new sdk.DataProvider(data, notify, hasSnapshot),
    sockets,
    ended: Promise.all(closed).then(() => reasons),
  };
}
