/** Socket.IO in one of several processes, whatever adapter is between them. */
import { randomBytes } from 'node:crypto';
import { setImmediate as turnEnds } from 'node:timers/promises';
import type { Socket as Connection, Server } from 'socket.io';
import type { AttachedWorker, WorkerEvents } from '../../kits/cluster/cluster-app.ts';
import { wire } from '../socket.io/wire.ts';

/** A message by which processes know that everything before it has come. Clients never get it. */
const MARK = 'outcry-mark';
/** The number that `sessionId` begins with, in the address of a request of long-polling. */
const SESSION_AT = /^\/socket\.io\/\?(?:.*&)?sid=(\d{1,3})-/;
const SESSION_BYTES = 15;

/**
 * @param io with its adapter
 * @param published resolves when what was handed to the adapter so far has been published
 */
export function wireWorker(
  io: Server,
  events: WorkerEvents<Connection>,
  published: () => Promise<unknown> = async () => {},
): AttachedWorker<Connection> {
  // The id of a session tells which process has it.
  io.engine.generateId = () => `${events.number}-${randomBytes(SESSION_BYTES).toString('base64url')}`;
  io.on(MARK, (mark: number) => events.hearMark(mark));
  watchBroadcasts(io, events);
  return {
    ...wire(io, events),
    broadcastHere: (event, data) => void io.local.emit(event, data),
    async mark(mark) {
      io.serverSideEmit(MARK, mark);
      await published();
      // The process's own clients then get what was published, before anything else is done.
      await turnEnds();
    },
    sessionAt(url) {
      const number = SESSION_AT.exec(url)?.[1];
      return number === undefined ? null : Number(number);
    },
  };
}

/**
 * Reports each broadcast to `events` once: the framework tells listeners what goes out to the connection that they are on, so one connection is
 * listened to, and another when it ends.
 */
function watchBroadcasts(io: Server, events: WorkerEvents<Connection>): void {
  let watched: Connection | undefined;
  let last: unknown;
  const listen = (event: string, data: unknown) => {
    // A broadcast has the same data for all: if the one listened to ends in the middle of it, the next hears it too.
    if (data === last) return;
    last = data;
    events.handedOn(event, data);
  };
  const watch = (connection: Connection | undefined) => {
    watched = connection;
    watched?.onAnyOutgoing(listen);
  };
  io.on('connection', (connection) => {
    if (watched === undefined) watch(connection);
    connection.on('disconnect', () => {
      if (connection === watched) watch(io.sockets.sockets.values().next().value);
    });
  });
}
