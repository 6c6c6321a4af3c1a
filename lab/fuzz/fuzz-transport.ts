/** Hostile inputs over one transport of a running server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../../metrics/transports.ts';
import { pick, seededRandom } from '../../protocol/random.ts';
import type { Adapter } from '../../protocol/socket.ts';
import { type App, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { messageRule, readGrammar } from './grammar.ts';
import { sentences } from './honest-client.ts';
import { HostileHttp } from './hostile-http.ts';
import { Inputs } from './hostile-inputs.ts';
import { HostileWebSocket } from './hostile-web-socket.ts';
import { openStage, type Stage } from './stage.ts';

export interface FuzzTarget {
  app: App;
  adapter: Adapter;
  server: Server;
}

export interface FuzzCounts {
  /** Inputs that the server has had. */
  inputs: number;
  /** The number of times that the server ended the connection, as it may, or held its answer back. */
  ended: number;
}

/** Stages one after the other: sessions of clients that have fallen silent end after some seconds. */
const STAGE_INPUTS = 2_000;
const STAGE_MS = 3_000;
/** The number of sentences that the honest client says before that. */
const SENTENCES = 25;
const WEB_SOCKETS = 4;
/** The same over HTTP: most of them wait for an answer that is held back. */
const HTTP_CONNECTIONS = 48;
/** Frames sent before the server is asked whether it is still there. */
const MOST_AT_ONCE = 64;
/** A handshake that was refused so often is not taken again; a new stage makes another. */
const MOST_REFUSED = 3;
/** Requests for a handshake in each stage, mutated like others. */
const MOST_HANDSHAKES = 20;
/** The longest time until a server's health must be known. */
const HEALTH_MS = 30_000;

/**
 * Sends inputs until there have been at least `upTo`.
 * @param counts of this transport so far; what is sent is added
 * @param seed the same seed gives the same inputs, but for the names of sessions, which servers choose
 * @throws Error that says what is wrong with the server: it has ended, or does not answer
 */
export async function fuzzTransport(
  { app, adapter, server }: FuzzTarget,
  transport: Transport,
  { upTo, seed }: { upTo: number; seed: number },
  counts: FuzzCounts,
): Promise<void> {
  const rules = readGrammar(app.source ?? app.dir);
  const start = rules === null ? null : messageRule(rules, transport);
  const grammar = rules === null || start === null ? null : { rules, start };
  const all = sentences();
  for (let number = 1; counts.inputs < upTo; number++) {
    const random = seededRandom(seed, number);
    const said = Array.from({ length: SENTENCES }, () => pick(all, random)!);
    const stage = await openStage(adapter, server.port, transport, verbsOf(app, transport), said);
    const inputs = new Inputs(random, grammar);
    const most = Math.min(counts.inputs + STAGE_INPUTS, upTo);
    try {
      await (stage.webSocket === null
        ? overHttp(stage, server.port, inputs, counts, most)
        : overWebSocket(stage, server.port, inputs, counts, most));
    } finally {
      await stage.end();
    }
    await demandHealth(server, `after ${counts.inputs} inputs over ${transport} (stage ${number})`);
  }
}

/** @throws Error when the server has ended or does not answer /healthz with 200 */
export async function demandHealth(server: Server, when: string): Promise<void> {
  if (!server.running()) {
    throw new Error(
      `the server ended with ${await server.exited} ${when}; its log ends: ${server.log().slice(-1_000)}`,
    );
  }
  for (const giveUp = Date.now() + HEALTH_MS; ; await sleep(100)) {
    const status = await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(HEALTH_MS) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      (error: Error) => error.message,
    );
    if (status === 200) return;
    if (Date.now() > giveUp) throw new Error(`the server answers /healthz with ${status} ${when}`);
  }
}

async function overHttp(stage: Stage, port: number, inputs: Inputs, counts: FuzzCounts, most: number): Promise<void> {
  const until = Date.now() + STAGE_MS;
  const lane = async (): Promise<void> => {
    const http = new HostileHttp(port);
    while (counts.inputs < most && Date.now() < until) {
      counts.inputs += 1;
      const status = await http.send(inputs.request(stage.requests));
      if (status === null) counts.ended += 1;
    }
    http.end();
  };
  await Promise.all(Array.from({ length: HTTP_CONNECTIONS }, lane));
}

async function overWebSocket(
  stage: Stage,
  port: number,
  inputs: Inputs,
  counts: FuzzCounts,
  most: number,
): Promise<void> {
  const { webSocket, prologue } = stage;
  const handshakes = Math.min(MOST_HANDSHAKES, (most - counts.inputs) / 100);
  const recorded = webSocket!.texts.slice(prologue);
  let refused = 0;
  let atOnce = MOST_AT_ONCE;
  await HostileWebSocket.demandPong(port, webSocket!, prologue);
  const lane = async (): Promise<void> => {
    while (counts.inputs < most && refused < MOST_REFUSED) {
      const hostile = await HostileWebSocket.open(port, webSocket!, prologue);
      if (hostile === null) {
        refused += 1;
        continue;
      }
      for (let alive = true; alive && counts.inputs < most; ) {
        for (let i = 0; i < atOnce; i++) await hostile.send(inputs.frame(recorded));
        alive = await hostile.isAlive();
        // Of frames after the one that ended the connection the server has read nothing: half of them at least are not counted.
        counts.inputs += alive ? atOnce : 1;
        counts.ended += alive ? 0 : 1;
        atOnce = alive ? Math.min(MOST_AT_ONCE, atOnce * 2) : Math.max(1, Math.floor(atOnce / 2));
      }
      hostile.end();
    }
  };
  await Promise.all(Array.from({ length: WEB_SOCKETS }, lane));
  // A handshake is an HTTP request too.
  const http = new HostileHttp(port);
  for (let i = 0; i < handshakes; i++) {
    counts.inputs += 1;
    await http.send(inputs.request([webSocket!.handshake, ...stage.requests]));
  }
  http.end();
}
