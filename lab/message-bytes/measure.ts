/** Counts what one message takes on the wire, over each transport of an app. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ControlClient } from '../../loadtests/verify/control-client.ts';
import type { Transport } from '../../metrics/transports.ts';
import { CONTROL_PATHS } from '../../protocol/control.ts';
import type { Adapter, Socket } from '../../protocol/socket.ts';
import { type App, transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { type Bytes, CountingPipe } from './counting-pipe.ts';
import { sampleJson } from './sample.ts';
import { typical } from './typical.ts';

/** The size of the message, bytes. */
export const MESSAGE_BYTES = 1_000;
/** Messages of which one counts, by its bytes; see {@link typical}. */
const MESSAGES = 7;
/** What belongs to a message has come when nothing came for this long, ms. */
const SETTLE_MS = 50;
/** Heartbeats and polls that leave no such pause are not waited for, ms. */
const MAX_SETTLE_MS = 1_000;
/** A body that has not come by then was lost, and is fed again: bytes are measured here, and not delivery. */
const AGAIN_MS = 20_000;
const DEADLINE_MS = 20_000;

/** {@link Bytes} of one direction. */
export interface AsTextAndJson {
  text: number;
  json: number;
}

export interface MessageBytes {
  framework: string;
  label: string;
  transport: Transport;
  /** A message from the server to one client. */
  toClient: AsTextAndJson;
  /** The same in the example of the framework's documentation; null where `app.json` has none. */
  example: AsTextAndJson | null;
  /** A message from a client that wants no answer; over request-and-answer transports, the request. */
  toServer: AsTextAndJson;
  /** The server's answer to such a message, as text: acknowledgements and HTTP responses. */
  answer: number;
}

/** Measures over all transports of the built app that console clients can use. */
export async function measureApp(app: App): Promise<MessageBytes[]> {
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const server = await startServer(app);
  try {
    const rows: MessageBytes[] = [];
    for (const transport of transportsOf(app, 'console')) rows.push(await measure(app, adapter, server, transport));
    return rows;
  } finally {
    await server.stop();
  }
}

async function measure(app: App, adapter: Adapter, server: Server, transport: Transport): Promise<MessageBytes> {
  const pipe = await CountingPipe.to(server);
  try {
    const socket = await adapter.connect(pipe.url, { transport });
    const isFed = verbsOf(app, transport).includes('feed');
    const client = new Client(socket, new ControlClient(server.control, DEADLINE_MS), isFed);
    await client.begin();
    // With a message of its own, at the latest, a server knows the client.
    await client.send('ready');
    const text = sampleJson(MESSAGE_BYTES);
    const json: unknown = JSON.parse(text);
    const bytesOf = (message: () => Promise<void>) => measureMessages(pipe, transport, message);
    const down = { text: await bytesOf(() => client.get(text)), json: await bytesOf(() => client.get(json)) };
    const up = { text: await bytesOf(() => client.send(text)), json: await bytesOf(() => client.send(json)) };
    await socket.close();
    return {
      ...{ framework: app.id, label: app.label, transport },
      toClient: { text: down.text.toClients, json: down.json.toClients },
      example: exampleOf(app, transport, text),
      toServer: { text: up.text.toServer, json: up.json.toServer },
      answer: isFed ? up.text.toClients : 0,
    };
  } finally {
    pipe.stop();
  }
}

/** Sends and gets messages, one at a time. */
class Client {
  #arrived: () => void = () => {};
  #sunk = 0;

  constructor(
    private readonly socket: Socket,
    private readonly control: ControlClient,
    /** False over transports of requests and answers alone. */
    readonly isFed: boolean,
  ) {
    socket.on('feed', () => this.#arrived());
  }

  async begin(): Promise<void> {
    await this.control.begin({ bucketMs: 1_000, greet: null });
  }

  /** Has the server send `body`. */
  async get(body: unknown): Promise<void> {
    if (!this.isFed) return this.#ask(body);
    const arrived = new Promise<void>((resolve) => {
      this.#arrived = resolve;
    });
    let isHere = false;
    while (!isHere) {
      await this.control.ask({ method: 'POST', path: CONTROL_PATHS.feed, body: `${JSON.stringify(body)}\n` });
      isHere = await Promise.race([arrived.then(() => true), sleep(AGAIN_MS, false, { ref: false })]);
    }
  }

  /** Sends `body`, and waits until the server has it. */
  async send(body: unknown): Promise<void> {
    if (!this.isFed) return this.#ask(body);
    this.socket.emit('sink', body);
    this.#sunk++;
    for (;;) {
      const { verbs } = await this.control.counts();
      if (verbs.sink.received.reduce((sum, count) => sum + count, 0) === this.#sunk) return;
    }
  }

  async #ask(body: unknown): Promise<void> {
    const reply = await this.socket.request('request', { body });
    if (!reply.ok) throw new Error(`the request was refused: ${reply.reason}`);
  }
}

/** What `message` takes in each direction; see {@link typical}. */
async function measureMessages(pipe: CountingPipe, transport: Transport, message: () => Promise<void>): Promise<Bytes> {
  const all: Bytes[] = [];
  for (let count = 0; count < MESSAGES; count++) {
    const before = pipe.counted;
    await message();
    await settled(pipe);
    const after = pipe.counted;
    all.push({ toServer: after.toServer - before.toServer, toClients: after.toClients - before.toClients });
  }
  return typical(all, transport);
}

async function settled(pipe: CountingPipe): Promise<void> {
  const until = performance.now() + MAX_SETTLE_MS;
  for (let before = -1; performance.now() < until; ) {
    const { toServer, toClients } = pipe.counted;
    if (toServer + toClients === before) return;
    before = toServer + toClients;
    await sleep(SETTLE_MS);
  }
}

/** What the framework's own example sends for the message `text`, with the transport's framing. */
function exampleOf({ transports }: App, transport: Transport, text: string): AsTextAndJson | null {
  const { example } = transports[transport]!;
  if (example === undefined) return null;
  const bytes = (template: string) => {
    const payload = template.replaceAll('{body}', () => text).replaceAll('{quoted}', () => JSON.stringify(text)).length;
    return payload + framing(transport, payload);
  };
  return { text: bytes(example.text), json: bytes(example.json) };
}

/** The bytes around a message of `payload` bytes to a client: the header of an unmasked WebSocket frame, or of a chunk with its end. */
function framing(transport: Transport, payload: number): number {
  if (transport !== 'websocket') return payload.toString(16).length + 4;
  return payload < 126 ? 2 : payload < 65_536 ? 4 : 10;
}
