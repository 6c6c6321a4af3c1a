import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, parsePorts, readVendorSettings } from './settings.ts';
import { makeUpHome } from './testing/made-up-home.ts';

const URL_ALONE = { LIGHTSTREAMER_URL: 'http://b.example' };
const withUrl = (url: string): Environment => ({ LIGHTSTREAMER_URL: url });
const withAri = (ari: string): Environment => ({ ...URL_ALONE, LIGHTSTREAMER_ARI: ari });

test.each([
  [{}, null],
  [{ LIGHTSTREAMER_HOME: '', LIGHTSTREAMER_URL: ' ' }, null],
  [
    withUrl('https://127.0.0.1:8080/'),
    {
      kind: 'url',
      url: 'https://127.0.0.1:8080',
      ari: { host: '127.0.0.1', metadata: 6663, data: 6661, notify: 6662 },
    },
  ],
  [
    withAri('broker.example:7001, 7002,7003'),
    { kind: 'url', url: 'http://b.example', ari: { host: 'broker.example', metadata: 7001, data: 7002, notify: 7003 } },
  ],
  [
    withAri('[::1]:7001,7002,7003'),
    { kind: 'url', url: 'http://b.example', ari: { host: '::1', metadata: 7001, data: 7002, notify: 7003 } },
  ],
])('%j names %j', (env, settings) => {
  expect(readVendorSettings(env)).toEqual(settings);
});

test.each([
  [withUrl('not an address'), 'LIGHTSTREAMER_URL: "not an address" is not an address; it must be'],
  [withUrl('ws://b.example'), 'LIGHTSTREAMER_URL: "ws://b.example" is not http: or https:; it must be'],
  [withUrl('http://b.example/push'), '"http://b.example/push" has a path, which is not supported; it must be'],
  [
    withUrl('http://me:secret@b.example'),
    'LIGHTSTREAMER_URL: it must not have a user name or a password in it; it must',
  ],
  [{ ...URL_ALONE, COMPRESSION: 'deflate' }, 'omit --deflate'],
  [withAri('127.0.0.1'), 'is not host:metadata,data,notify'],
  [withAri('::1:1,2,3'), 'is not host:metadata,data,notify'],
  [withAri('h:1,2'), 'LIGHTSTREAMER_ARI: "1,2" is not three different ports from 1 to 65535'],
  [withAri('h:1,2,70000'), 'is not three different ports'],
  [withAri('h:1,2,2'), 'is not three different ports'],
  [withAri('h:1,2,x'), 'is not three different ports'],
  [{ LIGHTSTREAMER_ARI: 'h:1,2,3' }, 'LIGHTSTREAMER_ARI is set without'],
  [{ ...URL_ALONE, LIGHTSTREAMER_HOME: '/opt/ls' }, 'are both set: unset'],
])('%j is refused', (env, message) => {
  expect(() => readVendorSettings(env)).toThrow(message);
});

test('three ports are read as metadata, data, notify', () => {
  expect(parsePorts('1, 2,3', 'x')).toEqual({ metadata: 1, data: 2, notify: 3 });
});

describe('a folder of the vendor’s server', () => {
  const made = makeUpHome();
  afterAll(() => made.remove());

  const read = (env = {}, library?: string) => readVendorSettings({ ...made.env, ...env }, library);
  const launcher = join(made.home, 'bin', 'unix-like', 'LS.sh');

  test('is taken when it is whole, for the interface the app listens on, with Java from JAVA_HOME or PATH', () => {
    expect(read()).toMatchObject({ kind: 'home', home: made.home, host: '127.0.0.1' });
    expect(read({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0' });
    expect(read({ JAVA_HOME: '', PATH: `${made.home}:${made.env.JAVA_HOME}/bin` })).toMatchObject({ kind: 'home' });
  });

  test.each([
    [{ LIGHTSTREAMER_HOME: 'Lightstreamer' }, 'LIGHTSTREAMER_HOME=Lightstreamer: it must be an absolute path'],
    [
      { LIGHTSTREAMER_HOME: '/nowhere' },
      'LIGHTSTREAMER_HOME=/nowhere: there is no such folder; it must be the folder of',
    ],
    [{ JAVA_HOME: '/nowhere' }, 'JAVA_HOME=/nowhere: there is no program /nowhere/bin/java'],
    [{ JAVA_HOME: '', PATH: made.home }, 'needs Java 8 or newer: there is none on PATH'],
  ])('is refused with %j', (env, message) => {
    expect(() => read(env)).toThrow(message);
  });

  // From here on the folder is damaged more and more.
  test('is refused when it is too old for the client libraries, and taken when its version is unknown', () => {
    writeFileSync(join(made.home, 'Version.txt'), 'Lightstreamer Server version 7.3.3 build 1\n');
    expect(() => read()).toThrow(`LIGHTSTREAMER_HOME=${made.home}: it is Lightstreamer Server 7.3.3 build 1, and`);
    expect(read({}, '8.0.3')).toMatchObject({ kind: 'home' });
    rmSync(join(made.home, 'Version.txt'));
    expect(read()).toMatchObject({ kind: 'home' });
  });

  test('is refused when its launcher takes no configuration, cannot be run, or is missing', () => {
    writeFileSync(launcher, '#!/bin/sh\nexec java\n');
    expect(() => read()).toThrow(/takes no LS_CONFIG/);
    chmodSync(launcher, 0o644);
    expect(() => read()).toThrow(/LS.sh cannot be executed; chmod \+x it/);
    for (const file of [join(made.home, 'conf', 'lightstreamer_conf.xml'), launcher]) {
      rmSync(file);
      expect(() => read()).toThrow(`${file} is not there; it must be the folder of`);
    }
  });
});
