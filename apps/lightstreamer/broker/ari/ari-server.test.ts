import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { listenForAdapters } from './ari-server.ts';
import { CLOSED, connectRaw, connectReady, endAll, RawStream } from './testing/raw-adapter.ts';
import { type Recorded, record } from './testing/recorder.ts';

let recorded: Recorded;
const open = async (limits?: Parameters<typeof record>[0]) => {
  recorded = await record(limits);
  return recorded;
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

  test('are told to a listener that comes after them', async () => {
    recorded = await record();
    const server = await listenForAdapters({ name: 'OUTCRY', host: '127.0.0.1', log: () => {} });
    try {
      const adapters = await connectReady(server.ports);
      const asked = server.metadata.getItems(null, 'S1', 'load').catch(() => {});
      while (!server.data.ready) await new Promise((resolve) => setImmediate(resolve));
      await new Promise<void>((resolve) => {
        const nothing = () => {};
        server.listen({
          update: nothing,
          endOfSnapshot: nothing,
          clearSnapshot: nothing,
          flush: nothing,
          gone: nothing,
          back: resolve,
        });
      });
      endAll(adapters);
      await asked;
    } finally {
      await server.close();
    }
  });

  test('that go before both were ready are no loss that is told', async () => {
    const { server, heard, logged } = await open();
    const early = await RawStream.connect(server.ports.metadata);
    await early.next();
    early.end();
    expect(await logged.take()).toContain('before both were ready: the metadata adapter ended its connection');
    await connectReady(server.ports);
    expect(await heard.take()).toEqual(['back']);
  });

  test('a second one on any of the ports is sent away, whether it says something or not', async () => {
    const { server, heard } = await open({ closeMillis: 50 });
    await connectReady(server.ports);
    expect(await heard.take()).toEqual(['back']);
    const seconds = await connectRaw(server.ports);
    seconds.data.send('KEEPALIVE', '1|RAC|S|enableClosePacket|S|true');
    expect(await seconds.data.next()).toContain('0|CLOSE|S|reason|S|');
    expect(await seconds.metadata.next()).toBe(CLOSED);
    expect(await seconds.notify.next()).toBe(CLOSED);
    expect(server.data.ready).toBe(true);
  });

  test('a data adapter with one stream only is not waited for for ever', async () => {
    const { server, logged } = await open({ answerMillis: 60 });
    const lonely = await RawStream.connect(server.ports.data);
    await lonely.closed();
    expect(await logged.take()).toContain("the data adapter's notification stream did not come within 0.06 s");
  });

  test('one that does not answer its initialisation is sent away', async () => {
    const { server, logged } = await open({ answerMillis: 60 });
    const silent = await RawStream.connect(server.ports.metadata);
    await silent.closed();
    expect(await logged.take()).toContain('the metadata adapter did not answer MPI within 0.06 s');
  });

  test('one that knows of keepalives and sends nothing is lost', async () => {
    const { server, heard } = await open({ keepaliveMillis: 200 });
    await connectReady(server.ports);
    expect(await heard.take()).toEqual(['back']);
    expect(await heard.take()).toEqual(['gone', expect.stringMatching(/was silent for more than 0.6 s$/)]);
  });

  test('one of 1.8.0, which knows nothing of keepalives, may be silent', async () => {
    const { server, heard } = await open({ keepaliveMillis: 5 });
    const adapters = await connectReady(server.ports, null);
    expect(await heard.take()).toEqual(['back']);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.metadata.ready).toBe(true);
    adapters.data.end();
    expect(await heard.take()).toEqual(['gone', "the data adapter's request stream ended its connection"]);
  });
});

