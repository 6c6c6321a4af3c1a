/** The process of a doomed client: does its task, says so on stdout, and waits to be killed. */
import { pathToFileURL } from 'node:url';
import type { Adapter } from '../../protocol/socket.ts';
import { now } from './clock.ts';
import type { DoomedPlace, DoomedTask } from './doomed-client.ts';

const { adapterPath, url, transport, task } = JSON.parse(process.argv[2]!) as DoomedPlace & { task: DoomedTask };
const { default: adapter } = (await import(pathToFileURL(adapterPath).href)) as { default: Adapter };
const socket = await adapter.connect(url, { transport });

socket.on('testStarted', () => {
  for (let seq = 0; seq < task.messages; seq += 1) {
    const time = now();
    const id = `c:${task.clientId}m:${seq}`;
    socket.emit('message', { id, clientId: task.clientId, seq, due: time, sent: time, payload: 'last words' });
  }
});

// Most of a client's life it waits for its server: there it is to die, not in the middle of sending.
const QUIET_MS = 500;
let own = 0;
socket.on('message', ({ clientId }: { clientId: number }) => {
  if (clientId !== task.clientId) return;
  own += 1;
  if (own === task.messages) setTimeout(() => console.log('quiet'), QUIET_MS);
});
console.log('connected');
if (task.init) socket.emit('initTest', task.init);

// A transport between two polls may leave nothing that keeps the process alive.
setInterval(() => {}, 60_000);
