import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setEnvironment } from '../../system/testing/environment.ts';
import { makeProgram } from '../../system/testing/program.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { type KitLibrary, readKits } from '../apps/manifest/kits.ts';
import type { App } from '../apps/manifest/manifest.ts';
import { madeUpApp } from '../apps/manifest/testing/made-up-app.ts';
import { TOOLS } from '../tools/tool-table.ts';
import { doctorTable, isNodeSupported } from './doctor.ts';

const app = (id: string, requires: string[]): App => madeUpApp(id, { label: id, requires, clientVersion: '1.2.3' });

test('Node.js is new enough as package.json says it', () => {
  for (const version of ['20.19.0', '20.20.2', '22.16.0', '24.0.0', '26.10.0'])
    expect(isNodeSupported(version)).toBe(true);
  for (const version of ['18.20.0', '20.18.1', '21.7.0', '22.15.1']) expect(isNodeSupported(version)).toBe(false);
});

test('doctor shows tools, limits and apps, each with what it is needed for', async () => {
  const rows = await doctorTable([app('fast', ['node'])]);
  const ids = rows.map((row) => row.id);
  const tools = ['node', 'git', 'firefox', 'geckodriver', 'docker'];
  expect(ids).toEqual(expect.arrayContaining([...tools, 'cores', 'memory', 'open-files', 'priority', 'app:fast']));
  for (const row of rows) expect(row.neededFor).not.toBe('');
  expect(rows.find((row) => row.id === 'node')).toMatchObject({ state: 'ok', version: process.version.slice(1) });
});

describe('a Docker client', () => {
  const folder = temporaryFolder();

  test.each([
    ['whose engine answers', 'echo 20.10.24', 'ok', ''],
    [
      'whose engine does not answer',
      'echo; echo "Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?" >&2; exit 1',
      'missing',
      /^docker is here, but no engine answers it \(Cannot connect to the Docker daemon at unix:\/\/\/x.*\); start one/,
    ],
  ])('%s', async (_what, answer, state, howToGet) => {
    const version = '[ "$1" = --version ] && echo "Docker version 28.2.2" && exit';
    const program = makeProgram(join(folder, 'docker'), `${version}\n${answer}`);
    setEnvironment({ PATH: `${folder}:${process.env.PATH}` });
    const row = (await doctorTable([])).find(({ id }) => id === 'docker')!;
    expect(row).toMatchObject({ state, version: '28.2.2', path: program });
    expect(row.howToGet).toMatch(howToGet);
  });
});

test('an app that needs what is not here says what and how to get it', async () => {
  const rows = await doctorTable([app('fast', ['node']), app('odd', ['node>=999', 'cobol>=85'])]);
  expect(rows.find((row) => row.id === 'app:fast')).toMatchObject({ state: 'ok', version: '1.2.3', howToGet: '' });
  const odd = rows.find((row) => row.id === 'app:odd')!;
  expect(odd.state).toBe('missing');
  expect(odd.howToGet).toMatch(/999 or newer is needed.*unknown toolchain "cobol>=85"/);
});

test('a service is missing where there is none, and not where the address of one elsewhere is said', async () => {
  const { id, variable, address } = TOOLS.find((tool) => tool.address !== undefined)!;
  const row = async () => (await doctorTable([])).find((one) => one.id === id);
  setEnvironment({ PATH: '/nowhere', [variable!]: undefined, [address!]: undefined });
  expect(await row()).toMatchObject({ state: 'missing', howToGet: expect.stringContaining(address!) });
  setEnvironment({ [address!]: 'service://elsewhere' });
  expect(await row()).toMatchObject({ state: 'ok', path: null, howToGet: '' });
});

describe('a library that a kit loads', () => {
  const folder = temporaryFolder();
  const kit = readKits().find(({ libraries }) => libraries.length > 0)!;
  const rows = async (apps: App[]) => (await doctorTable(apps)).filter(({ id }) => id.startsWith('library:'));

  test('has a row that says when it is too old, what for, and what to do', async () => {
    writeFileSync(join(folder, 'libsqlite3.so.0'), '\x003.31.1\x00');
    setEnvironment({ LD_LIBRARY_PATH: folder });
    const [{ library, for: use }] = kit.libraries as [KitLibrary];
    expect(await rows([app('fast', [kit.serves![0]!])])).toEqual([
      {
        id: `library:${kit.id}:libsqlite3`,
        label: 'SQLite (libsqlite3)',
        state: 'too old',
        version: '3.31.1',
        path: join(folder, 'libsqlite3.so.0'),
        neededFor: `${use} of fast (${library})`,
        howToGet: expect.stringMatching(/or newer is needed: apt-get install/),
      },
    ]);
  });

  test('has none where no app is on that kit', async () => {
    expect(await rows([app('fast', ['node'])])).toEqual([]);
  });
});

