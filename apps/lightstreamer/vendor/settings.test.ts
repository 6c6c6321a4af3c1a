import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePorts, readVendorSettings } from './settings.ts';
import { type MadeUpHome, makeUpHome } from './testing/made-up-home.ts';

describe('no broker of the vendor’s', () => {
  test.each([[{}], [{ LIGHTSTREAMER_HOME: '', LIGHTSTREAMER_URL: ' ' }]])('is asked for by %j', (env) => {
    expect(readVendorSettings(env)).toBeNull();
  });
});

describe('a broker that runs', () => {
  test('is named by its address, with the proxy adapters on the ports of the vendor’s template', () => {
    expect(readVendorSettings({ LIGHTSTREAMER_URL: 'http://127.0.0.1:8080/' })).toEqual({
      kind: 'url',
      url: 'http://127.0.0.1:8080',
      ari: { host: '127.0.0.1', metadata: 6663, data: 6661, notify: 6662 },
    });
  });

  test.each([
    ['broker.example:7001,7002,7003', 'broker.example'],
    ['[::1]:7001,7002,7003', '::1'],
  ])('or on those of LIGHTSTREAMER_ARI=%s', (ari, host) => {
    expect(readVendorSettings({ LIGHTSTREAMER_URL: 'https://b.example', LIGHTSTREAMER_ARI: ari })).toMatchObject({
      ari: { host, metadata: 7001, data: 7002, notify: 7003 },
    });
  });

  test.each([
    ['not an address', 'LIGHTSTREAMER_URL: "not an address" is not an address; it must be'],
    ['ws://b.example', 'LIGHTSTREAMER_URL: "ws://b.example" is not http: or https:; it must be'],
    [
      'http://b.example/push',
      'LIGHTSTREAMER_URL: "http://b.example/push" has a path, which is not supported; it must be',
    ],
    ['http://me:secret@b.example', 'LIGHTSTREAMER_URL: it must not have a user name or a password in it; it must be'],
  ])('but not by %s', (url, message) => {
    expect(() => readVendorSettings({ LIGHTSTREAMER_URL: url })).toThrow(message);
  });

  test.each([
    ['127.0.0.1', 'is not host:metadata,data,notify'],
    ['::1:1,2,3', 'is not host:metadata,data,notify'],
    ['h:1,2', 'LIGHTSTREAMER_ARI: "1,2" is not three different ports from 1 to 65535'],
    ['h:1,2,70000', 'is not three different ports'],
    ['h:1,2,2', 'is not three different ports'],
    ['h:1,2,x', 'is not three different ports'],
  ])('and not with LIGHTSTREAMER_ARI=%s', (ari, message) => {
    expect(() => readVendorSettings({ LIGHTSTREAMER_URL: 'http://b.example', LIGHTSTREAMER_ARI: ari })).toThrow(
      message,
    );
  });

  test('needs its address, not its adapters’ alone', () => {
    expect(() => readVendorSettings({ LIGHTSTREAMER_ARI: 'h:1,2,3' })).toThrow(/LIGHTSTREAMER_ARI is set without/);
  });

  test('is not asked for together with one to be started', () => {
    const both = { LIGHTSTREAMER_HOME: '/opt/ls', LIGHTSTREAMER_URL: 'http://b.example' };
    expect(() => readVendorSettings(both)).toThrow(/are both set: leave out/);
  });
});

describe('a folder of the vendor’s server', () => {
  let made: MadeUpHome;

  beforeEach(() => {
    made = makeUpHome();
  });

  afterEach(() => made.remove());

  const read = (env = {}) => readVendorSettings({ ...made.env, ...env });

  test('is taken when it is whole, for the interface the app listens on', () => {
    expect(read()).toMatchObject({ kind: 'home', home: made.home, host: '127.0.0.1' });
    expect(read({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0' });
  });

  test.each([
    ['Lightstreamer', 'LIGHTSTREAMER_HOME=Lightstreamer: it must be an absolute path'],
    ['/nowhere/at/all', 'LIGHTSTREAMER_HOME=/nowhere/at/all: there is no such folder; it must be the folder of'],
  ])('is not %s', (home, message) => {
    expect(() => read({ LIGHTSTREAMER_HOME: home })).toThrow(message);
  });

  test.each([['bin/unix-like/LS.sh'], ['conf/lightstreamer_conf.xml']])('is none without %s', (file) => {
    rmSync(join(made.home, file));
    expect(() => read()).toThrow(`${join(made.home, file)} is not there; it must be the folder of`);
  });

  test('is of no use when its launcher cannot be run, or takes no other configuration', () => {
    const launcher = join(made.home, 'bin', 'unix-like', 'LS.sh');
    writeFileSync(launcher, '#!/bin/sh\nexec java\n');
    expect(() => read()).toThrow(/takes no LS_CONFIG/);
    chmodSync(launcher, 0o644);
    expect(() => read()).toThrow(/LS.sh cannot be executed; chmod \+x it/);
  });

  test('is refused when it is too old for the client libraries, and taken when it does not say', () => {
    writeFileSync(join(made.home, 'Version.txt'), 'Lightstreamer Server version 7.3.3 build 1\n');
    expect(() => read()).toThrow(`LIGHTSTREAMER_HOME=${made.home}: it is Lightstreamer Server 7.3.3 build 1, and`);
    expect(readVendorSettings(made.env, '8.0.3')).toMatchObject({ kind: 'home' });
    rmSync(join(made.home, 'Version.txt'));
    expect(read()).toMatchObject({ kind: 'home' });
  });

  test('needs Java, by JAVA_HOME or on PATH', () => {
    expect(() => read({ JAVA_HOME: '/nowhere' })).toThrow('JAVA_HOME=/nowhere: there is no program /nowhere/bin/java');
    expect(() => read({ JAVA_HOME: '', PATH: made.home })).toThrow(/needs Java 8 or newer: there is none on PATH/);
    expect(read({ JAVA_HOME: '', PATH: `${made.home}:${made.env.JAVA_HOME}/bin` })).toMatchObject({ kind: 'home' });
  });
});

test('three ports are read as metadata, data, notify', () => {
  expect(parsePorts('1, 2,3', 'x')).toEqual({ metadata: 1, data: 2, notify: 3 });
});
