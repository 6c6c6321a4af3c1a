import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../../../system/testing/eventually.ts';
import { JoinPort } from './join-port.ts';
import type { JoinedWorker } from './joined-worker.ts';
import { MESSAGE_LIMIT } from './messages.ts';
import { FakeWorker, HOST, knock, refusal, TOKEN, VERSION } from './testing/fake-worker.ts';

const joined: JoinedWorker[] = [];
let port: JoinPort;

const listen = (limits: { requestMs?: number; helloMs?: number } = {}): Promise<JoinPort> =>
  JoinPort.listen({
    address: { host: '127.0.0.1', port: 0 },
    token: TOKEN,
    version: VERSION,
    onWorker: (worker) => joined.push(worker),
    ...limits,
  });

async function listenAnew(limits: { requestMs?: number; helloMs?: number }): Promise<void> {
  await port.close();
  port = await listen(limits);
}

beforeEach(async () => {
  joined.length = 0;
  port = await listen();
});
afterEach(() => port.close());

/** A connection that speaks no WebSocket; resolves with what was answered, when it was ended. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(port.url).port), '127.0.0.1');
  socket.on('error', () => {}); // that it is cut off is what is looked for
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('a worker', () => {
  test('that knows the token and is of this version joins with what it is', async () => {
    const worker = await FakeWorker.join(port.url);
    worker.say({ says: 'connected', connected: 0 });
    expect(await eventually(() => joined[0], 'one that joined')).toMatchObject({
      host: HOST,
      here: false,
      death: null,
    });
  });

  test.each(['', 'another-token-for-tests'])('that knows the token %j does not, and is told', async (token) => {
    const { status, body } = await refusal(knock(port.url, { token }));
    expect([status, JSON.parse(body).reason]).toEqual([401, expect.stringContaining('token')]);
    expect(body).not.toContain(TOKEN);
  });

  test('of another version does not, and is told both', async () => {
    const other = { program: '99999999', commit: 'bada55' };
    const { status, body } = await refusal(knock(port.url, { version: other }));
    expect(status).toBe(409);
    expect(body).toMatch(/runner is Outcry c0ffee \(.*abcdef012345\) and the worker is Outcry bada55 \(.*99999999\)/);
  });

  test('that says nothing of itself is hung up on', async () => {
    await listenAnew({ helloMs: 50 });
    await once(knock(port.url), 'close');
    expect(joined).toEqual([]);
  });

  test.each([
    ['no JSON', '{'],
    ['nothing that is said first', '{"says":"connected","connected":1}'],
    [
      'a name that a terminal would obey',
      JSON.stringify({ says: 'hello', worker: 'x', host: { ...HOST, name: '\u001b[2J' } }),
    ],
  ])('that says %s is hung up on', async (_, text) => {
    const socket = knock(port.url);
    await once(socket, 'open');
    socket.send(text);
    expect((await once(socket, 'close'))[0]).toBe(1008);
    expect(joined).toEqual([]);
  });

  test('whose message is too long is hung up on, before it joins and after', async () => {
    const early = knock(port.url);
    await once(early, 'open');
    early.send('x'.repeat(MESSAGE_LIMIT + 1));
    expect((await once(early, 'close'))[0]).toBe(1009);
    const worker = await FakeWorker.join(port.url);
    worker.socket.send('x'.repeat(MESSAGE_LIMIT + 1));
    expect((await worker.closed).code).toBe(1009);
    await joined[0]!.gone;
    expect(joined[0]!.death).toMatch(/^the worker on lab-2 broke off: Max payload size exceeded/);
  });
});

describe('what is no worker', () => {
  test('is told what this port is for', async () => {
    const response = await fetch(port.url.replace('ws:', 'http:'));
    expect([response.status, (await response.json()).reason]).toEqual([426, expect.stringContaining('workers join')]);
  });

  test.each([
    ['nothing', ''],
    ['half a request', 'GET / HTTP/1.1\r\nUpgrade: websocket\r\nX-Long'],
  ])('and says %s is hung up on', async (_, text) => {
    await listenAnew({ requestMs: 100 });
    expect(await raw(text)).not.toContain('101');
  });

  test('and says too much is hung up on', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}`)).not.toContain('101');
  });
});

test('a port that is taken is said, with what to do', async () => {
  const taken = JoinPort.listen({
    address: { host: '127.0.0.1', port: Number(new URL(port.url).port) },
    token: TOKEN,
    version: VERSION,
    onWorker: () => {},
  });
  await expect(taken).rejects.toThrow('the port is taken; choose another');
});
