import type { DdpConnection } from './ddp-host.ts';
import type { Said } from './names.ts';

/** One of the house's connections: a client that is subscribed to the room. */
export interface Visitor {
  readonly connection: DdpConnection;
  say(said: Said): void;
}
