/** Starts and stops a made-up broker of the vendor's, so that none of the vendor's programs is needed. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { isRunning } from '../../../system/process-owner.ts';
import { adapterSetXml } from './adapter-set.ts';
import { addressFor, vendorBroker } from './broker.ts';
import { type MadeUpHome, makeUpHome, until } from './testing/made-up-home.ts';
import type { VendorBroker } from './vendor-broker.ts';
import { textOf } from './xml.ts';

test('there is none when nothing names one', async () => {
  expect(await vendorBroker({ PATH: process.env.PATH })).toBeNull();
});

describe('a broker that is started from its folder', () => {
  let made: MadeUpHome;
  let broker: VendorBroker;

  const make = async (mode = '', env = {}, startMs = 60_000): Promise<void> => {
    made = makeUpHome(mode);
    broker = (await vendorBroker({ ...made.env, ...env }, startMs))!;
  };

  afterEach(async () => {
    await broker?.stop();
    made.remove();
  });

  /** The private folder of the newest start. */
  const folder = (): string => join(dirname(made.notes().at(-1)!.conf), '..');
  const read = (...path: string[]): string => readFileSync(join(folder(), ...path), 'utf8');
  const nothingIsLeft = (): void => {
    expect(made.notes().filter(({ pid }) => isRunning(pid))).toEqual([]);
    expect(existsSync(folder())).toBe(false);
  };

  test('answers where it says, on ports of its own, and is gone with its folder when it is stopped', async () => {
    await make();
    expect(broker.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { host, metadata, data, notify } = broker.ari;
    expect(new Set([Number(new URL(broker.url).port), metadata, data, notify]).size).toBe(4);
    expect(host).toBe('127.0.0.1');
    const before = made.snapshot();
    await broker.start();
    expect((await fetch(broker.url)).status).toBe(200);
    expect(made.notes()).toMatchObject([{ command: 'run', databaseUrl: null }]);
    expect(isRunning(made.notes()[0]!.pid)).toBe(true);
    await broker.stop();
    nothingIsLeft();
    expect(made.snapshot()).toEqual(before);
    await expect(fetch(broker.url)).rejects.toThrow();
  });

  test('gets a private folder with the Adapter Set, a changed copy of its configuration, and its classes', async () => {
    await make();
    await broker.start();
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(read('adapters', 'OUTCRY', 'adapters.xml')).toBe(adapterSetXml(broker.ari));
    expect(readdirSync(join(folder(), 'adapters'))).toEqual(['OUTCRY']);
    expect(readdirSync(join(folder(), 'conf')).sort()).toEqual(readdirSync(join(made.home, 'conf')).sort());
    const xml = read('conf', 'lightstreamer_conf.xml');
    expect([textOf(xml, 'port'), textOf(xml, 'max_delay_millis')]).toEqual([new URL(broker.url).port, '0']);
    expect(read('lib', 'ls-proxy-interface.jar')).toBe('classes');
  });

  test('reports its version, what its edition limits, and its licence', async () => {
    await make();
    expect(broker.version).toBe('7.4.8 build 3400');
    await broker.start();
    expect(broker).toMatchObject({
      version: '7.4.9 build 3500',
      limits: 'Lightstreamer Server, Enterprise edition, demo license: at most 20 clients at once',
      maxClients: 20,
      notice: expect.stringMatching(/^the licence of Lightstreamer Server forbids/),
      otherProcess: null,
    });
  });

  test.each([
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', 'server.example'],
  ])('listens where the app does, on %s, and clients elsewhere know it as %s', async (host, name) => {
    await make('', { HOST: host });
    await broker.start();
    const { port } = new URL(broker.url);
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
    expect(addressFor(broker.url, 'server.example:4000')).toBe(`http://${name}:${port}`);
  });

  test.each([
    ['fails', 'exit code 3', 'the license is not valid'],
    ['fails-into-its-log', 'exit code 1', 'port in use'],
  ])('that cannot start (%s) reports %s, where to look, and the end of its log', async (mode, how, log) => {
    await make(mode);
    const place = `(LIGHTSTREAMER_HOME=${made.home}) ended with ${how} before it answered. Look at JAVA_HOME and the license`;
    const { message } = await broker.start().then(
      () => new Error('it started'),
      (error: Error) => error,
    );
    expect(message).toContain(place);
    expect(message).toMatch(new RegExp(`Its log ends:\\n[\\s\\S]*${log}`));
    nothingIsLeft();
  });

  test('that never answers is ended after a while', async () => {
    await make('deaf', {}, 2_000);
    await expect(broker.start()).rejects.toThrow(`does not answer at ${broker.url} after 2 s`);
    nothingIsLeft();
  });

  test('that ignores SIGTERM is ended', async () => {
    await make('stubborn');
    await broker.start();
    await broker.stop();
    nothingIsLeft();
  });

  test('that ends by itself is started again on the same ports', async () => {
    await make();
    await broker.start();
    const first = folder();
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    process.kill(made.notes()[0]!.pid, 'SIGKILL');
    await until(() => logged.mock.calls.length === 2);
    expect(logged.mock.calls.flat()).toEqual([
      expect.stringMatching(/^Lightstreamer Server ended by itself \(exit code 137\); its log ends:\nlauncher called/),
      'Lightstreamer Server is started again',
    ]);
    logged.mockRestore();
    expect((await fetch(broker.url)).status).toBe(200);
    expect(existsSync(first)).toBe(false);
    expect(read('adapters', 'OUTCRY', 'adapters.xml')).toBe(adapterSetXml(broker.ari));
  });

  test('with an unknown kind of configuration is not started', async () => {
    await make();
    const conf = join(made.home, 'conf', 'lightstreamer_conf.xml');
    writeFileSync(conf, '<lightstreamer_conf><edition_conf>e.xml</edition_conf></lightstreamer_conf>');
    await expect(broker.start()).rejects.toThrow(`${conf}: <logback_properties> is missing or empty`);
    expect(made.notes()).toEqual([]);
  });
});

