import { request as httpRequest } from 'node:http';
import { jest } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { call, TrialServer } from './testing/trial-server.ts';

let server: TrialServer;
let raw: Socket;
let logged: unknown[];

beforeEach(async () => {
  logged = [];
  jest.spyOn(console, 'error').mockImplementation((line) => void logged.push(line));
  server = await TrialServer.start();
  raw = await server.connectRaw();
  await server.begin();
});

afterEach(async () => {
  expect(logged).toEqual([]);
  jest.restoreAllMocks();
  await server.stop();
});

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('over Socket.IO', () => {
  afterEach(async () => {
    // Whatever it sent, the connection goes on.
    expect(await call(raw, 'ask', 'room', { body: 1 }, {})).toEqual([null, expect.objectContaining({ body: 1 })]);
  });

  test.each<[what: string, packet: unknown[], code: number]>([
    ['no service', ['echo', null], 405],
    ['a service that is an object', ['create', { toString: 1 }, 1, {}], 404],
    ['a service that there is not', ['create', 'nothing/here', 1, {}], 404],
    ['a path that objects inherit', ['create', 'constructor', 1, {}], 404],
    ['a path inside of what objects inherit', ['create', 'room/__proto__', 1, {}], 404],
    ['a method that the service does not have', ['remove', 'room', 1, {}], 405],
    ['a method of another service', ['echo', 'items', 1, {}], 405],
    ['a method that clients are not to call', ['create', 'room', 1, {}], 405],
    ['too many arguments', ['echo', 'room', 1, {}, {}], 400],
    ['no body', ['echo', 'room'], 400],
    ['bytes for a body', ['echo', 'room', Buffer.from('bytes'), {}], 400],
    ['a body that is too deep', ['broadcast', 'room', nested(40), {}], 400],
    ['users by the dozen', ['create', 'users', [{ name: 'a', password: 'b' }], {}], 400],
    ['a query in the place of data', ['find', 'items', { $where: 'true' }, {}], 400],
    ['a log-in by fields of __proto__', ['create', 'logins', JSON.parse('{"__proto__":{"token":"x"}}'), {}], 400],
    ['a number for a name', ['join', 'room', { name: 5 }, {}], 400],
  ])('%s', async (_what, packet, code) => {
    const [error] = await call(raw, ...packet);
    expect(error).toMatchObject({ code, message: expect.stringContaining(' ') });
    expect(error).not.toHaveProperty('stack');
  });

  test('a query cannot say whose call it is', async () => {
    const [error] = await call(raw, 'remove', 'items', 1, { connection: {}, provider: '', user: 'ann', userId: 1 });
    expect(error).toMatchObject({ code: 400, message: 'Invalid query parameter connection' });
  });

  test('an event of no meaning, or one that wants no answer, is none', async () => {
    for (const method of ['nonsense', 'setup', 'on', 'publish', 'toString', '__proto__'])
      raw.emit(method, 'room', 1, {});
    raw.emit('create', 'nothing', 1, {});
    raw.emit('echo');
  });

  test('calls of services that there are not are refused by the house, which counts them', async () => {
    for (const path of ['nothing', 'constructor', '']) await call(raw, 'create', path, 1, {});
    expect(await server.counts()).toMatchObject({ refused: 3, connections: 1 });
  });
});

describe('over REST', () => {
  const post = (path: string, body: string, headers: Record<string, string> = { 'x-service-method': 'ask' }) =>
    fetch(`${server.url}/feathers/${path}`, { method: 'POST', body, headers });

  afterEach(async () => {
    expect(await (await post('room', '{"body":1}')).json()).toMatchObject({ body: 1 });
    expect(await server.counts()).toMatchObject({ connections: 1 });
  });

  test.each<[what: string, path: string, body: string, method: string, status: number]>([
    ['text that is no JSON', 'room', '{"body":', 'ask', 400],
    ['no data', 'room', '', 'ask', 400],
    ['a body that is too deep', 'room', `{"body":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'ask', 400],
    ['a method for connections', 'room', '1', 'broadcast', 405],
    ['a method by the name of one that HTTP has', 'items', '{}', 'create', 405],
    ['a method that objects inherit', 'room', '1', 'constructor', 405],
    ['a method of services as such', 'room', '1', 'emit', 405],
    ['a service for connections', 'users', '{}', '', 405],
    ['a service that there is not', 'nothing/here', '{}', '', 404],
    ['a path that objects inherit', '__proto__', '{}', '', 404],
    ['a path that is no text', '%ff', '{}', '', 404],
    ['an item', 'items/1', '{}', '', 404],
  ])('%s', async (_what, path, body, method, status) => {
    const response = await post(path, body, method === '' ? {} : { 'x-service-method': method });
    expect(response.status).toBe(status);
    const error = await response.json();
    expect(error).toMatchObject({ code: status, message: expect.stringContaining(' ') });
    expect(error).not.toHaveProperty('stack');
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is no way to call anything', async (method) => {
    for (const path of ['room', 'users', 'items', 'logins/1']) {
      const { status } = await fetch(`${server.url}/feathers/${path}`, { method });
      expect([404, 405]).toContain(status);
    }
  });

  test('what is no JSON is refused by the house, which counts it', async () => {
    await post('room', 'nonsense');
    expect(await server.counts()).toMatchObject({ refused: 1 });
  });

  test('a body that does not end is told so, and one that does not come is nobody’s', async () => {
    const headers = { 'x-service-method': 'ask' };
    const request = httpRequest(`${server.url}/feathers/room`, { method: 'POST', headers });
    const answered = new Promise((resolve) => request.on('response', ({ statusCode }) => resolve(statusCode)));
    request.on('error', () => {}); // the server reads no further
    request.write('{"body":"');
    expect(await server.counts()).toMatchObject({ connections: 1 });
    request.write('x'.repeat(5 * 1_048_576));
    expect(await answered).toBe(413);
    request.destroy();
  });
});
