import { existsSync } from 'node:fs';
import type { App, Versions } from '../manifest/manifest.ts';
import { namesSome, selectApps } from '../manifest/select-apps.ts';
import { atVersion, fileNameOf, nameOf, packagesAt, placeOf } from './app-versions.ts';

const appWith = (versions?: Versions): App =>
  ({
    ...{
      id: 'shout',
      label: 'Shout',
      dir: '/somewhere/apps/shout',
      clientPackage: 'shout-client',
      clientVersion: '2.0.0',
    },
    ...(versions === undefined ? {} : { versions }),
  }) as unknown as App;

const shout = appWith({ packages: ['shout', 'shout-client'] });

describe('an app at another version', () => {
  const older = atVersion(shout, '1.2.3');

  test('says so in its name and its label, and in what its clients are', () => {
    expect([nameOf(shout), nameOf(older)]).toEqual(['shout', 'shout@1.2.3']);
    expect(older).toMatchObject({ id: 'shout', label: 'Shout 1.2.3', version: '1.2.3', clientVersion: '1.2.3' });
    expect(placeOf(older)).toBe('apps/shout at 1.2.3');
  });

  test('has a folder of its own, which nobody has made yet, and leaves the app as it is', () => {
    expect(older.source).toBe(shout.dir);
    expect(new Set([older.dir, atVersion(shout, '1.2.4').dir, shout.dir]).size).toBe(3);
    expect(existsSync(older.dir)).toBe(false);
    expect(shout).not.toHaveProperty('version');
  });

  test('is a part of file names and run ids, where nothing but it is called so', () => {
    expect(fileNameOf(shout)).toBe('shout');
    expect(fileNameOf(atVersion(shout, '2.0.0-RC1'))).toBe('shout_2.0.0-rc1');
  });

  test.each(['', 'next', '^1.2.0', '1.2.x/../..', '1..2', '1 2', 'latest'])('cannot be at "%s"', (version) => {
    expect(() => atVersion(shout, version)).toThrow(/is no version; write an exact one, such as shout@1\.2\.3/);
  });

  test('is an error where the app does not say what a version means', () => {
    expect(() => atVersion(appWith(), '1.2.3')).toThrow(
      /shout@1\.2\.3: apps\/shout\/app\.json does not say under "versions"/,
    );
  });
});

describe('the packages of a version', () => {
  test('all have its number', () => {
    expect(packagesAt(shout, '1.2.3')).toEqual({ shout: '1.2.3', 'shout-client': '1.2.3' });
  });

  test('have numbers of their own where the app says so', () => {
    const sets = { '1.9': { shout: '1.9.4', 'shout-client': '1.8.7' } };
    expect(packagesAt(appWith({ packages: ['shout'], sets }), '1.9')).toEqual(sets['1.9']);
    expect(packagesAt(appWith({ packages: ['shout'], sets }), '1.10')).toEqual({ shout: '1.10' });
    expect(atVersion(appWith({ sets }), '1.9').clientVersion).toBe('1.8.7');
  });

  test('are those that the app knows, where it knows certain versions alone', () => {
    const app = appWith({ sets: { '1.9': { shout: '1.9.4' }, '2.0': { shout: '2.0.0' } } });
    expect(() => atVersion(app, '1.8')).toThrow('no version of shout "1.8"; there is: 1.9, 2.0');
  });

  test('are those of each package manager by itself, with its name before theirs in a set', () => {
    const sets = { '1.9': { shout: '1.9.4', 'pip:shout': '0.9', 'go:example.org/shout': '1.9.1' } };
    const app = appWith({ pip: ['shout'], sets });
    expect([packagesAt(app, '1.9'), packagesAt(app, '1.9', 'pip'), packagesAt(app, '1.9', 'cargo')]).toEqual([
      { shout: '1.9.4' },
      { shout: '0.9' },
      {},
    ]);
    expect([packagesAt(app, '1.8'), packagesAt(app, '1.8', 'pip')]).toEqual([{}, { shout: '1.8' }]);
  });

  test('are none where a version is a property', () => {
    expect(packagesAt(appWith({ property: { file: 'pom.xml', name: 'shout.version' } }), '1.2.3')).toEqual({});
  });
});

describe('apps are selected', () => {
  const whisper = { ...shout, id: 'whisper' };
  const names = (asked: string[] | undefined): string[] => selectApps([shout, whisper], asked).map(nameOf);

  test('by id and by id with a version, in the order asked for, each once', () => {
    expect(names(undefined)).toEqual(['shout', 'whisper']);
    expect(names(['shout@1.2.4', 'whisper', 'shout@1.2.3', 'whisper'])).toEqual([
      'shout@1.2.4',
      'whisper',
      'shout@1.2.3',
    ]);
  });

  test('and all of them by a word, which names none', () => {
    expect(names(['all'])).toEqual(['shout', 'whisper']);
    expect([undefined, ['all'], ['shout']].map(namesSome)).toEqual([false, false, true]);
  });

  test('and what is not there is an error that lists what is', () => {
    expect(() => names(['murmur'])).toThrow('no framework "murmur"; there is: shout, whisper');
    expect(() => names(['murmur@1.0.0'])).toThrow('no framework "murmur"; there is: shout, whisper');
    expect(() => names(['shout@'])).toThrow('shout@: "" is no version');
  });
});
