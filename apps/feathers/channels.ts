/** The receivers of each event. */
import { Channel } from '@feathersjs/transport-commons';
import type { House } from '../../kits/node/house.ts';
import type { Connection, ServerApp } from './callers.ts';
import type { Telling } from './exchange.ts';
import { TOLD } from './services.ts';

/** The channel of all connections. */
const ROOM = 'room';

/**
 * Brings connections into the house, and has what it tells go to all of them, or to the one it is for. Log-ins and users have events
 * as well, since every service has; nobody is told of those.
 */
export function channels(house: House<Connection>) {
  return (app: ServerApp): void => {
    app.on('connection', (connection: Connection) => {
      app.channel(ROOM).join(connection);
      house.connect(connection);
    });
    app.on('disconnect', (connection: Connection) => house.disconnect(connection));
    for (const [service, event] of Object.values(TOLD)) {
      app
        .service(service)
        .publish(event, (_data: unknown, { to }: Telling) => (to ? new Channel([to]) : app.channel(ROOM)));
    }
  };
}
