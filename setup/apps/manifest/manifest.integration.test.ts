import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSPORTS } from '../../../metrics/transports.ts';
import { VERBS } from '../../../protocol/verbs.ts';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import schema from './app.schema.json' with { type: 'json' };
import {
  type AppManifest,
  auctionTransportsOf,
  clientVersionIn,
  parseManifest,
  readApps,
  transportsOf,
  verbsOf,
} from './manifest.ts';

const good = {
  id: 'alpha',
  label: 'Alpha',
  language: 'none',
  homepage: 'https://example.org',
  features: ['load'],
  verbs: ['echo', 'publish', 'sink'],
  transports: { websocket: { swarms: ['browser', 'console'], name: 'ws' }, sse: { swarms: ['browser'], name: 'es' } },
  requires: ['node', 'jdk>=17'],
  databases: [],
  build: [],
  start: ['node', 'server.mjs'],
  warmupSeconds: 3,
  clientPackage: null,
};
const parse = (change: object): unknown => parseManifest(JSON.stringify({ ...good, ...change }), 'apps/alpha/app.json');

describe('an app.json', () => {
  test('that is whole is taken', () => {
    expect(parse({})).toMatchObject({ id: 'alpha' });
  });

  test.each<[string, object, RegExp]>([
    ['a missing field', { start: undefined }, /apps\/alpha\/app.json: .*required property 'start'/],
    ['a wrong type', { warmupSeconds: 'long' }, /apps\/alpha\/app.json: warmupSeconds: must be number/],
    ['an unknown transport', { transports: { pigeon: {} } }, /transports: .*additional properties \(pigeon\)/],
    [
      'an unknown swarm',
      { transports: { sse: { swarms: ['bee'], name: 'x' } } },
      /transports.sse.swarms.0: .*browser, console/,
    ],
    ['a load test without verbs', { verbs: undefined }, /^apps\/alpha\/app.json: .*required property 'verbs'$/],
    ['a verb that is unknown', { verbs: ['whisper'] }, /verbs.0: .*echo, publish/],
    [
      'no verb for a transport',
      { transports: { rest: { swarms: ['browser'], name: 'fetch', verbs: [] } } },
      /transports.rest.verbs: must NOT have fewer than 1/,
    ],
    ['an id that is a path', { id: '../x' }, /id: must match pattern/],
    ['an unknown field', { flavour: 'sweet' }, /additional properties \(flavour\)/],
    ['an odd requirement', { requires: ['JDK 17'] }, /requires.0: must match pattern/],
    [
      'half a substitute',
      { substitute: { of: 'Broker', is: 'not it' } },
      /substitute: must have required property 'unless'/,
    ],
    [
      'a substitute for a variable of no such name',
      { substitute: { of: 'Broker', is: 'not it', unless: ['broker home'] } },
      /substitute.unless.0: must match pattern/,
    ],
    ['versions that mean nothing', { versions: {} }, /versions: must NOT have fewer than 1/],
    [
      'a version in a file outside of its folder',
      { versions: { property: { file: '../pom.xml', name: 'alpha.version' } } },
      /versions.property.file: must match pattern/,
    ],
    ['a set of versions without a number', { versions: { sets: { latest: { alpha: '1.0.0' } } } }, /versions.sets: /],
  ])('with %s is an error that names file, field and what was expected', (_, change, message) => {
    expect(() => parse(change)).toThrow(message);
  });

  test('may name what replaces a part of the framework', () => {
    const substitute = { of: 'Broker', is: 'an open broker, not the vendor’s', unless: ['BROKER_HOME', 'BROKER_URL'] };
    expect(parse({ substitute })).toMatchObject({ substitute });
  });

  test('may say how to look at the part itself', () => {
    const substitute = { of: 'Broker', is: 'not it', unless: ['BROKER_HOME'], check: ['node', 'check.mjs'] };
    expect(parse({ substitute })).toMatchObject({ substitute });
    expect(() => parse({ substitute: { ...substitute, check: 'node check.mjs' } })).toThrow(
      /substitute.check: must be array/,
    );
  });

  test('may say what its versions mean, in one way or several', () => {
    const versions = {
      packages: ['alpha'],
      sets: { '1.2': { alpha: '1.2.3', 'alpha-client': '1.1.0' } },
      property: { file: 'server/pom.xml', name: 'alpha.version' },
    };
    expect(parse({ versions })).toMatchObject({ versions });
  });

  test('that has no load test needs no verbs', () => {
    expect(parse({ features: ['auction'], verbs: undefined })).not.toHaveProperty('verbs');
  });

  test('gives a transport its own verbs, or else the app’s', () => {
    const rest = { swarms: ['browser'], name: 'fetch', verbs: ['request'] };
    const app = parse({ transports: { ...good.transports, rest } }) as AppManifest;
    expect(verbsOf(app, 'sse')).toEqual(['echo', 'publish', 'sink']);
    expect(verbsOf(app, 'rest')).toEqual(['request']);
    expect(verbsOf(app, 'polling')).toEqual([]);
  });

  test('has its auction house over the transports that tell all, and over all where it says nothing of verbs', () => {
    const rest = { swarms: ['browser'], name: 'fetch', verbs: ['request'] };
    const transports = { rest, ...good.transports };
    const over = (change: object): string[] =>
      auctionTransportsOf(parse({ transports, ...change }) as AppManifest, 'browser');
    expect(over({ features: ['load', 'auction'] })).toEqual(['websocket', 'sse']);
    expect(over({ features: ['load', 'auction'], verbs: ['request'] })).toEqual([]);
    expect(over({ features: ['auction'], verbs: undefined, transports: good.transports })).toEqual([
      'websocket',
      'sse',
    ]);
    expect(over({ features: ['load'] })).toEqual([]);
  });

  test('can name every transport and every verb there is, and no other', () => {
    const every = Object.fromEntries(TRANSPORTS.map((name) => [name, { swarms: ['console'], name }]));
    expect(parse({ transports: every })).toMatchObject({ transports: every });
    expect(schema.definitions.verbs.items.enum).toEqual([...VERBS]);
  });

  test('that is not JSON is an error that names the file', () => {
    expect(() => parseManifest('{', 'apps/alpha/app.json')).toThrow(/apps\/alpha\/app.json: not JSON/);
  });
});

