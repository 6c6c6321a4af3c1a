/** A client of the fake app that comes back by itself. */
import { Continuity } from '../../../kits/client/continuity.ts';
import type { Back, Socket } from '../../../protocol/socket.ts';
import type { Sabotage } from '../sabotage.ts';
import type { Connection, FakeServer } from './fake-server.ts';

/** A connection, and the two ends of it. */
export interface Reached {
  connection: Connection;
  server: FakeServer;
  socket: Socket;
  /** False while the network is cut. */
  isReachable(): boolean;
}

const AGAIN_MS = 5;

/** The socket over `first` and what comes after it, opened by `open`. */
export function comingBack(
  first: Reached,
  open: () => Promise<Reached>,
  sabotage: NonNullable<Sabotage['comesBack']> = {},
): Socket {
  const told = new Continuity();
  let at = first;
  let isClosing = false;
  let returns = 0;
  const later = (): void => {
    if (!sabotage.staysAway) setTimeout(attempt, AGAIN_MS);
  };
  const lost = (reason: string): void => {
    if (sabotage.ends) told.closed(reason);
    if (!sabotage.silent) told.lost(reason);
    if (!isClosing) later();
  };
  const back = (how: Back): void => {
    returns += 1;
    told.back(sabotage.says ?? how);
  };
  async function attempt(): Promise<void> {
    if (isClosing && !sabotage.goesOn) return;
    told.attempt();
    const { connection, server } = at;
    // Its server has kept it, and all that was said meanwhile.
    if (connection.open && server.running) {
      if (!at.isReachable()) return later();
      back('recovered');
      connection.release();
      return;
    }
    try {
      at = await open();
    } catch {
      return later();
    }
    for (const [event, handlers] of connection.handlers) {
      at.connection.handlers.set(
        event,
        Array(sabotage.handlers ?? 1)
          .fill(handlers)
          .flat(),
      );
    }
    at.connection.closeHandlers.push(lost);
    back('new');
  }
  first.connection.closeHandlers.push(lost);
  return {
    get transport() {
      return returns > 0 && sabotage.over !== undefined ? sabotage.over : at.socket.transport;
    },
    on: (event, handler) => at.socket.on(event, handler),
    emit: (event, data) => at.socket.emit(event, data),
    request: (event, data) => at.socket.request(event, data),
    onClose: (handler) => told.onClose(handler),
    onLost: (handler) => told.onLost(handler),
    onBack: (handler) => told.onBack(handler),
    onAttempt: (handler) => told.onAttempt(handler),
    async close() {
      isClosing = true;
      await at.socket.close();
      told.closed('closed');
    },
  };
}
