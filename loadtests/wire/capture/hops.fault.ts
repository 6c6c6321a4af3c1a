/**
 * The parts of a latency are held against a capture of the same messages. A capture sees a message when it passes from the client's network
 * stack to the server's, and its answer when that passes back; the hops are what the server says of the time between. Nothing here says
 * how quick a machine is: what must hold, holds on one that has other things to do.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, type Socket as TcpSocket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Adapter, Socket } from '../../../protocol/socket.ts';
import type { Hops, Relayed } from '../../../protocol/verbs.ts';
import { platformAlone } from '../../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../../setup/apps/places/server-process.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { captureUnavailable } from './capture.ts';
import { describeCapture } from './testing/describe-capture.ts';

const MESSAGES = 300;
/**
 * The largest difference of the two. On a machine that has other things to do every step of a server takes longer: there as far as its answers to the
 * smallest requests take, which the capture sees beside the messages.
 */
const WITHIN_MS = 0.1;
/** In how many of the messages. In others a garbage collector or a page fault is at work where neither of the two looks. */
const SHARE = 0.9;
/** A machine that has other things to do holds up more; what a server says wrongly, it says wrongly each time. */
const SERIES = 3;
/** Hops are rounded to this. */
const ROUNDING_MS = 0.001;

/** One message, all times in ms: by the host's monotonic clock what client and server say, by another what the capture says. */
interface Seen {
  sent: number;
  hops: Hops;
  arrived: number;
  captured: [message: number, answer: number];
  /** The duration of the server's answer to the smallest request just before it, from network stack to network stack. */
  smallest: number;
  /** The time that the server wanted the CPU meanwhile and did not have it: as the kernel counts it, which is neither of the two. */
  queued: number;
}

/** For how long the main thread of a process has waited for a CPU so far, ms; 0 where the kernel does not say. */
function queuedFor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** The time from the client's network stack to the server and back beyond what the server reports, without waiting for a CPU, ms. */
const beyondServer = ({ hops: [had, handedOn], captured: [message, answer], queued }: Seen): number =>
  answer - message - (handedOn - had) - queued;

const shareWithin = (all: Seen[], ms = WITHIN_MS): number =>
  all.filter((one) => beyondServer(one) <= ms).length / all.length;

/** The value that a share of the smallest answers do not exceed, ms; {@link WITHIN_MS} on a machine that is quicker. */
function smallestTake(all: Seen[], share: number): number {
  const values = all.map(({ smallest }) => smallest).sort((a, b) => a - b);
  return Math.max(WITHIN_MS, values[Math.floor(share * values.length)]!);
}

/** TCP segments with a payload of one connection: when, to the server and back. */
interface Conversation {
  toServer: number[];
  toClient: number[];
}

/** TCP segments with a payload, as tcpdump prints them, by the client's port. */
class Segments {
  readonly #conversations = new Map<number, Conversation>();
  readonly #tcpdump: ChildProcess;
  readonly #first: number;

