import { createConnection } from 'node:net';
import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import type { RemoteMetadata } from './remote-metadata.ts';
import { CLOSED, connectRaw, connectReady, RawStream } from './testing/raw-adapter.ts';
import { type Recorded, record } from './testing/recorder.ts';

let recorded: Recorded;
const open = async (limits?: Parameters<typeof record>[0]) => {
  recorded = await record(limits);
  return recorded;
};
/** The same with adapters that are ready. */
const openReady = async (limits?: Parameters<typeof record>[0]) => {
  const opened = await open(limits);
  const adapters = await connectReady(opened.server.ports);
  await opened.connected();
  return { ...opened, adapters };
};
afterEach(() => recorded.server.close());

const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('it was expected to fail');
    },
    (error: Error) => error,
  );

/** Subscribes to `load`, and resolves with the request's id. */
async function subscribe({ server, adapters }: Awaited<ReturnType<typeof openReady>>): Promise<string> {
  server.data.subscribe('load');
  const [id = ''] = (await adapters.data.next()).split('|');
  adapters.data.send(`${id}|SUB|V`);
  return id;
}

test('the initialisation, in either order of the adapters; credentials and keepalives say nothing', async () => {
  const { server, connected } = await open();
  const adapters = await connectRaw(server.ports);
  const own = 'S|ARI.version|S|1.8.3|S|keepalive_hint.millis|S|10000';
  expect(await adapters.data.next()).toBe(`1001|DPI|S|adapters_conf.id|S|OUTCRY|S|data_provider.name|S|DEFAULT|${own}`);
  adapters.data.send('1|RAC|S|user|S|joe|S|password|S|secret', 'KEEPALIVE', '1001|DPI|S|ARI.version|S|1.8.3');
  expect(await adapters.metadata.next()).toBe(`1001|MPI|S|adapters_conf.id|S|OUTCRY|${own}`);
  // Nobody is served before both are ready.
  expect(await errorOf(server.metadata.getItems(null, 'S1', 'load'))).toBeInstanceOf(AdapterGone);
  adapters.metadata.send('1001|MPI|S|ARI.version|S|1.8.3|S|more|S|#');
  await connected();
});

test.each([
  ['EM|No+database', 'No database'],
  ['S|ARI.version|S|1.9.1', 'it speaks ARI 1.9.1, this broker speaks 1.8.3'],
])('an adapter that answers its initialisation with %s is sent away with the reason', async (answer, reason) => {
  const { server, logged } = await open();
  const metadata = await RawStream.connect(server.ports.metadata);
  await metadata.next();
  metadata.send(`1001|MPI|${answer}`);
  const sentence = `the metadata adapter could not be initialised: ${reason}`;
  expect(await metadata.next()).toBe(`0|CLOSE|S|reason|S|${encodeURIComponent(sentence).replaceAll('%20', '+')}`);
  expect(await logged.take()).toBe(`the adapters are gone before both were ready: ${sentence}`);
});

test('adapters come back as often as they go', async () => {
  const { server, heard, connected } = await open();
  for (const role of ['metadata', 'data', 'notify'] as const) {
    for (const how of ['end', 'cut'] as const) {
      const adapters = await connectReady(server.ports);
      await connected();
      adapters[role][how]();
      expect(await heard.take()).toEqual(['gone']);
      await Promise.all([adapters.metadata.closed(), adapters.data.closed(), adapters.notify.closed()]);
    }
  }
});

test('second adapters are sent away, on any of the ports', async () => {
  const { server, logged } = await openReady();
  const seconds = await connectRaw(server.ports);
  expect(await seconds.data.next()).toContain('0|CLOSE|S|reason|S|');
  expect(await seconds.metadata.next()).toContain('already%3B+another+one+is+not+taken');
  expect(await seconds.notify.next()).toBe(CLOSED);
  expect(await logged.take()).toContain('is connected already');
  expect(recorded.heard.size).toBe(0);
});

test.each([
  ['data', "the data adapter's notification stream did not come within 0.06 s"],
  ['metadata', 'the metadata adapter did not answer MPI within 0.06 s'],
] as const)('one that begins and does not go on is sent away (%s)', async (role, reason) => {
  const { server, logged } = await open({ answerMillis: 60 });
  const silent = await RawStream.connect(server.ports[role]);
  await silent.closed();
  expect(await logged.take()).toContain(reason);
});

