/** Callers of a service: a connection, or a client that asks once over REST. */
import type { Params, RealTimeConnection } from '@feathersjs/feathers';
import type { Application } from '@feathersjs/koa';
import type { House } from '../../kits/node/house.ts';

export type Connection = RealTimeConnection;

/** The server's application. Each service defines what it takes and gives. */
// biome-ignore lint/suspicious/noExplicitAny: as said
export type ServerApp = Application<Record<string, any>>;

/** The parameters of a call that a service's method gets; `connection` where there is one. */
export interface CallParams extends Params {
  connection?: Connection;
}

/** Does `what` as the connection that calls. A call over REST is a connection of its own, for as long as it takes. */
export async function asCaller<Result>(
  house: House<Connection>,
  params: CallParams | undefined,
  what: (caller: Connection) => Result | Promise<Result>,
): Promise<Result> {
  if (params?.connection !== undefined) return what(params.connection);
  const guest: Connection = {};
  house.connect(guest);
  try {
    return await what(guest);
  } finally {
    house.disconnect(guest);
  }
}