describe('the part of a framework that has a substitute', () => {
  const substitute = { of: 'Broker', is: 'an open broker', unless: ['BROKER_HOME', 'BROKER_URL'] };
  /** @param script the app's check of the part; undefined: it has none */
  const row = async (home: string | undefined, script?: string) => {
    setEnvironment({ BROKER_HOME: home });
    const check = script === undefined ? {} : { check: [process.execPath, '--eval', script] };
    const rows = await doctorTable([{ ...app('fast', []), dir: tmpdir(), substitute: { ...substitute, ...check } }]);
    return rows.find(({ id }) => id === 'part:fast');
  };

  test('has a row that says that it would be the substitute, and how to have the part', async () => {
    expect(await row(undefined)).toMatchObject({
      label: 'Broker',
      state: 'substitute',
      neededFor: 'runs of fast, which would use an open broker, since BROKER_HOME and BROKER_URL are not set',
      howToGet: 'set BROKER_HOME or BROKER_URL: apps/fast/README.md',
      runsUse: 'an open broker, since BROKER_HOME and BROKER_URL are not set',
    });
  });

  test('or that it would be the part itself', async () => {
    expect(await row(tmpdir())).toMatchObject({
      state: 'ok',
      path: tmpdir(),
      howToGet: '',
      runsUse: `Broker: BROKER_HOME=${tmpdir()}`,
    });
  });

  test('or that a variable is set to what is not there, of which the app is not asked', async () => {
    expect(await row('/nowhere/at/all', 'console.error("asked"); process.exitCode = 1')).toMatchObject({
      state: 'missing',
      path: null,
      neededFor: 'runs of fast, which would fail with Broker: BROKER_HOME=/nowhere/at/all',
      howToGet: 'BROKER_HOME=/nowhere/at/all: there is no such file or folder; correct it or unset it',
    });
  });

  test('or what the app knows against it, which a run would fail with', async () => {
    expect(await row(tmpdir(), 'console.error("BROKER_HOME: it is too old"); process.exitCode = 1')).toMatchObject({
      state: 'missing',
      version: null,
      path: null,
      neededFor: `runs of fast, which would fail with Broker: BROKER_HOME=${tmpdir()}`,
      howToGet: 'BROKER_HOME: it is too old',
    });
  });

  test('or which version the app finds it to be', async () => {
    const version = '7.4.8 build 3400';
    expect(await row(tmpdir(), `console.log("${version}")`)).toMatchObject({ state: 'ok', version });
  });

  test('has no row where an app has none', async () => {
    expect((await doctorTable([app('fast', [])])).some(({ id }) => id.startsWith('part:'))).toBe(false);
  });
});

test('without geckodriver Firefox is driven all the same, and the row says by whom', async () => {
  const empty = temporaryFolder();
  setEnvironment({ PATH: empty, XDG_CACHE_HOME: empty, GECKODRIVER: undefined });
  const row = (await doctorTable([])).find(({ id }) => id === 'geckodriver');
  expect(row).toMatchObject({
    state: 'substitute',
    path: null,
    neededFor: expect.stringContaining('Outcry uses its own driver'),
  });
});

describe('a tool named by its variable', () => {
  const folder = temporaryFolder();
  const row = async (program: string) => {
    setEnvironment({ GECKODRIVER: program });
    return (await doctorTable([])).find(({ id }) => id === 'geckodriver');
  };

  test('is taken from there and nowhere else', async () => {
    const path = makeProgram(join(folder, 'my-driver'), 'echo geckodriver 9.8.7');
    expect(await row(path)).toMatchObject({ state: 'ok', version: '9.8.7', path });
  });

  test('is missing when there is no such program, and the row says which', async () => {
    const howToGet = expect.stringContaining('GECKODRIVER=');
    expect(await row(join(folder, 'gone'))).toMatchObject({ state: 'missing', howToGet });
  });

  test('is missing when it cannot be run', async () => {
    const broken = makeProgram(join(folder, 'broken'), 'exit 3');
    expect(await row(broken)).toMatchObject({ state: 'missing', path: null });
  });
});