test('one that sends nothing is lost', async () => {
  const { logged } = await openReady({ keepaliveMillis: 200 });
  expect(await logged.take()).toMatch(/was silent for more than 0.6 s$/);
});

test('the end of the broker reaches adapters, and rejects what waits', async () => {
  const { server, heard, adapters } = await openReady();
  const waiting = errorOf(server.metadata.getItems(null, 'S1', 'load'));
  await adapters.metadata.next();
  await server.close();
  expect(await adapters.metadata.next()).toBe('0|CLOSE|S|reason|S|the+broker+stops');
  expect(await adapters.data.next()).toBe('0|CLOSE|S|reason|S|the+broker+stops');
  expect(await adapters.notify.next()).toBe(CLOSED);
  expect(await waiting).toEqual(new AdapterGone('the broker stops'));
  expect(heard.size).toBe(0);
});

test('the broker ends although an adapter does not end its connections', async () => {
  const { server } = await open({ closeMillis: 50 });
  const socket = createConnection({ port: server.ports.metadata, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('data', resolve));
  await server.close();
  socket.destroy();
});

test.each([
  ['metadata', 'the metadata adapter did not answer GIS within 0.9 s'],
  ['data', 'the data adapter did not answer SUB within 0.9 s'],
] as const)('an adapter that does not answer in time is lost (%s)', async (role, reason) => {
  const { server, logged } = await openReady({ answerMillis: 900 });
  if (role === 'data') server.data.subscribe('load');
  else expect(await errorOf(server.metadata.getItems(null, 'S1', 'load'))).toEqual(new AdapterGone(reason));
  expect(await logged.take()).toBe(`the adapters are gone: ${reason}`);
});

test('no more than a bounded number of requests waits; closings are always taken', async () => {
  const { server, adapters } = await openReady({ waitingRequests: 3 });
  const asked = [1, 2, 3].map((n) => server.metadata.getItems(null, `S${n}`, 'load'));
  const tooMany = new AdapterRefusal('E', 'too many requests are waiting');
  expect(await errorOf(server.metadata.getItems(null, 'S4', 'load'))).toEqual(tooMany);
  const closing = server.metadata.notifySessionClose('S5');
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await adapters.metadata.next()).split('|')[0]!);
  // Answers may come in another order than the questions.
  adapters.metadata.send(`${ids[3]}|NSC|V`, ...[2, 1, 0].map((n) => `${ids[n]}|GIS|S|load|S|${n}`));
  expect(await Promise.all(asked)).toEqual([0, 1, 2].map((n) => ['load', `${n}`]));
  await closing;
});

test('no more than a bounded number of bytes waits for an adapter that does not read', async () => {
  const { server } = await openReady({ waitingBytes: 1024 * 1024 });
  const message = 'x'.repeat(100_000);
  // In one turn of the event loop, so that the socket takes nothing in between.
  const endings = Array.from({ length: 20 }, () => errorOf(server.metadata.notifyUserMessage(null, 'S1', message)));
  expect(await endings.at(-1)).toEqual(new AdapterRefusal('E', 'too many requests are waiting'));
  await server.close();
  expect(await endings[0]).toBeInstanceOf(AdapterGone);
});

test('flush comes once for all events that came in one piece', async () => {
  const ready = await openReady();
  const { heard, flushes, adapters } = ready;
  const id = await subscribe(ready);
  const before = flushes();
  adapters.notify.send(...Array.from({ length: 50 }, (_, n) => `1|UD3|S|load|S|${id}|B|0|S|message|S|${n}`));
  for (let n = 0; n < 50; n += 1) expect(await heard.take()).toEqual(['update', 'load', false, { message: String(n) }]);
  // 50 lines are 2 kB, which loopback carries in one piece; the credentials' piece came before.
  await new Promise((resolve) => setImmediate(resolve));
  expect(flushes() - before).toBeLessThan(5);
  expect(flushes() - before).toBeGreaterThan(0);
});

/** Requests that have more than one argument, or more than one result. */
const ASK = {
  NUS: (metadata: RemoteMetadata) => metadata.notifyUser('joe', 'a b|c', new Map([['cookie', '']])),
  GIS: (metadata: RemoteMetadata) => metadata.getItems('joe', 'S1', 'all items'),
  GUI: (metadata: RemoteMetadata) => metadata.getUserItemModes('joe', ['load', 'auction']),
} satisfies Record<string, (metadata: RemoteMetadata) => Promise<unknown>>;

