/**
 * The least that load clients can cost: socket.io-client and nothing around it, in one process.
 *
 *     node bare-loop.mjs URL CLIENTS MESSAGES RATE PAYLOAD_BYTES
 *
 * Connects CLIENTS over WebSocket, has the hub begin an echo test, and each client makes MESSAGES round trips, RATE a
 * second. Prints one line of JSON, {"roundTrips": N, "maxRssBytes": N}, and ends.
 */
import { io } from 'socket.io-client';

const [url, ...numbers] = process.argv.slice(2);
const [clients, messages, rate, payloadBytes] = numbers.map(Number);
const payload = 'x'.repeat(payloadBytes);
const CONNECTING_AT_ONCE = 64;

const sockets = [];
const connect = () =>
  new Promise((resolve, reject) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false });
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
while (sockets.length < clients) {
  const batch = Math.min(CONNECTING_AT_ONCE, clients - sockets.length);
  sockets.push(...(await Promise.all(Array.from({ length: batch }, connect))));
}

let roundTrips = 0;
let completed = 0;
await new Promise((resolve) => {
  for (const [index, socket] of sockets.entries()) {
    const clientId = index + 1;
    let sent = 0;
    let returned = 0;
    let timer;
    const send = () => {
      const now = performance.now();
      const seq = sent++;
      socket.emit('message', { id: `c:${clientId}m:${seq}`, clientId, seq, due: now, sent: now, payload });
      if (sent === messages) clearInterval(timer);
    };
    socket.on('testStarted', () => {
      timer = setInterval(send, 1000 / rate);
      send();
    });
    socket.on('message', () => {
      roundTrips++;
      returned++;
      if (returned === messages && ++completed === clients) resolve();
    });
  }
  sockets[0].emit('initTest', { testType: 'echo', clientCount: clients, spacing: 1, startTime: performance.now() });
});

console.log(JSON.stringify({ roundTrips, maxRssBytes: process.resourceUsage().maxRSS * 1024 }));
process.exit(0);
