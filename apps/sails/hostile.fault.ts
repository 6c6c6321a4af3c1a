/** What no client of the framework sends is refused, answered or ignored: nothing of it throws, is logged, or ends the connection. */
import { WebSocket } from 'ws';
import { readApp } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';

let server: Server;
let socket: WebSocket;
let came: string[];
let look = () => {};

/** The first text that came and that `wanted` finds something in. */
async function until(wanted: RegExp): Promise<string> {
  for (;;) {
    const found = came.find((text) => wanted.test(text));
    if (found !== undefined) return found;
    await new Promise<void>((resolve) => {
      look = resolve;
    });
  }
}

/** Connects by Socket.IO's protocol, as client of `version` of the framework's own. */
async function connect(version: string): Promise<void> {
  const query = `EIO=4&transport=websocket&__sails_io_sdk_version=${version}`;
  came = [];
  socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket.io/?${query}`);
  socket.on('message', (text) => {
    came.push(String(text));
    look();
  });
  await until(/^0/);
  socket.send('40');
  await until(/^40/);
}

/** The answer to a request with these arguments, as JSON. */
async function answerTo(id: number, packet: string): Promise<{ statusCode: number; body?: { code: string } }> {
  socket.send(`42${id}${packet}`);
  const [answer] = JSON.parse((await until(new RegExp(`^43${id}\\[`))).slice(`43${id}`.length));
  return answer;
}

beforeAll(async () => {
  server = await startServer(readApp(import.meta.dirname));
});
afterAll(() => server.stop());

afterEach(async () => {
  expect(server.log()).toBe('');
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.close();
});

test.each([
  '1["post"]',
  '1["post",null]',
  '1["post",{}]',
  '1["post",{"url":5}]',
  '1["post",{"url":"http://a:b"}]',
  '1["post",{"url":"/room/echo","headers":5,"data":{"body":1}}]',
  '1["post",{"url":"/room/echo","data":{"body":1}},5]',
  '["post",{"url":"/room/echo","data":{"body":1}}]',
  '1["echo",1]',
  '1["toString",{"url":"/room/echo"}]',
])('%s is refused as no request', async (packet) => {
  await connect('1.2.1');
  socket.send(`42${packet}`);
  expect(await until(/^42/)).toMatch(/^42\["refused",\{"event":null,"code":"bad-json"/);
});

test.each(['0.9.0', 'nonsense', '1.2.1.1', ''])('a client of version "%s" is refused', async (version) => {
  await connect(version);
  socket.send('421["post",{"url":"/room/echo","data":{"body":1}}]');
  expect(await until(/^42/)).toMatch(/"code":"bad-json"/);
});

test('paths and methods that there are not are refused by the house, and those that cannot be by the framework', async () => {
  await connect('1.2.1');
  const paths = ['/nothing', '/__proto__', '/room/../items/add', '//a', '/:length'];
  for (const [id, path] of paths.entries()) {
    const answer = await answerTo(id + 1, `["post",{"url":"${path}"}]`);
    expect(answer).toMatchObject({ statusCode: 404, body: { code: 'unknown-event' } });
  }
  expect(await answerTo(20, '["get",{"url":"/room/echo","data":{"body":1}}]')).toMatchObject({ statusCode: 404 });
  expect(await answerTo(21, '["post",{"url":"/%ff"}]')).toMatchObject({ statusCode: 400 });
});

test('headers, query and data of any form do no harm', async () => {
  await connect('1.2.1');
  const packets = [
    '["post",{"url":"/room/echo?a[__proto__][x]=1&b=%ff","data":{"body":1}}]',
    '["post",{"url":"/room/echo","headers":{"cookie":5,"origin":{},"x":[1]},"data":{"body":1}}]',
    '["post",{"url":"/room/echo","headers":null,"data":{"body":1,"__proto__":{"x":1},"keptBody":1}}]',
  ];
  for (const [id, packet] of packets.entries()) {
    expect(await answerTo(id + 1, packet)).toMatchObject({ statusCode: 200, body: { body: 1 } });
  }
  for (const [id, data] of ['[1]', '"text"', 'null', '5'].entries()) {
    const answer = await answerTo(id + 10, `["post",{"url":"/room/echo","data":${data}}]`);
    expect(answer).toMatchObject({ statusCode: 400, body: { code: 'missing-field' } });
  }
});

test('what takes long to merge does not reach the framework', async () => {
  await connect('1.2.1');
  const lists = `[${Array(100_000).fill('[]')}]`;
  expect(await answerTo(1, `["post",{"url":"/room/sink","data":{"body":${lists}}}]`)).toMatchObject({
    statusCode: 204,
  });
  expect(await answerTo(2, `["post",{"url":"/room/sink","data":{"body":1},"params":${lists}}]`)).toMatchObject({
    statusCode: 204,
  });
  const headers = JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, number) => [`x-${number}`, ''])));
  socket.send(`423["post",{"url":"/room/sink","headers":${headers},"data":{"body":1}}]`);
  expect(await until(/^42\[/)).toMatch(/^42\["refused",\{"event":null,"code":"bad-json"/);
});