describe('the apps folder', () => {
  let dir: string;
  const write = (folder: string, manifest: object, lock?: object): void => {
    writeFile(join(dir, folder, 'app.json'), JSON.stringify(manifest));
    if (lock) writeFile(join(dir, folder, 'package-lock.json'), JSON.stringify(lock));
  };
  beforeEach(() => {
    dir = temporaryFolder();
  });

  test('is scanned: every folder with an app.json is an app, others are not', () => {
    write('alpha', good);
    mkdirSync(join(dir, 'shared'));
    expect(readApps(dir).map((app) => app.id)).toEqual(['alpha']);
  });

  test('must agree with the ids', () => {
    write('beta', good);
    expect(() => readApps(dir)).toThrow(/id: is "alpha", expected the folder's name "beta"/);
  });

  test('gives the client library’s version from the lock file', () => {
    write('alpha', { ...good, clientPackage: 'lib' }, { packages: { 'node_modules/lib': { version: '4.5.6' } } });
    expect(readApps(dir)[0]).toMatchObject({ clientVersion: '4.5.6' });
  });

  test('knows the version of console clients’ library where it is another one', () => {
    const packages = { 'node_modules/lib': { version: '4.5.6' }, 'node_modules/lib-node': { version: '4.5.1' } };
    write('alpha', { ...good, clientPackage: 'lib', consoleClientPackage: 'lib-node' }, { packages });
    const [app] = readApps(dir);
    expect([clientVersionIn(app!, 'browser'), clientVersionIn(app!, 'console')]).toEqual(['4.5.6', '4.5.1']);
    write('alpha', { ...good, clientPackage: 'lib' }, { packages });
    expect(clientVersionIn(readApps(dir)[0]!, 'console')).toBe('4.5.6');
    write('alpha', { ...good, consoleClientPackage: 'other' }, { packages });
    expect(() => readApps(dir)).toThrow(/consoleClientPackage: "other" is not in/);
  });

  test('refuses a client library that is not in the lock file', () => {
    write('alpha', { ...good, clientPackage: 'lib' }, { packages: {} });
    expect(() => readApps(dir)).toThrow(/clientPackage: "lib" is not in/);
  });

  test('of this checkout holds only good manifests with a server and an adapter', () => {
    const apps = readApps();
    expect(apps.length).toBeGreaterThanOrEqual(3);
    for (const app of apps) {
      expect(existsSync(join(app.dir, 'socket.ts'))).toBe(true);
      expect(transportsOf(app, 'browser').length).toBeGreaterThan(0);
    }
  });
});
