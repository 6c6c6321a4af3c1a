/**
 * The parts of a latency are held against a capture of the same messages. A capture sees a message when it passes from the client's network
 * stack to the server's, and its answer when that passes back; the hops are what the server says of the time between. Nothing here says
 * how quick a machine is: what must hold, holds on one that has other things to do.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Adapter, Socket } from '../../protocol/socket.ts';
import type { Hops, Relayed } from '../../protocol/verbs.ts';
import { readApps, transportsOf } from '../../setup/apps/manifest.ts';
import { startServer } from '../../setup/apps/server-process.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { captureUnavailable } from './capture.ts';

const MESSAGES = 300;
/** How far the two may be apart. */
const WITHIN_MS = 0.1;
/** Hops are rounded to this. */
const ROUNDING_MS = 0.001;

/** One message, all times in ms: by the host's monotonic clock what client and server say, by another what the capture says. */
interface Seen {
  sent: number;
  hops: Hops;
  arrived: number;
  captured: [message: number, answer: number];
}

/** TCP segments with a payload, as tcpdump prints them: when, and whether to the server. */
class Segments {
  readonly toServer: number[] = [];
  readonly toClient: number[] = [];
  readonly #tcpdump: ChildProcess;
  readonly #first: number;

  private constructor(tcpdump: ChildProcess, port: number) {
    this.#tcpdump = tcpdump;
    // Of seconds since 1970 a number has no room for nanoseconds.
    this.#first = Math.floor(Date.now() / 1000);
    const line = /^(\d+)\.(\d{9}) IP6? \S+\.(\d+) > \S+: .* length ([1-9]\d*)/;
    createInterface({ input: tcpdump.stdout! }).on('line', (text) => {
      const [, seconds, nanoseconds, from] = line.exec(text) ?? [];
      if (from === undefined) return;
      const ms = (Number(seconds) - this.#first) * 1000 + Number(nanoseconds) / 1e6;
      (Number(from) === port ? this.toClient : this.toServer).push(ms);
    });
  }

  static async start(port: number): Promise<Segments> {
    const args = ['-i', 'lo', '-n', '-tt', '--time-stamp-precision=nano', '-l', `tcp port ${port}`];
    const tcpdump = spawn('tcpdump', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const segments = new Segments(tcpdump, port);
    for await (const line of createInterface({ input: tcpdump.stderr! })) if (line.startsWith('listening')) break;
    return segments;
  }

  /** Waits until so many have passed both ways. */
  async have(messages: number): Promise<void> {
    while (Math.min(this.toServer.length, this.toClient.length) < messages)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async stop(): Promise<void> {
    if (this.#tcpdump.exitCode !== null) return;
    this.#tcpdump.kill('SIGKILL');
    await once(this.#tcpdump, 'exit');
  }
}

/** Sends a message and waits until it is back. */
async function echo(socket: Socket, back: { resolve: (hops: Hops) => void }): Promise<Omit<Seen, 'captured'>> {
  const answered = new Promise<Hops>((resolve) => {
    back.resolve = resolve;
  });
  const sent = monotonicMs();
  socket.emit('echo', { payload: 'x'.repeat(64) });
  const hops = await answered;
  return { sent, hops, arrived: monotonicMs() };
}

/** Messages one after another over websocket, each as all three saw it. */
async function seen(): Promise<Seen[]> {
  const app = readApps().find((one) => transportsOf(one, 'console').includes('websocket'))!;
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const server = await startServer(app, { host: '127.0.0.1' });
  let segments: Segments | null = null;
  try {
    const socket = await adapter.connect(server.url, { transport: 'websocket' });
    const back = { resolve: (_: Hops) => {} };
    socket.on('echo', ({ hops }: Relayed) => back.resolve(hops));
    segments = await Segments.start(server.port);
    const messages: Omit<Seen, 'captured'>[] = [];
    for (let count = 0; count < MESSAGES; count++) messages.push(await echo(socket, back));
    await segments.have(MESSAGES);
    const { toServer, toClient } = segments;
    await socket.close();
    expect([toServer.length, toClient.length]).toEqual([MESSAGES, MESSAGES]);
    return messages.map((one, index) => ({ ...one, captured: [toServer[index]!, toClient[index]!] }));
  } finally {
    await Promise.all([server.stop(), segments?.stop()]);
  }
}

const missing = captureUnavailable();

(missing === null ? describe : describe.skip)('what a capture sees of messages over websocket', () => {
  let all: Seen[];
  beforeAll(async () => {
    all = await seen();
  });

  test('lies, for each of them, between what client and server say: one relation of the clocks fits all', () => {
    // Of an offset (capture's clock = ours + offset) each message says what it is at least and at most: nothing is seen before it is
    // sent or after it is had, there as here.
    const least = all.map(({ hops: [had], arrived, captured: [message, answer] }) =>
      Math.max(message - had, answer - arrived),
    );
    const most = all.map(({ sent, hops: [, handedOn], captured: [message, answer] }) =>
      Math.min(message - sent, answer - handedOn),
    );
    const [low, high] = [Math.max(...least), Math.min(...most)];
    expect(high - low).toBeGreaterThanOrEqual(0);
    // The server's part of a latency cannot be wrong by more than what the offset can still be.
    expect(high - low).toBeLessThanOrEqual(WITHIN_MS);
  });

  test('from the client’s network stack to the server and back takes as long as the server says, and 0.1 ms more at most', () => {
    const beyond = all
      .map(({ hops: [had, handedOn], captured: [message, answer] }) => answer - message - (handedOn - had))
      .sort((a, b) => a - b);
    expect(beyond[0]).toBeGreaterThanOrEqual(-ROUNDING_MS);
    // Where the CPU was somebody else's the message waited for it in a queue, which is no disagreement: a quarter had it at once.
    expect(beyond[MESSAGES / 4]).toBeLessThanOrEqual(WITHIN_MS);
  });

  test('is a part of what the client measured', () => {
    for (const {
      sent,
      arrived,
      captured: [message, answer],
    } of all) {
      expect(arrived - sent).toBeGreaterThanOrEqual(answer - message);
    }
  });
});
