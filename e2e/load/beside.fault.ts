/**
 * What `app.json` says of heartbeats and of clients that fall behind (`docs/apps-beside-frameworks.md`) is what apps do: how often something
 * goes over an idle WebSocket and an idle stream, and whether a client over WebSocket is ended that takes nothing.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ControlClient } from '../../loadtests/verify/control-client.ts';
import { tapBefore } from '../../loadtests/verify/tap.ts';
import { TestClient } from '../../loadtests/verify/test-client.ts';
import type { Transport } from '../../protocol/socket.ts';
import { loadAdapter } from '../../setup/apps/build/build.ts';
import { type App, readApps, transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

const ANSWER_MS = 60_000;
/** Every interval that is stated goes by at least once, and most of them twice. */
const IDLE_MS = 65_000;
/** What is sent to open a connection is over by then. */
const SETTLED_MS = 5_000;
/** Timers of frameworks look every second or so, and the machine may be busy. */
const TOLERANCE_MS = 4_000;
/** What comes this soon after a beat answers it. */
const ANSWERED_MS = 1_000;

/** A connection that is to be ended is no longer counted after this: some frameworks first wait for a write that is under way. */
const ENDED_MS = 20_000;
/** Frameworks without a limit still count it then: they miss a ping later. */
const KEPT_MS = 1_000;
const LOOK_AGAIN_MS = 100;

const MIB = 1_048_576;
/** What kernels and tap keep besides an app, at most. */
const ELSEWHERE = 32 * MIB;
/** More than any app that has a limit keeps, where none is stated. */
const MUCH = 48 * MIB;
const MESSAGE = 65_536;
const AT_ONCE = 8;

const asked = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const apps = readApps().filter(
  (app) => (asked?.includes(app.id) ?? true) && app.beside && verbsOf(app, 'websocket').includes('publish'),
);
const SERVER_BYTES = 512 * MIB;
const atOnce = pLimit(Math.max(1, Math.min(apps.length, Math.floor(freemem() / SERVER_BYTES))));
/** Servers start one after the other: the machine is others' too. */
const starting = pLimit(1);

interface Chunk {
  by: 'client' | 'server';
  at: number;
}

/** Passes connections on to `port` and says what goes over them, and when. */
async function listeningTo(port: number): Promise<{ url: string; chunks: Chunk[]; stop(): void }> {
  const chunks: Chunk[] = [];
  const note = (by: Chunk['by']) => () => void chunks.push({ by, at: performance.now() });
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.on('data', note('client')).on('error', () => server.destroy());
    server.on('data', note('server')).on('error', () => client.destroy());
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, chunks, stop: () => proxy.close() };
}

const folder = temporaryFolder();
let servers = 0;

