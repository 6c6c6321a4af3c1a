/** A cut for real, held against a capture of the same packets. Needs root, nft and tcpdump. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../../../setup/tools/find.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { captureUnavailable } from '../../wire/capture/capture.ts';
import { ClientPath, demandClientPath } from './client-path.ts';

const nft = (await findTool('nft')).path;
const local = { swarm: { on: null, grid: null, advertise: null } } as never;
const isPossible = await demandClientPath(local).then(
  () => captureUnavailable() === null,
  () => false,
);

/** A server writes to every connection so often, ms. */
const EVERY_MS = 10;
const CUT_MS = 400;

/** A server, a client over a path that can be closed, and one beside it. */
async function connected() {
  const server = createServer((socket) => {
    const timer = setInterval(() => socket.write('x'), EVERY_MS);
    socket.on('error', () => {}).once('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const path = await ClientPath.to(nft!, port);
  const open = async (to: number): Promise<Socket> => {
    const socket = connect(to, '127.0.0.1').on('error', () => {});
    await once(socket, 'data');
    return socket;
  };
  const [client, beside] = [await open(path.port), await open(port)];
  const end = async (): Promise<void> => {
    client.destroy();
    beside.destroy();
    await path.stop();
    server.close();
  };
  return { path, client, beside, port, end };
}

/** Captures what the client's port sends, from now on. @returns times of its packets by the monotonic clock, once it is ended */
async function captured(port: number): Promise<{ child: ChildProcess; times: number[] }> {
  const filter = `src port ${port}`;
  const child = spawn('tcpdump', ['-i', 'lo', '-n', '-tt', '-l', '--immediate-mode', filter], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const times: number[] = [];
  const ahead = Date.now() - monotonicMs();
  createInterface({ input: child.stdout! }).on('line', (line) => times.push(Number(line.split(' ')[0]) * 1000 - ahead));
  await once(createInterface({ input: child.stderr! }), 'line');
  while (times.length === 0) await sleep(EVERY_MS);
  return { child, times };
}

(isPossible ? describe : describe.skip)('the clients’ way to a server', () => {
  test('is silent for exactly the time of the cut, as a capture says, and the way beside it is not', async () => {
    const { path, client, beside, end } = await connected();
    const { child, times } = await captured(client.localPort!);
    let besides = 0;
    try {
      const began = await path.silence();
      beside.on('data', () => {
        besides += 1;
      });
      await sleep(CUT_MS);
      expect(besides).toBeGreaterThan(0);
      const opened = await path.open();
      while (times.at(-1)! < opened.to) await sleep(EVERY_MS);
      // The client answers each packet that arrives. A clock of dates may be slewed by some µs meanwhile.
      const inside = times.filter((time) => time > began.to + 1 && time < opened.from - 1);
      expect(inside).toEqual([]);
      expect(times.some((time) => time <= began.to + 1)).toBe(true);
    } finally {
      child.kill();
      await end();
    }
  });

  test('is reset at both ends, and refuses new connections until it is open again', async () => {
    const { path, client, beside, end } = await connected();
    try {
      const closed = once(client, 'close');
      await path.reset();
      await closed;
      const refused = connect(path.port, '127.0.0.1');
      const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
      expect(error.code).toBe('ECONNREFUSED');
      await once(beside, 'data');
      await path.open();
      const again = connect(path.port, '127.0.0.1');
      await once(again, 'data');
      again.destroy();
    } finally {
      await end();
    }
  });

  test('refuses new connections and keeps those there are', async () => {
    const { path, client, end } = await connected();
    try {
      await path.refuse();
      await once(connect(path.port, '127.0.0.1'), 'error');
      await once(client, 'data');
    } finally {
      await end();
    }
  });
});
