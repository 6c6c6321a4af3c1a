/** The vendor's broker as this app starts and stops it, on a made-up one: none of the vendor's programs is needed. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { isRunning } from '../../../system/owner.ts';
import { adapterSetXml } from './adapter-set.ts';
import { addressFor, vendorBroker } from './broker.ts';
import { type MadeUpHome, makeUpHome, until } from './testing/made-up-home.ts';
import type { VendorBroker } from './vendor-broker.ts';
import { elementsAt, parseXml, textOf } from './xml.ts';

test('there is none when nothing names one', async () => {
  expect(await vendorBroker({ PATH: process.env.PATH })).toBeNull();
});

describe('a broker that is started from its folder', () => {
  let made: MadeUpHome;
  let broker: VendorBroker;

  const make = async (mode = '', env = {}, startMs = 60_000): Promise<VendorBroker> => {
    made = makeUpHome(mode);
    const found = await vendorBroker({ ...made.env, ...env }, { startMs });
    broker = found!;
    return broker;
  };

  afterEach(async () => {
    await broker?.stop();
    made.remove();
  });

  /** The private folder of the newest start. */
  const folder = (): string => join(dirname(made.notes().at(-1)!.conf), '..');

  test('answers where it says, on ports of its own, and is gone with its folder when it is stopped', async () => {
    await make();
    expect(broker.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const ports = [Number(new URL(broker.url).port), broker.ari.metadata, broker.ari.data, broker.ari.notify];
    expect(new Set(ports).size).toBe(4);
    expect(broker.ari.host).toBe('127.0.0.1');
    expect(broker.otherProcess).toBeNull();

    await broker.start();
    expect((await fetch(broker.url)).status).toBe(200);
    const [{ pid, command }] = made.notes() as [ReturnType<MadeUpHome['notes']>[number]];
    const path = folder();
    expect(command).toBe('run');
    expect(isRunning(pid)).toBe(true);

    await broker.stop();
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(path)).toBe(false);
    await expect(fetch(broker.url)).rejects.toThrow();
  });

  test('gets a folder for our eyes only, with the Adapter Set and a changed copy of its configuration', async () => {
    await make();
    await broker.start();
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder(), 'adapters', 'OUTCRY', 'adapters.xml'), 'utf8')).toBe(adapterSetXml(broker.ari));
    expect(readdirSync(join(folder(), 'adapters'))).toEqual(['OUTCRY']);
    expect(readdirSync(join(folder(), 'conf')).sort()).toEqual(readdirSync(join(made.home, 'conf')).sort());
    const xml = readFileSync(join(folder(), 'conf', 'lightstreamer_conf.xml'), 'utf8');
    const root = parseXml(xml, 'conf');
    expect(elementsAt(root, 'http_server', 'port').map((port) => textOf(xml, port))).toEqual([
      new URL(broker.url).port,
    ]);
    expect(elementsAt(root, 'max_delay_millis').map((delay) => textOf(xml, delay))).toEqual(['0']);
  });

  test('changes nothing in the vendor’s folder, and does not learn the database’s password', async () => {
    await make();
    const before = made.snapshot();
    await broker.start();
    await broker.stop();
    expect(made.snapshot()).toEqual(before);
    expect(made.notes()[0]).toMatchObject({ databaseUrl: null });
  });

  test('finds the classes of its proxy adapters beside the configuration, and leaves them where they are', async () => {
    await make();
    await broker.start();
    const classes = join('lib', 'ls-proxy-interface.jar');
    expect(readFileSync(join(folder(), classes), 'utf8')).toBe('classes');
    await broker.stop();
    expect(readFileSync(join(made.home, classes), 'utf8')).toBe('classes');
  });

  test.each(['localhost', '127.0.0.1'])('starts where the app listens on %s', async (host) => {
    await make('', { HOST: host });
    await broker.start();
    expect((await fetch(broker.url)).status).toBe(200);
  });

  test('says which version it is and what its edition limits', async () => {
    await make();
    expect(broker.version).toBe('7.4.8 build 3400');
    await broker.start();
    expect(broker.version).toBe('7.4.9 build 3500');
    expect(broker.limits).toBe('Lightstreamer Server, Enterprise edition, demo license: at most 20 clients at once');
    expect(broker.maxClients).toBe(20);
    expect(broker.notice).toMatch(/^the licence of Lightstreamer Server forbids/);
  });

  test.each([
    ['fails', 'ended with exit code 3 before it answered', 'the license is not valid'],
    ['fails-into-its-log', 'ended with exit code 1 before it answered', 'port in use'],
  ])('that cannot start (%s) says how it ended, where to look, and the end of its log', async (mode, how, log) => {
    await make(mode);
    const error = await broker.start().then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error!.message).toContain(`(LIGHTSTREAMER_HOME=${made.home}) ${how}. Look at JAVA_HOME and the license`);
    expect(error!.message).toMatch(new RegExp(`Its log ends:\\n[^]*${log}`));
    expect(existsSync(folder())).toBe(false);
  });

  test('that never answers is given up and ended', async () => {
    await make('deaf', {}, 2_000);
    await expect(broker.start()).rejects.toThrow(`does not answer at ${broker.url} after 2 s`);
    expect(made.notes().every(({ pid }) => !isRunning(pid))).toBe(true);
    expect(existsSync(folder())).toBe(false);
  });

  test('that does not heed being asked to end is ended', async () => {
    await make('stubborn');
    await broker.start();
    const path = folder();
    await broker.stop();
    expect(made.notes().every(({ pid }) => !isRunning(pid))).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  test('that ends by itself is started again on the same ports', async () => {
    await make();
    await broker.start();
    const first = folder();
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    process.kill(made.notes()[0]!.pid, 'SIGKILL');
    await until(() => made.notes().length === 2);
    await until(() =>
      fetch(broker.url).then(
        () => true,
        () => false,
      ),
    );
    await until(() => said.mock.calls.length === 2);
    expect(said.mock.calls.flat()).toEqual([
      expect.stringMatching(/^Lightstreamer Server ended by itself \(exit code 137\); its log ends:\nlauncher called/),
      'Lightstreamer Server is started again',
    ]);
    said.mockRestore();
    expect(existsSync(first)).toBe(false);
    expect(readFileSync(join(folder(), 'adapters', 'OUTCRY', 'adapters.xml'), 'utf8')).toBe(adapterSetXml(broker.ari));
  });

  test('whose configuration is not what it is known to be is not started', async () => {
    await make();
    const conf = join(made.home, 'conf', 'lightstreamer_conf.xml');
    writeFileSync(conf, '<lightstreamer_conf><edition_conf>e.xml</edition_conf></lightstreamer_conf>');
    await expect(broker.start()).rejects.toThrow(`${conf}: <lightstreamer_conf> <logback_properties> is not there`);
    expect(made.notes()).toEqual([]);
  });

  test('listens on all interfaces where the app does, and is then named as the app is', async () => {
    await make('', { HOST: '0.0.0.0' });
    await broker.start();
    const { port } = new URL(broker.url);
    expect(addressFor(broker.url, 'server.example:4000')).toBe(`http://server.example:${port}`);
    await new Promise<void>((resolve, reject) => {
      connect(Number(port), '127.0.0.1').once('error', reject).once('connect', resolve);
    });
  });
});