async function withServer<T>(app: App, use: (server: Server) => Promise<T>): Promise<T> {
  servers += 1;
  const file = join(folder, `${servers}.sqlite`);
  const databaseUrl = app.databases.includes('sqlite') ? { databaseUrl: `sqlite:${file}` } : {};
  const server = await starting(() => startServer(app, { shortLived: true, readyMs: ANSWER_MS, ...databaseUrl }));
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** What goes over an idle connection. Times in ms since it stood still. */
function idleOf(app: App, transport: Transport): Promise<Chunk[]> {
  return withServer(app, async (server) => {
    const { url, chunks, stop } = await listeningTo(server.port);
    const socket = await (await loadAdapter(app)).connect(url, { transport });
    await sleep(SETTLED_MS);
    const began = chunks.at(-1)!.at;
    const before = chunks.length;
    await sleep(IDLE_MS);
    // What ends the connection is no beat.
    const idle = chunks.slice(before).map(({ by, at }) => ({ by, at: at - began }));
    await socket.close();
    stop();
    return idle;
  });
}

/** The first of each group of chunks: what comes soon after it is its rest, or answers it. */
function beatsOf(idle: readonly Chunk[]): Chunk[] {
  const beats: Chunk[] = [];
  for (const one of idle) if (one.at - (beats.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > ANSWERED_MS) beats.push(one);
  return beats;
}

/** Tells whether a server still counts a client that takes nothing, when less than `limit` bytes wait for it, and when more do; null: a lot. */
function keptOf(app: App, limit: number | null): Promise<{ some: boolean; much: boolean }> {
  return withServer(app, async (server) => {
    const adapter = await loadAdapter(app);
    const tap = await tapBefore(server.port);
    const control = new ControlClient(server.control, ANSWER_MS);
    const slow = new TestClient(
      await adapter.connect(tap.url, { transport: 'websocket' }),
      'the slow client',
      ANSWER_MS,
    );
    await slow.fence();
    const quick = new TestClient(
      await adapter.connect(server.url, { transport: 'websocket' }),
      'the quick client',
      ANSWER_MS,
    );
    tap.hold();
    const text = 'x'.repeat(MESSAGE);
    let sent = 0;
    const publish = async (bytes: number): Promise<void> => {
      while (sent * MESSAGE < bytes) {
        for (let n = 0; n < AT_ONCE; n += 1) quick.socket.emit('publish', text);
        sent += AT_ONCE;
        await quick.until(`${sent} bodies`, () => quick.of('publish').length >= sent);
      }
    };
    const isKept = async (): Promise<boolean> => (await control.counts()).connections === 2;
    await publish((3 / 4) * (limit ?? MUCH));
    const some = await isKept();
    await publish(limit === null ? MUCH : limit + ELSEWHERE);
    // The end of a connection takes its time too, and some are seen to be behind by what is sent next.
    for (
      const giveUp = performance.now() + (limit === null ? KEPT_MS : ENDED_MS);
      (await isKept()) && performance.now() < giveUp;
    ) {
      await publish((sent + AT_ONCE) * MESSAGE);
      await sleep(LOOK_AGAIN_MS);
    }
    const much = await isKept();
    await quick.close();
    tap.close();
    await slow.close();
    return { some, much };
  });
}

/** What a sentence says of a transport: `none over WebSocket; on streams every 25 s`. */
function saidOf(sentence: string, transport: Transport): string {
  const [first, onStreams] = sentence.split('; on streams ');
  return transport === 'websocket' ? first! : (onStreams ?? first!);
}

/** Intervals that a sentence states, ms. */
const intervalsIn = (sentence: string): number[] =>
  [...sentence.matchAll(/(\d+) s\b/g)].map(([, seconds]) => Number(seconds) * 1_000);

/** Tells whether a beat comes `interval` after another one or after the connection stood still. */
const follows = (at: number, interval: number, seen: readonly Chunk[]): boolean =>
  [0, ...seen.map((beat) => beat.at)].some((before) => Math.abs(at - before - interval) <= TOLERANCE_MS);

const STREAMS: readonly Transport[] = ['sse', 'http-streaming'];
const idle = apps.flatMap((app) => {
  const offered = transportsOf(app, 'console');
  const stream = STREAMS.filter((one) => offered.includes(one)).slice(0, 1);
  return (['websocket', ...stream] as const).map((transport) => ({ app, transport }));
});
const sent = new Map<string, Promise<Chunk[]>>();
beforeAll(() => {
  for (const { app, transport } of idle) {
    const seen = atOnce(() => idleOf(app, transport));
    seen.catch(() => {});
    sent.set(`${app.id} ${transport}`, seen);
  }
});

/** Tests that `seen` are beats at the intervals that `sentence` states, and nothing else. */
function expectBeats(seen: readonly Chunk[], sentence: string): void {
  const intervals = intervalsIn(sentence);
  expect(intervals).not.toEqual([]);
  const missing = intervals.filter((one) => !seen.some(({ at }) => follows(at, one, seen)));
  // The first one may come sooner.
  const others = seen.slice(1).filter(({ at }) => !intervals.some((one) => follows(at, one, seen)));
  expect({ missing, others, seen }).toEqual({ missing: [], others: [], seen });
  expect(seen[0]!.at).toBeLessThan(Math.max(...intervals) + TOLERANCE_MS);
}

test.each(idle.map(({ app, transport }) => [app.id, transport, saidOf(app.beside!.heartbeat, transport)] as const))(
  '%s over %s: its heartbeat is %j',
  async (id, transport, sentence) => {
    const chunks = await sent.get(`${id} ${transport}`)!;
    if (sentence.startsWith('none')) expect(chunks).toEqual([]);
    // Beats of both sides may come at the same time, so that one looks like the other's answer.
    else if (sentence.includes('both sides')) {
      for (const side of ['client', 'server']) expectBeats(beatsOf(chunks.filter(({ by }) => by === side)), sentence);
    } else {
      const seen = beatsOf(chunks);
      expectBeats(seen, sentence);
      const from = sentence.startsWith("the client's") ? 'client' : 'server';
      expect([...new Set(seen.map(({ by }) => by))]).toEqual([from]);
    }
  },
);

test.each(apps.map((app) => [app.id, app.beside!.backlog, app] as const))(
  '%s: a client that falls behind: %s',
  async (_id, sentence, app) => {
    const [, mebi] = /\b(\d+) Mi(?:B| characters)/.exec(sentence) ?? [];
    const limit = mebi === undefined ? null : Number(mebi) * MIB;
    expect(limit !== null || sentence.startsWith('no limit')).toBe(true);
    const { some, much } = await keptOf(app, limit);
    // Where a limit of time is stated too, it may come first.
    if (!sentence.includes(' after a write ')) expect(some).toBe(true);
    expect(much).toBe(limit === null);
  },
);
