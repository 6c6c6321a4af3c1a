/** Package managers are scripts here that write down how they were called: what they resolve is their own business. */
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

/** @param body the script of `program`, after it has noted how it was called */
function programThat(program: string, body: string): void {
  makeProgram(join(folder, 'bin', program), `echo "$*" >> ${join(folder, 'calls')}\n${body}`);
  setEnvironment({ PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` });
}

const npmThat = (body: string): void => programThat('npm', body);

/** The copy as it is before each build: the app's own files. */
function freshCopy(versions: Versions): App {
  app = {
    id: 'shout',
    version: '1.2.3',
    dir: join(folder, 'copy', 'apps', 'shout'),
    requires: [],
    versions,
  } as unknown as App;
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

describe('Go modules', () => {
  const resolve = (): Promise<void> => {
    freshCopy({ go: ['go.example/shout'] });
    writeFileSync(join(app.dir, 'go.mod'), 'module app\n\nrequire (\n\tgo.example/shout v2.0.0\n)\n');
    writeFileSync(join(app.dir, 'go.sum'), '');
    return resolveVersions(app, () => {});
  };

  test('get the version asked for, once', async () => {
    programThat('go', 'echo "$1" >> go.sum');
    await resolve();
    await resolve();
    expect(calls()).toEqual(['get go.example/shout@v1.2.3', 'mod tidy']);
    expect(inCopy('go.sum')).toBe('get\nmod\n');
  });

  test('of a version that does not exist are wrong use, in Go’s words', async () => {
    programThat('go', 'echo "go: go.example/shout@v1.2.3: invalid version: unknown revision v1.2.3" >&2; exit 1');
    await expect(resolve()).rejects.toMatchObject({
      exitCode: EXIT.usage,
      message: expect.stringMatching(/^shout@1\.2\.3: there is no such version; Go says:\n.*unknown revision/),
    });
  });
});

test('crates get the version asked for in Cargo.toml, and the lock file follows', async () => {
  programThat('cargo', 'echo resolved > Cargo.lock');
  freshCopy({ cargo: ['shout'] });
  writeFileSync(join(app.dir, 'Cargo.toml'), '[dependencies]\nshout = "2"\n');
  await resolveVersions(app, () => {});
  expect(inCopy('Cargo.toml')).toBe('[dependencies]\nshout = "=1.2.3"\n');
  expect([calls(), inCopy('Cargo.lock')]).toEqual([['update --workspace --quiet'], 'resolved\n']);
});

describe('packages of Python', () => {
  /** A Python whose virtual environments have a pip that does what `body` says with the report's path in $report. */
  const pipThat = (body: string): void => {
    makeProgram(join(folder, 'pip'), `while [ "$1" != --report ]; do shift; done; report=$2\n${body}`);
    programThat('python3', `mkdir -p "$3/bin"; cp ${join(folder, 'pip')} "$3/bin/python3"`);
  };
  const resolve = (): Promise<void> => {
    freshCopy({ pip: ['shout'] });
    writeFileSync(join(app.dir, 'requirements.in'), 'shout==2.0.0\nloop\n');
    writeFileSync(join(app.dir, 'requirements.txt'), 'shout==2.0.0 --hash=sha256:aa\nloop==1 --hash=sha256:bb\n');
    return resolveVersions(app, () => {});
  };
  const REPORT = JSON.stringify({
    install: [
      {
        metadata: { name: 'shout', version: '1.2.3' },
        download_info: { url: 'https://x.example', archive_info: { hashes: { sha256: 'cc' } } },
      },
    ],
  });

  test('are what pip would install here, with its hashes', async () => {
    pipThat(`echo '${REPORT}' > $report`);
    await resolve();
    expect(inCopy('requirements.in')).toBe('shout==1.2.3\nloop\n');
    expect(inCopy('requirements.txt')).toBe('shout==1.2.3 --hash=sha256:cc\n');
  });

  test('need not stay what they are where that does not go together with the version', async () => {
    pipThat(`[ -n "$5" ] && { echo 'ERROR: ResolutionImpossible'; exit 1; }; echo '${REPORT}' > $report`);
    await resolve();
    expect(inCopy('requirements.txt')).toBe('shout==1.2.3 --hash=sha256:cc\n');
  });

  test.each([
    ['a version that does not exist', '1.0, 2.0', EXIT.usage, 'there is no such version; pip says:'],
    ['no index that answers', 'none', EXIT.failed, 'pip could not resolve its packages:'],
  ])('are told apart: %s', async (_, versions, exitCode, says) => {
    pipThat(
      `echo "ERROR: Could not find it (from versions: ${versions})"; echo "ERROR: No matching distribution found"; exit 1`,
    );
    await expect(resolve()).rejects.toMatchObject({ exitCode, message: expect.stringContaining(says) });
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