test.each([
  ['http://127.0.0.1:8080', 'server.example:4000', 'http://127.0.0.1:8080'],
  ['http://0.0.0.0:8080', undefined, 'http://0.0.0.0:8080'],
  ['http://0.0.0.0:8080', 'no host at all', 'http://0.0.0.0:8080'],
  ['http://[::]:8080', '[::1]:4000', 'http://[::1]:8080'],
])('a client that knows the app as %s, %s connects to %s', (url, host, address) => {
  expect(addressFor(url, host)).toBe(address);
});

describe('a broker that already runs', () => {
  const COMMUNITY = 'Lightstreamer Server/7.4.9 build 3500 (Lightstreamer Push Server) COMMUNITY edition';
  const OLD = 'Lightstreamer-Server/7.2.0 build 2001 (Lightstreamer Push Server) ENTERPRISE edition';
  let server: Server;
  let url: string;
  let name: string;

  const find = async (startMs?: number, library?: string) =>
    (await vendorBroker({ LIGHTSTREAMER_URL: url }, startMs, library))!;
  const end = () => new Promise((resolve) => server.close(resolve));

  beforeEach(async () => {
    name = COMMUNITY;
    server = createServer((_request, response) => {
      response.setHeader('connection', 'close');
      if (name !== '') response.setHeader('server', name);
      response.end('OK\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(end);

  test('is used as it is, with its limits and its licence, and goes on when the app ends', async () => {
    const broker = await find();
    await broker.start();
    expect(broker).toMatchObject({ url, version: '7.4.9 build 3500', substitute: null });
    expect(broker.otherProcess).toContain('runs by itself');
    expect(broker.limits).toMatch(/^Lightstreamer Server, Community edition: /);
    expect(broker.notice).toMatch(/forbids making benchmark results known without its vendor’s consent/);
    await broker.stop();
    expect((await fetch(url)).status).toBe(200);
  });

  test('is the vendor’s with the hyphen that 7.2 writes, too', async () => {
    name = OLD;
    const broker = await find(undefined, '8.0.3');
    await broker.start();
    expect(broker).toMatchObject({ version: '7.2.0 build 2001', substitute: null });
  });

  test('is refused at once when it is too old for the client libraries', async () => {
    name = OLD;
    const broker = await find(undefined, '9.2.3');
    const message = `LIGHTSTREAMER_URL=${url}: it is Lightstreamer Server 7.2.0 build 2001, and the client libraries`;
    await expect(broker.start()).rejects.toThrow(message);
    await expect(broker.check()).rejects.toThrow(message);
  });

  test.each(['', 'nginx'])(
    'is a substitute server, without the vendor’s licence, when it calls itself "%s"',
    async (called) => {
      name = called;
      const broker = await find();
      await broker.start();
      expect(broker.substitute).toBe('what answers at LIGHTSTREAMER_URL does not say that it is Lightstreamer Server');
      expect(broker.notice).toBeNull();
    },
  );

  test('is checked without waiting, and its absence is reported', async () => {
    const broker = await find(0);
    await broker.check();
    expect(broker.version).toBe('7.4.9 build 3500');
    await end();
    const message = `LIGHTSTREAMER_URL=${url}: nothing answers there (ECONNREFUSED); start the broker, or correct the address`;
    await expect(broker.check()).rejects.toThrow(message);
    await expect(broker.start()).rejects.toThrow(message);
  });
});
