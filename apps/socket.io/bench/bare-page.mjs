/**
 * The least that a browser's clients can cost: socket.io-client and an array for the latencies. `loadtests/bench/member-page.bench.ts`
 * bundles it, puts it into empty pages of the swarm's browsers, and measures it in turn with Outcry's own page.
 */
import { io } from 'socket.io-client';

const sockets = new Map();

/** Connects the clients `ids`. */
async function connect(ids) {
  for (const id of ids) {
    const socket = io(location.origin, { transports: ['websocket'], forceNew: true, reconnection: false });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    sockets.set(id, socket);
  }
}

/**
 * Publishes `messages` at `rate` per second from each client, spread over the interval, from when the beginning is heard on, which the page
 * with `beginMs` publishes after so many ms. Resolves, when everything has come or `giveUpMs` after the start, with the latencies of own messages in ms and the number of deliveries.
 */
function run({ clients, rate, messages, giveUpMs, beginMs }) {
  return new Promise((resolve) => {
    const latencies = [];
    let delivered = 0;
    const expected = sockets.size * clients * messages;
    let giveUp;
    const finish = () => {
      clearTimeout(giveUp);
      for (const socket of sockets.values()) socket.off('publish');
      resolve({ latencies, delivered });
    };
    for (const [client, socket] of sockets) {
      let start;
      let seq = 0;
      const send = () => {
        const now = performance.now();
        if (now >= start + (seq * 1000) / rate) {
          socket.emit('publish', { client, seq: seq++, sent: now, payload: '' });
        }
        if (seq < messages) setTimeout(send, Math.max(1, Math.ceil(start + (seq * 1000) / rate - performance.now())));
      };
      socket.on('publish', ({ body }) => {
        if (body.begin) {
          start = performance.now() + ((client - 1) / clients) * (1000 / rate);
          giveUp ??= setTimeout(finish, giveUpMs);
          setTimeout(send, Math.ceil(start - performance.now()));
          return;
        }
        delivered++;
        if (body.client === client) latencies.push(performance.now() - body.sent);
        if (delivered === expected) finish();
      });
    }
    const [first] = sockets.values();
    if (beginMs !== null) setTimeout(() => first.emit('publish', { begin: true }), beginMs);
  });
}

window.barePage = { connect, run };
