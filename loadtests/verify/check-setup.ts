/** How lanes come by what they look at. */
import type { Adapter, Transport } from '../../protocol/socket.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import type { DoomedClient, DoomedTask } from './killed-client.ts';
import type { Limits } from './time-limits.ts';

/** An app's processes, or, for tests of the suite, what behaves like them. */
export interface Bench {
  app: App;
  adapter: Adapter;
  /** Asked before each check. */
  limits(): Limits;
  /** @param env variables besides; undefined takes one away */
  startServer(env?: Record<string, string | undefined>): Promise<Server>;
  startDoomedClient(url: string, transport: Transport, task: DoomedTask): Promise<DoomedClient>;
}
