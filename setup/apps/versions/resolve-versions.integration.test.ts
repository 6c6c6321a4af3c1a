/** npm is a script here that writes down how it was called: what it resolves is its own business. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { EXIT } from '../../../system/errors.ts';
import { setEnvironment } from '../../../system/testing/environment.ts';
import { makeProgram } from '../../../system/testing/program.ts';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import type { App, Versions } from '../manifest/manifest.ts';
import { resolveVersions } from './resolve-versions.ts';

const OWN = {
  name: 'shout-app',
  dependencies: { shout: '2.0.0', other: '1.0.0' },
  devDependencies: { '@types/shout': '2.0.0' },
};

let folder: string;
let app: App;
const calls = (): string[] =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];
const inCopy = (file: string): string => readFileSync(join(app.dir, file), 'utf8');

/** @param body the script of npm, after it has noted how it was called */
function npmThat(body: string): void {
  makeProgram(join(folder, 'bin', 'npm'), `echo "$*" >> ${join(folder, 'calls')}\n${body}`);
  setEnvironment({ PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` });
}

/** The copy as it is before each build: the app's own files. */
function freshCopy(versions: Versions): App {
  app = { id: 'shout', version: '1.2.3', dir: join(folder, 'copy', 'apps', 'shout'), versions } as unknown as App;
  writeFile(join(app.dir, 'package.json'), JSON.stringify(OWN));
  writeFileSync(join(app.dir, 'package-lock.json'), '{"of": "2.0.0"}');
  return app;
}

beforeEach(() => {
  folder = temporaryFolder();
});

describe('npm packages', () => {
  const versions: Versions = { packages: ['shout', '@types/shout'] };
  const resolve = (): Promise<void> => resolveVersions(freshCopy(versions), () => {});

  test('get the version asked for, and the others stay what they are', async () => {
    npmThat('echo resolved > package-lock.json');
    await resolve();
    expect(JSON.parse(inCopy('package.json'))).toEqual({
      ...OWN,
      dependencies: { shout: '1.2.3', other: '1.0.0' },
      devDependencies: { '@types/shout': '1.2.3' },
    });
    expect(inCopy('package-lock.json')).toBe('resolved\n');
    expect(calls()).toEqual([expect.stringContaining('install --package-lock-only')]);
  });

  test('are resolved once, until the app’s own package.json changes', async () => {
    npmThat('echo resolved > package-lock.json');
    await resolve();
    await resolve();
    expect(inCopy('package-lock.json')).toBe('resolved\n');
    expect(calls()).toHaveLength(1);
    freshCopy(versions);
    writeFileSync(join(app.dir, 'package.json'), JSON.stringify({ ...OWN, dependencies: { shout: '2.0.1' } }));
    await resolveVersions(app, () => {});
    expect(calls()).toHaveLength(2);
  });

  test('of a version that does not exist are wrong use, in npm’s words', async () => {
    npmThat(
      'echo "npm error code ETARGET"; echo "npm error notarget No matching version found for shout@1.2.3."; exit 1',
    );
    await expect(resolve()).rejects.toMatchObject({
      exitCode: EXIT.usage,
      message: expect.stringMatching(/^shout@1\.2\.3: there is no such version; npm says:\n.*\n.*No matching version/),
    });
    expect(existsSync(join(folder, 'copy', 'resolved'))).toBe(false);
  });

  test('that npm cannot resolve for another reason fail with what it says', async () => {
    npmThat('echo "npm error network is down"; exit 1');
    await expect(resolve()).rejects.toMatchObject({
      exitCode: EXIT.failed,
      message: 'shout@1.2.3: npm could not resolve its packages:\nnpm error network is down',
    });
  });

  test('that package.json does not have are an error in app.json', async () => {
    npmThat('true');
    await expect(resolveVersions(freshCopy({ packages: ['murmur'] }), () => {})).rejects.toThrow(
      'shout@1.2.3: app.json names "murmur" under "versions", and package.json does not have it',
    );
    expect(calls()).toEqual([]);
  });
});

describe('a property', () => {
  const property = { file: 'pom.xml', name: 'shout.version' };
  const set = (text: string): Promise<void> => {
    freshCopy({ property });
    writeFileSync(join(app.dir, 'pom.xml'), text);
    return resolveVersions(app, () => {});
  };

  test('is set where it stands, and npm has nothing to do', async () => {
    npmThat('true');
    await set('<p>\n  <shout.version>2.0.0</shout.version>\n  <shoutXversion>2</shoutXversion>\n</p>');
    expect(inCopy('pom.xml')).toBe(
      '<p>\n  <shout.version>1.2.3</shout.version>\n  <shoutXversion>2</shoutXversion>\n</p>',
    );
    expect(calls()).toEqual([]);
  });

  test('has to be there, once', async () => {
    await expect(set('<p/>')).rejects.toThrow(
      /<shout\.version> of pom\.xml .* is there 0 times and has to be there once/,
    );
    const one = '<shout.version>2</shout.version>';
    await expect(set(one + one)).rejects.toThrow(/is there 2 times/);
    freshCopy({ property: { ...property, file: 'none.xml' } });
    await expect(resolveVersions(app, () => {})).rejects.toThrow(/of none\.xml .* and there is no such file/);
  });
});

test('an app at no other version is left alone', async () => {
  npmThat('true');
  const { version: _, ...own } = freshCopy({ packages: ['shout'] });
  await resolveVersions(own as App, () => {});
  expect([calls(), inCopy('package-lock.json')]).toEqual([[], '{"of": "2.0.0"}']);
});