describe('the end of the broker', () => {
  test('is told to adapters that asked for it and speak 1.8.3, and to no others', async () => {
    const { server, heard } = await open();
    const adapters = await connectReady(server.ports);
    await heard.take();
    const waiting = errorOf(server.metadata.getItems(null, 'S1', 'load'));
    await adapters.metadata.next();
    await server.close();
    expect(await adapters.metadata.next()).toBe('0|CLOSE|S|reason|S|the+broker+stops');
    expect(await adapters.data.next()).toBe('0|CLOSE|S|reason|S|the+broker+stops');
    expect(await adapters.notify.next()).toBe(CLOSED);
    expect(await waiting).toEqual(new AdapterGone('the broker stops'));
    expect(heard.size).toBe(0);
  });

  test.each([['1.8.2'], [null]])('is not told to adapters that speak %s', async (version) => {
    const { server, heard } = await open();
    const adapters = await connectReady(server.ports, version);
    await heard.take();
    await server.close();
    expect(await adapters.metadata.next()).toBe(CLOSED);
    expect(await adapters.data.next()).toBe(CLOSED);
  });

  test('comes although an adapter does not end its connections', async () => {
    const { server } = await open({ closeMillis: 50 });
    const socket = (await import('node:net')).createConnection({
      port: server.ports.metadata,
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('data', resolve));
    await server.close();
    socket.destroy();
  });

  test('a port that is taken is told, and the others are free again', async () => {
    const { server } = await open();
    const options = { name: 'OUTCRY', host: '127.0.0.1', log: () => {} };
    await expect(listenForAdapters({ ...options, ports: { notify: server.ports.notify } })).rejects.toThrow(
      'EADDRINUSE',
    );
  });
});

describe('adapters that do not keep up', () => {
  test('a request without an answer fails in time, and its answer, when it comes, does no harm', async () => {
    const { server, heard } = await open({ answerMillis: 900 });
    const adapters = await connectReady(server.ports);
    await heard.take();
    const asked = errorOf(server.metadata.getItems(null, 'S1', 'load'));
    const [id] = (await adapters.metadata.next()).split('|');
    expect(await asked).toEqual(new AdapterGone('the metadata adapter did not answer GIS within 0.9 s'));
    adapters.metadata.send(`${id}|GIS|S|load`);
    const again = server.metadata.getItems(null, 'S1', 'load');
    const [next] = (await adapters.metadata.next()).split('|');
    adapters.metadata.send(`${next}|GIS|S|load`);
    expect(await again).toEqual(['load']);
  });

  test('no more than a bounded number of requests waits; closings are taken all the same', async () => {
    const { server, heard } = await open({ waitingRequests: 3 });
    const adapters = await connectReady(server.ports);
    await heard.take();
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
    const { server, heard } = await open({ waitingBytes: 1024 * 1024 });
    await connectReady(server.ports);
    await heard.take();
    const message = 'x'.repeat(100_000);
    const endings: Promise<Error>[] = [];
    // In one go, so that the socket cannot take anything in between.
    for (let n = 0; n < 20; n += 1) endings.push(errorOf(server.metadata.notifyUserMessage(null, 'S1', message)));
    const last = await endings.at(-1);
    expect(last).toEqual(new AdapterRefusal('generic', 'too many requests are waiting'));
    await server.close();
    expect(await endings[0]).toBeInstanceOf(AdapterGone);
  });

  test('an item whose subscription is answered too late is given back', async () => {
    const { server, heard } = await open({ answerMillis: 900 });
    const adapters = await connectReady(server.ports);
    await heard.take();
    const first = errorOf(server.data.subscribe('load'));
    const [one] = (await adapters.data.next()).split('|');
    expect(await first).toEqual(new AdapterGone('the data adapter did not answer SUB within 0.9 s'));
    const second = errorOf(server.data.subscribe('load'));
    expect(await second).toEqual(new AdapterGone('the data adapter did not come to subscribe "load" within 0.9 s'));
    adapters.notify.send(`1|UD3|S|load|S|${one}|B|0|S|message|S|nobody+waits`);
    adapters.data.send(`${one}|SUB|V`);
    const [back, method] = (await adapters.data.next()).split('|');
    expect(method).toBe('USB');
    adapters.data.send(`${back}|USB|V`);
    const third = server.data.subscribe('load');
    const [two] = (await adapters.data.next()).split('|');
    adapters.data.send(`${two}|SUB|V`);
    await third;
    adapters.notify.send(`1|UD3|S|load|S|${two}|B|0|S|message|S|hello`);
    expect(await heard.take()).toEqual(['update', 'load', false, { message: 'hello' }]);
  });

  test('a line without an end costs a bounded amount of memory', async () => {
    const { server, heard } = await open({ lineBytes: 10_000 });
    const adapters = await connectReady(server.ports);
    await heard.take();
    adapters.notify.sendBytes(Buffer.alloc(10_001, 'x'));
    expect(await heard.take()).toEqual(['gone', expect.stringContaining('there are more than 10000 bytes')]);
  });
});

test('flush is told once for all events that came in one piece', async () => {
  const { server, heard, flushes } = await open();
  const adapters = await connectReady(server.ports);
  await heard.take();
  const subscribed = server.data.subscribe('load');
  const [id] = (await adapters.data.next()).split('|');
  adapters.data.send(`${id}|SUB|V`);
  await subscribed;
  const before = flushes();
  adapters.notify.send(...Array.from({ length: 50 }, (_, n) => `1|UD3|S|load|S|${id}|B|0|S|message|S|${n}`));
  for (let n = 0; n < 50; n += 1) expect(await heard.take()).toEqual(['update', 'load', false, { message: String(n) }]);
  // 50 lines are 2 kB, which loopback carries in one piece; the credentials' piece has been told before.
  await new Promise((resolve) => setImmediate(resolve));
  expect(flushes() - before).toBeLessThan(5);
  expect(flushes() - before).toBeGreaterThan(0);
});
