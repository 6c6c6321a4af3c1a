/**
 * The least that load clients can cost: socket.io-client and nothing around it, in one process.
 *
 *     node bare-loop.mjs URL CLIENTS MESSAGES RATE PAYLOAD_BYTES
 *
 * Connects CLIENTS over WebSocket; then each makes MESSAGES round trips by `echo`, RATE a second. Prints one line of JSON,
 * {"roundTrips": N, "maxRssBytes": N}, and ends.
 */
import { readFileSync } from 'node:fs';
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
    const client = index + 1;
    let sent = 0;
    let returned = 0;
    let timer;
    const send = () => {
      socket.emit('echo', { client, seq: sent++, sent: performance.now(), payload });
      if (sent === messages) clearInterval(timer);
    };
    socket.on('echo', () => {
      roundTrips++;
      returned++;
      if (returned === messages && ++completed === clients) resolve();
    });
    timer = setInterval(send, 1000 / rate);
    send();
  }
});

// Not resourceUsage(): its maximum is that of the process that started this one, where that was larger.
const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
console.log(JSON.stringify({ roundTrips, maxRssBytes: peak * 1024 }));
process.exit(0);