test('a broker with an address of its own has it for everybody', () => {
  expect(addressFor('http://127.0.0.1:8080', 'server.example:4000')).toBe('http://127.0.0.1:8080');
  expect(addressFor('http://0.0.0.0:8080', undefined)).toBe('http://0.0.0.0:8080');
  expect(addressFor('http://0.0.0.0:8080', 'no host at all')).toBe('http://0.0.0.0:8080');
  expect(addressFor('http://[::]:8080', '[::1]:4000')).toBe('http://[::1]:8080');
});

describe('a broker that runs already', () => {
  let server: Server;
  let url: string;
  let name: string;

  beforeEach(async () => {
    name =
      'Lightstreamer Server/7.4.9 build 3500 (Lightstreamer Push Server - www.lightstreamer.com) COMMUNITY edition';
    server = createServer((_request, response) => {
      if (name !== '') response.setHeader('server', name);
      response.end('OK\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is the vendor’s too with the hyphen that 7.2 writes', async () => {
    name =
      'Lightstreamer-Server/7.2.0 build 2001 (Lightstreamer Push Server - www.lightstreamer.com) ENTERPRISE edition';
    const broker = (await vendorBroker({ LIGHTSTREAMER_URL: url }, undefined, '8.0.3'))!;
    await broker.start();
    expect(broker).toMatchObject({ version: '7.2.0 build 2001', standIn: null });
  });

  test('is refused at once when it is too old for the client libraries', async () => {
    name = 'Lightstreamer-Server/7.2.0 build 2001 (Lightstreamer Push Server) ENTERPRISE edition';
    const broker = (await vendorBroker({ LIGHTSTREAMER_URL: url }, undefined, '9.2.3'))!;
    const message = `LIGHTSTREAMER_URL=${url}: it is Lightstreamer Server 7.2.0 build 2001, and the client libraries`;
    await expect(broker.start()).rejects.toThrow(message);
    await expect(broker.check()).rejects.toThrow(message);
  });

  test('is looked at without waiting for it', async () => {
    const broker = (await vendorBroker({ LIGHTSTREAMER_URL: url }))!;
    await broker.check();
    expect(broker.version).toBe('7.4.9 build 3500');
    server.close();
    await until(() => !server.listening);
    await expect(broker.check()).rejects.toThrow('nothing answers there (ECONNREFUSED)');
  });

  test('has its licence named with what is measured on it, and whatever else answers has not', async () => {
    const broker = (await vendorBroker({ LIGHTSTREAMER_URL: url }))!;
    await broker.start();
    expect(broker.notice).toMatch(/forbids making benchmark results known without its vendor’s consent/);
    name = 'nginx';
    await broker.start();
    expect(broker.notice).toBeNull();
  });

  test('is used as it is, and goes on when the app ends', async () => {
    const broker = (await vendorBroker({ LIGHTSTREAMER_URL: url }))!;
    await broker.start();
    expect(broker).toMatchObject({
      url,
      version: '7.4.9 build 3500',
      otherProcess: expect.stringContaining('runs by itself'),
    });
    expect(broker.limits).toMatch(/^Lightstreamer Server, Community edition: /);
    expect(broker.standIn).toBeNull();
    await broker.stop();
    expect((await fetch(url)).status).toBe(200);
  });

  test.each([[''], ['nginx']])('is not passed off as the vendor’s when it calls itself "%s"', async (called) => {
    name = called;
    const broker = (await vendorBroker({ LIGHTSTREAMER_URL: url }))!;
    await broker.start();
    expect(broker.standIn).toBe('what answers at LIGHTSTREAMER_URL does not say that it is Lightstreamer Server');
  });

  test('or is said not to answer', async () => {
    server.close();
    await until(() => !server.listening);
    const broker = (await vendorBroker({ LIGHTSTREAMER_URL: url }, { startMs: 0 }))!;
    await expect(broker.start()).rejects.toThrow(
      `LIGHTSTREAMER_URL=${url}: nothing answers there (ECONNREFUSED); start the broker, or correct the address`,
    );
  });
});
