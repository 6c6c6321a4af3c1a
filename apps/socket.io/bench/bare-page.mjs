/**
 * The least that a browser's clients can cost: socket.io-client and an array for the latencies. `lab/bench/main-job.bench.ts` bundles
 * it for plain Firefox processes, and measures it in turn with `./outcry run`.
 */
import { io } from 'socket.io-client';

/** Connects the clients `ids`. @returns their sockets, by id */
export async function connect(ids) {
  const sockets = new Map();
  for (const id of ids) {
    const socket = io(location.origin, { transports: ['websocket'], forceNew: true, reconnection: false });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    sockets.set(id, socket);
  }
  return sockets;
}

/** Tells all clients to begin. */
export function begin(sockets) {
  const [first] = sockets.values();
  first.emit('publish', { begin: true });
}

/**
 * Publishes `messages` at `rate` per second from each client, client k of N after `spread` * (k - 1)/N of an interval, from when the beginning
 * is heard. Resolves when everything has come, or `giveUpMs` after the start.
 * @returns latencies of own messages from sending and from when they were due, ms, and the number of deliveries
 */
export function run(sockets, { clients, rate, messages, spread, giveUpMs }) {
  return new Promise((resolve) => {
    const result = { fromSent: [], fromDue: [], delivered: 0 };
    const expected = sockets.size * clients * messages;
    let giveUp;
    const finish = () => {
      clearTimeout(giveUp);
      for (const socket of sockets.values()) socket.off('publish');
      resolve(result);
    };
    for (const [client, socket] of sockets) {
      let start;
      let seq = 0;
      const dueAt = (n) => start + (n * 1000) / rate;
      const send = () => {
        const now = performance.now();
        if (now >= dueAt(seq)) socket.emit('publish', { client, seq: seq++, sent: now, payload: '' });
        if (seq < messages) setTimeout(send, Math.max(1, Math.ceil(dueAt(seq) - performance.now())));
      };
      socket.on('publish', ({ body }) => {
        const now = performance.now();
        if (body.begin) {
          start = now + spread * ((client - 1) / clients) * (1000 / rate);
          giveUp ??= setTimeout(finish, giveUpMs);
          setTimeout(send, Math.ceil(start - now));
          return;
        }
        result.delivered++;
        if (body.client === client) {
          result.fromSent.push(now - body.sent);
          result.fromDue.push(now - dueAt(body.seq));
        }
        if (result.delivered === expected) finish();
      });
    }
  });
}