  private constructor(tcpdump: ChildProcess, port: number) {
    this.#tcpdump = tcpdump;
    // Of seconds since 1970 a number has no room for nanoseconds.
    this.#first = Math.floor(Date.now() / 1000);
    const line = /^(\d+)\.(\d{9}) IP6? \S+\.(\d+) > \S+\.(\d+): .* length ([1-9]\d*)/;
    createInterface({ input: tcpdump.stdout! }).on('line', (text) => {
      const [, seconds, nanoseconds, from, to] = line.exec(text) ?? [];
      if (from === undefined) return;
      const isAnswer = Number(from) === port;
      const conversation = this.of(Number(isAnswer ? to : from));
      const ms = (Number(seconds) - this.#first) * 1000 + Number(nanoseconds) / 1e6;
      (isAnswer ? conversation.toClient : conversation.toServer).push(ms);
    });
  }

  static async start(port: number): Promise<Segments> {
    const args = ['-i', 'lo', '-n', '-tt', '--time-stamp-precision=nano', '-l', `tcp port ${port}`];
    const tcpdump = spawn('tcpdump', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const segments = new Segments(tcpdump, port);
    for await (const line of createInterface({ input: tcpdump.stderr! })) if (line.startsWith('listening')) break;
    return segments;
  }

  of(clientPort: number): Conversation {
    const known = this.#conversations.get(clientPort) ?? { toServer: [], toClient: [] };
    this.#conversations.set(clientPort, known);
    return known;
  }

  /** The conversation with another port than `clientPort`, once this many segments of both have passed in both directions. */
  async beside(clientPort: number, messages: number): Promise<Conversation> {
    for (;;) {
      const all = [...this.#conversations.values()];
      const [other] = [...this.#conversations].flatMap(([port, one]) => (port === clientPort ? [] : [one]));
      const least = Math.min(...all.flatMap(({ toServer, toClient }) => [toServer.length, toClient.length]));
      if (other !== undefined && all.length === 2 && least >= messages) return other;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async stop(): Promise<void> {
    if (this.#tcpdump.exitCode !== null) return;
    this.#tcpdump.kill('SIGKILL');
    await once(this.#tcpdump, 'exit');
  }
}

/** Sends a message and waits until it is back. */
async function echo(
  socket: Socket,
  back: { resolve: (hops: Hops) => void },
  pid: number,
): Promise<Omit<Seen, 'captured' | 'smallest'>> {
  const answered = new Promise<Hops>((resolve) => {
    back.resolve = resolve;
  });
  const before = queuedFor(pid);
  const sent = monotonicMs();
  socket.emit('echo', { payload: 'x'.repeat(64) });
  const hops = await answered;
  const arrived = monotonicMs();
  return { sent, hops, arrived, queued: queuedFor(pid) - before };
}

/** A connection for the smallest requests that there are. */
async function connected(port: number): Promise<TcpSocket> {
  const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

async function smallestRequest(socket: TcpSocket): Promise<void> {
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket, 'data');
}

/** Messages one after another over websocket, each as all three saw it. */
async function seen(): Promise<Seen[]> {
  // A framework's heartbeat would pass as a message.
  const app = platformAlone();
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const server = await startServer(app, { host: '127.0.0.1' });
  let segments: Segments | null = null;
  try {
    const socket = await adapter.connect(server.url, { transport: 'websocket' });
    const back = { resolve: (_: Hops) => {} };
    socket.on('echo', ({ hops }: Relayed) => back.resolve(hops));
    const plain = await connected(server.port);
    segments = await Segments.start(server.port);
    const messages: Omit<Seen, 'captured' | 'smallest'>[] = [];
    for (let count = 0; count < MESSAGES; count++) {
      // Before the message and not after it: where others have the CPU meanwhile, the server is as cold for it, or colder.
      await smallestRequest(plain);
      messages.push(await echo(socket, back, server.pid));
    }
    const { toServer, toClient } = await segments.beside(plain.localPort!, MESSAGES);
    const requests = segments.of(plain.localPort!);
    plain.destroy();
    await socket.close();
    expect([toServer.length, toClient.length]).toEqual([MESSAGES, MESSAGES]);
    return messages.map((one, index) => {
      const asked = requests.toServer[index]!;
      const smallest = requests.toClient.find((at) => at > asked)! - asked;
      return { ...one, smallest, captured: [toServer[index]!, toClient[index]!] };
    });
  } finally {
    await Promise.all([server.stop(), segments?.stop()]);
  }
}

describeCapture(captureUnavailable())('what a capture sees of messages over websocket', () => {
  let all: Seen[];
  beforeAll(async () => {
    for (let series = 0; series < SERIES; series++) {
      all = await seen();
      if (shareWithin(all) >= SHARE) break;
    }
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
    expect(high - low).toBeLessThanOrEqual(smallestTake(all, 0.5));
  });

  test('from the client’s network stack to the server and back takes as long as the server says', () => {
    for (const {
      hops: [had, handedOn],
      captured: [message, answer],
    } of all) {
      expect(answer - message).toBeGreaterThanOrEqual(handedOn - had - ROUNDING_MS);
    }
  });

  test('and 0.1 ms more at most in 9 of 10 messages, waiting for the CPU aside; on a slow machine as much as its smallest answers take', () => {
    expect(shareWithin(all, smallestTake(all, 0.95))).toBeGreaterThanOrEqual(SHARE);
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