test.each<[keyof typeof ASK, string, string, unknown]>([
  ['NUS', 'S|joe|S|a+b%7Cc|S|cookie|S|$', 'D|-1|B|0', undefined],
  ['NUS', 'S|joe|S|a+b%7Cc|S|cookie|S|$', 'EC|empty|-7|Pay+first', new AdapterRefusal('EC', 'empty')],
  ['GIS', 'S|joe|S|all+items|S|S1', 'S|mine%3AS1|S|$', ['mine:S1', '']],
  ['GIS', 'S|joe|S|all+items|S|S1', 'E|#', new AdapterRefusal('E', 'no reason given')],
  ['GUI', 'S|joe|S|load|S|auction', 'I|30|D|0.0|M|RMDC|I|-5|D|0|M|#', [['RAW', 'MERGE', 'DISTINCT', 'COMMAND'], []]],
])('%s asks with %s; the answer %s is %j', async (method, request, answer, result) => {
  const { server, adapters } = await openReady();
  const asked = ASK[method](server.metadata).catch((error: Error) => error);
  const line = await adapters.metadata.next();
  const id = line.split('|')[0]!;
  expect(line).toBe(`${id}|${method}|${request}`);
  adapters.metadata.send(`${id}|${method}|${answer}`);
  expect(await asked).toEqual(result);
});

test.each<[keyof typeof ASK, string, string]>([
  ['GIS', 'GSC|S|load', 'an answer to GIS is expected'],
  ['GIS', 'GIS|I|1', 'a value of type S is expected at 2'],
  ['GIS', 'GIS|S|#', 'a value of type S is expected at 2'],
  ['NUS', 'NUS|D|0', 'a value of type B is expected at 4'],
  ['NUS', 'NUS|D|12.5|B|0', 'this broker limits no bandwidth and no frequency'],
  ['NUS', 'NUS|D|0|B|1', 'this broker notifies no tables'],
  ['NUS', 'NUS|D|0|B|0|', 'there is more than expected'],
  ['GUI', 'GUI|I|0|D|0|M|R', '2 items were asked for and 1 answered'],
  ['GUI', 'GUI|I|0|D|2|M|R|I|0|D|0|M|R', 'this broker limits no bandwidth and no frequency'],
])('an answer to %s ends the adapters when it is %s: %s', async (method, answer, reason) => {
  const { server, adapters, logged } = await openReady();
  const ended = errorOf(ASK[method](server.metadata));
  const [id] = (await adapters.metadata.next()).split('|');
  adapters.metadata.send(`${id}|${answer}`);
  const sentence = `the metadata adapter: the protocol was broken: ${reason}, in the line "${id}|${answer}"`;
  expect(await ended).toEqual(new AdapterGone(sentence));
  expect(await logged.take()).toBe(`the adapters are gone: ${sentence}`);
});

test.each([
  ['data', '9|SUB|V', 'it answers no request'],
  ['notify', 'hello', 'an id and a method are expected first'],
  ['notify', '1|UD1|S|load|S|ID', 'its method is no notification'],
  ['notify', '1|UD3|S|load|S|ID|B|0|S|message|S|50%', 'a string is not percent-encoded UTF-8'],
  ['notify', '1|EOS|S|auction|S|ID', "the item is not the one of the subscription's id"],
  ['notify', '1|CLS|S|load|S|ID|more', 'there is more than expected'],
  ['notify', '1|FAL|E|no+feed', 'the data adapter failed: no feed'],
  ['notify', 'LONG', 'there are more than 10000 characters'],
] as const)('on %s the line %s ends the adapters: %s', async (role, line, reason) => {
  const ready = await openReady({ lineLength: 10_000 });
  const id = await subscribe(ready);
  if (role === 'notify') {
    // Events before it in the same bytes count.
    ready.adapters.notify.send(`1|CLS|S|load|S|${id}`, line.replace('ID', id).replace('LONG', 'x'.repeat(10_001)));
    expect(await ready.heard.take()).toEqual(['clearSnapshot', 'load']);
  } else ready.adapters.data.send(line);
  expect(await ready.heard.take()).toEqual(['gone']);
  expect(await ready.logged.take()).toContain(reason);
});
