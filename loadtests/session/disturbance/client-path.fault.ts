/** A cut for real, held against a capture of the same packets. Needs root, nft and tcpdump. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../../../setup/tools/find.ts';
import { freePort } from '../../../system/free-port.ts';
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

/**
 * A server, a client over a path that can be closed, and one beside it.
 * @param localPort of the client; 0: any
 */
async function connected(localPort = 0) {
  /** Bytes that the server has written to each client, by the client's port. */
  const written = new Map<number, number>();
  const server = createServer((socket) => {
    const client = socket.remotePort!;
    const timer = setInterval(() => {
      socket.write('x');
      written.set(client, (written.get(client) ?? 0) + 1);
    }, EVERY_MS);
    socket.on('error', () => {}).once('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const path = await ClientPath.to(nft!, port);
  const open = async (to: number, from = 0): Promise<Socket> => {
    const socket = connect({ port: to, host: '127.0.0.1', localPort: from }).on('error', () => {});
    await once(socket, 'data');
    return socket;
  };
  const [client, beside] = [await open(path.port, localPort), await open(port)];
  const end = async (): Promise<void> => {
    client.destroy();
    beside.destroy();
    await path.stop();
    server.close();
  };
  return { path, client, beside, port, written, end };
}

/** A packet of the client: when it was sent by the monotonic clock, ms, and how many bytes it says have come. */
interface Answer {
  time: number;
  taken: number;
}

/** Captures what a client's port answers, from its connection's first packet on. */
async function captured(port: number): Promise<{ child: ChildProcess; answers: Answer[] }> {
  const filter = `src port ${port}`;
  const child = spawn('tcpdump', ['-i', 'lo', '-n', '-tt', '-S', '-l', '--immediate-mode', filter], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const answers: Answer[] = [];
  let first: number | null = null;
  const ahead = Date.now() - monotonicMs();
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const [, number] = / ack (\d+)/.exec(line) ?? [];
    if (number === undefined) return;
    // The handshake's is of no byte.
    first ??= Number(number);
    answers.push({ time: Number(line.split(' ')[0]) * 1000 - ahead, taken: (Number(number) - first) >>> 0 });
  });
  const said = createInterface({ input: child.stderr! });
  for await (const line of said) if (line.includes('listening on')) break;
  return { child, answers };
}

(isPossible ? describe : describe.skip)('the clients’ way to a server', () => {
  test('is silent for exactly the time of the cut, as a capture says, and the way beside it is not', async () => {
    const localPort = await freePort();
    const { child, answers } = await captured(localPort);
    const { path, beside, written, end } = await connected(localPort);
    let besides = 0;
    try {
      while (answers.length === 0 || answers.at(-1)!.taken === 0) await sleep(EVERY_MS);
      const began = await path.silence();
      const before = written.get(localPort)!;
      beside.on('data', () => {
        besides += 1;
      });
      await sleep(CUT_MS);
      expect(besides).toBeGreaterThan(0);
      expect(written.get(localPort)).toBeGreaterThan(before);
      const opened = await path.open();
      while (answers.at(-1)!.taken <= before) await sleep(EVERY_MS);
      // A client may answer late what came before the cut, but nothing that was written in it. A clock of dates may be slewed by some µs meanwhile.
      const inside = answers.filter(({ time, taken }) => taken > before && time < opened.from - 1);
      expect(inside).toEqual([]);
      expect(answers.some(({ time, taken }) => taken > 0 && time <= began.to + 1)).toBe(true);
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

  test('has a port that no other program is given, until it is stopped', async () => {
    const { path, end } = await connected();
    const taking = (): Promise<string> =>
      new Promise((resolve) => {
        const other = createServer().once('error', ({ code }: NodeJS.ErrnoException) => resolve(code!));
        other.listen(path.port, '127.0.0.1', () => other.close(() => resolve('taken')));
      });
    expect(await taking()).toBe('EADDRINUSE');
    await end();
    expect(await taking()).toBe('taken');
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
