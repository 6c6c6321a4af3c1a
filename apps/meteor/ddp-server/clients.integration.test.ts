/** Published client libraries, of two different families, against the server over real sockets. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import SockJS from 'sockjs-client';
import { WebSocket } from 'ws';
import { TrialServer } from './testing/trial-server.ts';

const require = createRequire(import.meta.url);
const { default: SimpleDdp } = require('simpleddp-core');
const { default: DdpJs } = require('ddp.js');
const DdpClient = require('ddp-client');

let trial: TrialServer;
let http: Server;
let port: number;

beforeEach(async () => {
  trial = new TrialServer({ idleMs: 1_000 });
  http = createServer((_request, response) => response.writeHead(404).end());
  trial.ddp.attach(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  port = (http.address() as AddressInfo).port;
});

afterEach(async () => {
  trial.ddp.closeAll();
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
});

const sockJs = (transports: string) =>
  function open(endpoint: string) {
    return new SockJS(endpoint, null, { transports });
  };

/** The common interface of these two libraries. */
interface Ddp {
  on(msg: string, listener: (message: never) => void): void;
  method(name: string, params: unknown[]): string;
  sub(name: string, params: unknown[]): string;
  disconnect(): void;
}

describe.each<[string, new (options: object) => Ddp]>([
  ['simpleddp-core', SimpleDdp],
  ['ddp.js', DdpJs],
])('%s', (_name, Client) => {
  test.each<[string, unknown, string]>([
    ['a WebSocket', WebSocket, 'ws /websocket'],
    ['SockJS, websocket', sockJs('websocket'), 'http /sockjs'],
    ['SockJS, xhr-streaming', sockJs('xhr-streaming'), 'http /sockjs'],
    ['SockJS, eventsource', sockJs('eventsource'), 'http /sockjs'],
    ['SockJS, xhr-polling', sockJs('xhr-polling'), 'http /sockjs'],
  ])('subscribes, hears of changes and calls methods over %s', async (_transport, SocketConstructor, where) => {
    const [scheme, path] = where.split(' ');
    const endpoint = `${scheme}://127.0.0.1:${port}${path}`;
    const ddp = new Client({ endpoint, SocketConstructor, autoReconnect: false });
    const said: unknown[] = [];
    for (const msg of ['added', 'changed', 'ready']) ddp.on(msg, (message) => said.push(message));
    const results = new Map<string, (message: unknown) => void>();
    ddp.on('result', (message: { id: string }) => results.get(message.id)?.(message));
    const call = (name: string, ...params: unknown[]) => {
      const id = ddp.method(name, params);
      return new Promise((resolve) => results.set(id, resolve));
    };
    const id = ddp.sub('things', [['x', { list: [1] }]]);
    expect(await call('same', [null, 'text', { a: 1 }])).toMatchObject({ result: [null, 'text', { a: 1 }] });
    await call('set', { x: { list: [2] } });
    expect(await call('fails')).toMatchObject({ error: { error: 'no-luck', reason: 'try again', details: [1] } });
    expect(said).toEqual([
      { msg: 'added', collection: 'things', id: 'a', fields: { x: { list: [1] } } },
      { msg: 'ready', subs: [id] },
      { msg: 'changed', collection: 'things', id: 'a', fields: { x: { list: [2] } } },
    ]);
    const gone = new Promise((resolve) => ddp.on('disconnected', resolve as () => void));
    ddp.disconnect();
    await gone;
  });
});

test('simpleddp-core and the server mean the same by EJSON', async () => {
  const endpoint = `ws://127.0.0.1:${port}/websocket`;
  const ddp = new SimpleDdp({ endpoint, SocketConstructor: WebSocket, autoReconnect: false });
  const result = (value: unknown) => {
    const id = ddp.method('same', [value]);
    return new Promise((resolve) =>
      ddp.on('result', (message: { id: string; result: unknown }) => message.id === id && resolve(message.result)),
    );
  };
  const values = [new Date(5), Uint8Array.of(1, 255), { $date: 1 }, { $date: new Date(7) }, { $type: 'x', $value: 1 }];
  for (const value of [...values, { $InfNaN: 1 }, { deep: [{ $binary: 'no' }] }]) {
    expect(await result(value)).toEqual(value);
  }
  const gone = new Promise((resolve) => ddp.on('disconnected', resolve));
  ddp.disconnect();
  await gone;
});

test('ddp-client keeps the collection that is published, by another family’s code', async () => {
  const client = new DdpClient({ host: '127.0.0.1', port, autoReconnect: false, socketContructor: WebSocket });
  await new Promise<void>((resolve, reject) =>
    client.connect((error: unknown) => (error ? reject(new Error(String(error))) : resolve())),
  );
  const subscription = await new Promise<string>((resolve) => {
    const id = client.subscribe('things', [['x', 1]], () => resolve(id));
  });
  const items = () => client.collections.things.find({});
  expect(items()).toMatchObject([{ _id: 'a', x: 1 }]);
  const call = (...call: unknown[]) =>
    new Promise((resolve) => client.call(call[0], call.slice(1), (...reply: unknown[]) => resolve(reply)));
  await call('set', { x: 2 });
  expect(items()).toMatchObject([{ _id: 'a', x: 2 }]);
  expect(await call('year', new Date(0))).toEqual([undefined, 1970]);
  expect(await call('nowhere')).toMatchObject([{ error: 404 }, undefined]);
  client.unsubscribe(subscription);
  await call('nothing');
  expect(items()).toEqual([]);
  const gone = once(client, 'socket-close');
  client.close();
  await gone;
});

test('ddp-client comes down to the version that the server asks for', async () => {
  const client = new DdpClient({
    host: '127.0.0.1',
    port,
    ddpVersion: 'pre1',
    autoReconnect: false,
    socketContructor: WebSocket,
  });
  const connected = once(client, 'connected');
  client.connect();
  await connected;
  expect(client.ddpVersion).toBe('1');
  const gone = once(client, 'socket-close');
  client.close();
  await gone;
});
