import { createConnection } from 'node:net';
import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { CLOSED, connectRaw, connectReady, RawStream } from './testing/raw-adapter.ts';
import { type Recorded, record } from './testing/recorder.ts';

let recorded: Recorded;
const open = async (limits?: Parameters<typeof record>[0]) => {
  recorded = await record(limits);
  return recorded;
};
/** The same with adapters of ARI `version` that are ready. */
const openReady = async (limits?: Parameters<typeof record>[0], version?: string | null) => {
  const opened = await open(limits);
  const adapters = await connectReady(opened.server.ports, version);
  expect(await opened.heard.take()).toEqual(['back']);
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

describe('adapters that come and go', () => {
  test('come back as often as they go', async () => {
    const { server, heard } = await open();
    for (let round = 0; round < 20; round += 1) {
      const adapters = await connectReady(server.ports);
      expect(await heard.take()).toEqual(['back']);
      expect([server.metadata.ready, server.data.ready]).toEqual([true, true]);
      const role = (['metadata', 'data', 'notify'] as const)[round % 3]!;
      if (round % 2 === 0) adapters[role].end();
      else adapters[role].cut();
      expect(await heard.take()).toEqual(['gone', expect.any(String)]);
      expect([server.metadata.ready, server.data.ready]).toEqual([false, false]);
      await Promise.all([adapters.metadata.closed(), adapters.data.closed(), adapters.notify.closed()]);
    }
  });

  test('that go before both were ready are logged only', async () => {
    const { server, heard, logged } = await open();
    const early = await RawStream.connect(server.ports.metadata);
    await early.next();
    early.end();
    expect(await logged.take()).toContain('before both were ready: the metadata adapter ended its connection');
    await connectReady(server.ports);
    expect(await heard.take()).toEqual(['back']);
  });

  test('a second one on any of the ports is sent away, whether it sends something or not', async () => {
    const { server } = await openReady({ closeMillis: 50 });
    const seconds = await connectRaw(server.ports);
    seconds.data.send('KEEPALIVE', '1|RAC|S|enableClosePacket|S|true');
    expect(await seconds.data.next()).toContain('0|CLOSE|S|reason|S|');
    expect(await seconds.metadata.next()).toBe(CLOSED);
    expect(await seconds.notify.next()).toBe(CLOSED);
    expect(server.data.ready).toBe(true);
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

  test('one that knows keepalives and sends nothing is lost', async () => {
    const { heard } = await openReady({ keepaliveMillis: 200 });
    expect(await heard.take()).toEqual(['gone', expect.stringMatching(/was silent for more than 0.6 s$/)]);
  });

  test('one of 1.8.0, which does not know keepalives, may be silent', async () => {
    const { server, heard, adapters } = await openReady({ keepaliveMillis: 5 }, null);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.metadata.ready).toBe(true);
    adapters.data.end();
    expect(await heard.take()).toEqual(['gone', "the data adapter's request stream ended its connection"]);
  });
});

describe('the end of the broker', () => {
  test('reaches adapters that asked for it and speak 1.8.3', async () => {
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

  test.each([['1.8.2'], [null]])('does not reach adapters that speak %s', async (version) => {
    const { server, adapters } = await openReady(undefined, version);
    await server.close();
    expect(await adapters.metadata.next()).toBe(CLOSED);
    expect(await adapters.data.next()).toBe(CLOSED);
  });

  test('comes although an adapter does not end its connections', async () => {
    const { server } = await open({ closeMillis: 50 });
    const socket = createConnection({ port: server.ports.metadata, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('data', resolve));
    await server.close();
    socket.destroy();
  });
});

describe('adapters that do not keep up', () => {
  test.each([
    ['metadata', 'the metadata adapter did not answer GIS within 0.9 s'],
    ['data', 'the data adapter did not answer SUB within 0.9 s'],
  ] as const)('an adapter that does not answer in time is lost (%s)', async (role, reason) => {
    const { server, heard } = await openReady({ answerMillis: 900 });
    const asked = role === 'data' ? server.data.subscribe('load') : server.metadata.getItems(null, 'S1', 'load');
    expect(await errorOf(asked)).toEqual(new AdapterGone(reason));
    expect(await heard.take()).toEqual(['gone', reason]);
    await connectReady(server.ports);
    expect(await heard.take()).toEqual(['back']);
  });

  test('no more than a bounded number of requests waits; closings are always taken', async () => {
    const { server, adapters } = await openReady({ waitingRequests: 3 });
    const asked = [1, 2, 3].map((n) => server.metadata.getItems(null, `S${n}`, 'load'));
    const tooMany = new AdapterRefusal('generic', 'too many requests are waiting');
    expect(await errorOf(server.metadata.getItems(null, 'S4', 'load'))).toEqual(tooMany);
    const closing = server.metadata.notifySessionClose('S5');
    for (let n = 0; n < 4; n += 1) {
      const [id, method] = (await adapters.metadata.next()).split('|');
      adapters.metadata.send(method === 'NSC' ? `${id}|NSC|V` : `${id}|GIS|S|load`);
    }
    expect(await Promise.all(asked)).toEqual([['load'], ['load'], ['load']]);
    await closing;
  });

  test('no more than a bounded number of bytes waits for an adapter that does not read', async () => {
    const { server } = await openReady({ waitingBytes: 1024 * 1024 });
    const message = 'x'.repeat(100_000);
    const endings: Promise<Error>[] = [];
    // In one turn of the event loop, so that the socket takes nothing in between.
    for (let n = 0; n < 20; n += 1) endings.push(errorOf(server.metadata.notifyUserMessage(null, 'S1', message)));
    const last = await endings.at(-1);
    expect(last).toEqual(new AdapterRefusal('generic', 'too many requests are waiting'));
    await server.close();
    expect(await endings[0]).toBeInstanceOf(AdapterGone);
  });

  test('a line without an end costs a bounded amount of memory', async () => {
    const { heard, adapters } = await openReady({ lineBytes: 10_000 });
    adapters.notify.sendBytes(Buffer.alloc(10_001, 'x'));
    expect(await heard.take()).toEqual(['gone', expect.stringContaining('there are more than 10000 bytes')]);
  });
});

test('flush comes once for all events that came in one piece', async () => {
  const { server, heard, flushes, adapters } = await openReady();
  const subscribed = server.data.subscribe('load');
  const [id] = (await adapters.data.next()).split('|');
  adapters.data.send(`${id}|SUB|V`);
  await subscribed;
  const before = flushes();
  adapters.notify.send(...Array.from({ length: 50 }, (_, n) => `1|UD3|S|load|S|${id}|B|0|S|message|S|${n}`));
  for (let n = 0; n < 50; n += 1) expect(await heard.take()).toEqual(['update', 'load', false, { message: String(n) }]);
  // 50 lines are 2 kB, which loopback carries in one piece; the credentials' piece came before.
  await new Promise((resolve) => setImmediate(resolve));
  expect(flushes() - before).toBeLessThan(5);
  expect(flushes() - before).toBeGreaterThan(0);
});
