/** The process of a client that is killed: does its task, says so on stdout, and waits to be killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Adapter } from '../../protocol/socket.ts';
import type { Relayed } from '../../protocol/verbs.ts';
import type { ClientPlace, ClientTask } from './killed-client.ts';

const NEXT_POLL_MS = 250;

const { adapterPath, url, transport, task } = JSON.parse(process.argv[2]!) as ClientPlace & { task: ClientTask };
const { default: adapter } = (await import(pathToFileURL(adapterPath).href)) as { default: Adapter };
const socket = await adapter.connect(url, { transport });

/** Most of a client's life it waits for its server: there it is to die, not in the middle of sending. */
const allBack = new Promise<void>((resolve) => {
  let own = 0;
  socket.on('publish', ({ body }: Relayed) => {
    if ((body as { from?: string } | null)?.from === task.from) own += 1;
    if (own === task.messages) resolve();
  });
});

if (task.join !== null) await socket.request('join', { name: task.join });
for (let n = 0; n < task.messages; n += 1) socket.emit('publish', { from: task.from, n });
await allBack;
await socket.request('verify-fence', {});
// Long-polling brought the reply by a poll that has ended. Between two polls a server cannot see its client die.
await sleep(NEXT_POLL_MS);
console.log('quiet');

// A transport between two polls may leave nothing that keeps the process alive.
setInterval(() => {}, 60_000);
