/**
 * The server's messages in SignalR's own protocol
 * (https://github.com/dotnet/aspnetcore/blob/main/src/SignalR/docs/specs/HubProtocol.md), read by a client of our own: Microsoft's
 * takes no notice of capital letters in names, and the rules say that names are exact.
 */
import { join } from 'node:path';
import WebSocket from 'ws';
import { CONTROL_PATHS } from '../../protocol/control.ts';
import { buildApp } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, readApp } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { askControl } from '../../setup/apps/places/testing/ask-control.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

const app = readApp(join(APPS_DIR, 'signalr'));
const missing = await lacks(app);
if (missing.length > 0) console.warn(`what signalr says on the wire is not tested: ${missing.join('; ')}`);

const folder = temporaryFolder();

const SEPARATOR = '\u001e';
const PASSWORD = 'correct horse';
const INVOCATION = 1;
const COMPLETION = 3;

interface Message {
  type?: number;
  target?: string;
  arguments?: unknown[];
  invocationId?: string;
  result?: unknown;
}

/** Knows frames, and nothing of a library for hubs. */
class RawClient {
  readonly #socket: WebSocket;
  readonly #heard: Message[] = [];
  #look = (): void => {};

  constructor({ port }: Server) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/signalr`);
    this.#socket.on('message', (frame) => {
      const texts = String(frame)
        .split(SEPARATOR)
        .filter((text) => text !== '');
      this.#heard.push(...texts.map((text) => JSON.parse(text) as Message));
      this.#look();
    });
  }

  async greet(): Promise<void> {
    await new Promise((resolve, reject) => {
      this.#socket.once('open', resolve);
      this.#socket.once('error', reject);
    });
    this.say({ protocol: 'json', version: 1 });
    await this.#first(({ type }) => type === undefined);
  }

  say(message: object): void {
    this.#socket.send(JSON.stringify(message) + SEPARATOR);
  }

  /** An event: a call of the hub that wants no reply. */
  send(event: string, data: unknown): void {
    this.say({ type: INVOCATION, target: 'Send', arguments: [event, data] });
  }

  /** A request; resolves to its reply. */
  async request(id: string, event: string, data: unknown): Promise<unknown> {
    this.say({ type: INVOCATION, invocationId: id, target: 'Request', arguments: [event, data] });
    return (await this.#first(({ type, invocationId }) => type === COMPLETION && invocationId === id)).result;
  }

  /** The next `count` events, in the server's own words. */
  async events(count: number): Promise<{ target: string; data: unknown }[]> {
    const events = [];
    for (let i = 0; i < count; i++) {
      const { target, arguments: args } = await this.#first(({ type }) => type === INVOCATION);
      expect(args).toHaveLength(1);
      events.push({ target: target!, data: args![0] });
    }
    return events;
  }

  close(): void {
    this.#socket.terminate();
  }

  /** The first message of this kind, which is then not heard again. */
  #first(isIt: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      this.#look = () => {
        const at = this.#heard.findIndex(isIt);
        if (at < 0) return;
        // A later message stays until a caller waits for it.
        this.#look = () => {};
        resolve(...(this.#heard.splice(at, 1) as [Message]));
      };
      this.#look();
    });
  }
}

(missing.length === 0 ? describe : describe.skip)('the names that the server says, letter by letter', () => {
  let server: Server;
  let client: RawClient;

  beforeAll(async () => {
    await buildApp(app);
    server = await startServer(app, { databaseUrl: `sqlite:${join(folder, 'auction.sqlite')}` });
    await askControl(server, CONTROL_PATHS.begin, '{"bucketMs":1000,"greet":{"body":"hello"}}');
    client = new RawClient(server);
    await client.greet();
  });
  afterAll(async () => {
    client?.close();
    await server?.stop();
  });

  const hops = [expect.any(Number), expect.any(Number)];

  test('of a greeting', async () => {
    expect(await client.events(1)).toEqual([{ target: 'greet', data: { body: 'hello', hops } }]);
  });

  test.each(['echo', 'publish'])('of an answer to %s', async (event) => {
    client.send(event, [event]);
    expect(await client.events(1)).toEqual([{ target: event, data: { body: [event], hops } }]);
  });

  test('of a line that is fed', async () => {
    await askControl(server, CONTROL_PATHS.feed, '"fed"\n');
    expect(await client.events(1)).toEqual([{ target: 'feed', data: { body: 'fed', hops } }]);
  });

  test('of who comes and who goes', async () => {
    expect(await client.request('1', 'join', { name: 'anna' })).toEqual({ ok: true, names: ['anna'] });
    expect(await client.request('2', 'leave', {})).toEqual({ ok: true });
    const data = { name: 'anna', body: null, hops };
    expect(await client.events(2)).toEqual([
      { target: 'joined', data },
      { target: 'left', data },
    ]);
  });

  test('of a refusal, which is what an event of another name gets, also when only its letters are capital', async () => {
    client.send('Echo', null);
    const data = { event: 'Echo', code: 'unknown-event', reason: expect.any(String) };
    expect(await client.events(1)).toEqual([{ target: 'refused', data }]);
  });

  test('of what becomes of items', async () => {
    const bidder = new RawClient(server);
    try {
      await bidder.greet();
      expect(await bidder.request('1', 'register', { name: 'Bert', password: PASSWORD })).toMatchObject({ ok: true });
      expect(await client.request('3', 'register', { name: 'Anna', password: PASSWORD })).toMatchObject({ ok: true });
      const itemId = async (id: string): Promise<number> => {
        const item = { name: `item ${id}`, description: '', minimumPrice: 1_000 };
        return ((await client.request(id, 'addItem', item)) as { item: { id: number } }).item.id;
      };
      const [sold, removed] = [await itemId('4'), await itemId('5')];
      expect(await bidder.request('2', 'placeBid', { itemId: sold, amount: 1_000 })).toMatchObject({ ok: true });
      expect(await client.request('6', 'removeItem', { itemId: removed })).toMatchObject({ ok: true });
      const targets = (await client.events(4)).map(({ target }) => target);
      expect(targets).toEqual(['itemAdded', 'itemAdded', 'bidPlaced', 'itemRemoved']);
    } finally {
      bidder.close();
    }
  });
});
