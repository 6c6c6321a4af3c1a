/** Calls of a Meteor tool, and the start of what it builds: with a made-up tool, for there is none here. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { buildProject, bundleMain, meteorCommand } from './meteor-tool.ts';

const PROJECT = join(import.meta.dirname, 'project');

/** The bundle that "Meteor" builds. */
const MAIN = readFileSync(join(import.meta.dirname, 'testing/made-up-bundle.cjs'), 'utf8');

let folder: string;
let command: string;

beforeEach(() => {
  folder = temporaryFolder();
  command = join(folder, 'meteor');
  // Notes how it was called; `build` makes a bundle without packages of its own.
  const tool = `#!/bin/sh
echo "$PWD|$*" >> '${folder}/notes'
[ ! -e '${folder}/fail' ] || exit 7
[ "$1" = build ] || exit 0
mkdir -p "$2/bundle/programs/server"
echo '{"name":"bundle","private":true}' > "$2/bundle/programs/server/package.json"
cp '${folder}/main.js' "$2/bundle/main.js"
`;
  writeFileSync(command, tool);
  chmodSync(command, 0o755);
  writeFileSync(join(folder, 'main.js'), MAIN);
});

describe('the tool is', () => {
  test('the one that METEOR_COMMAND names', () => {
    expect(meteorCommand({ METEOR_COMMAND: ` ${command} `, PATH: '/nowhere' })).toBe(command);
  });

  test('the one on the path, where none is named', () => {
    expect(meteorCommand({ METEOR_COMMAND: '', PATH: `/nowhere:${folder}` })).toBe(command);
  });

  test('none, without either', () => {
    expect(meteorCommand({ PATH: '/nowhere:' })).toBeNull();
    expect(meteorCommand({})).toBeNull();
  });

  test('an error where the named one is no program', () => {
    expect(() => meteorCommand({ METEOR_COMMAND: folder })).toThrow('there is no such program');
  });
});

test('the project is built from a copy, and its sources stay as they are', () => {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  buildProject(command, PROJECT, dist);
  const copy = join(dist, 'meteor-project');
  expect(readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')).toEqual([
    `${copy}|npm install --no-audit --no-fund`,
    `${copy}|build ${join(dist, 'meteor')} --directory --server-only --allow-superuser`,
  ]);
  expect(readFileSync(join(copy, '.meteor/release'), 'utf8')).toMatch(/^METEOR@3\./);
  expect(existsSync(bundleMain(dist))).toBe(true);
});

test('a tool that fails is named, with what it was to do', () => {
  writeFileSync(join(folder, 'fail'), '');
  expect(() => buildProject(command, PROJECT, join(folder, 'dist'))).toThrow(
    `${command} npm install --no-audit --no-fund: ended with 7`,
  );
});

test('the bundle is started in the server’s process, told where to listen, and offers what the open server offers', async () => {
  const main = join(folder, 'main.js');
  const program = `import { runOnMeteor } from ${JSON.stringify(join(import.meta.dirname, 'on-meteor.ts'))}; runOnMeteor(${JSON.stringify(main)});`;
  const compression = { COMPRESSION: 'deflate', SERVER_WEBSOCKET_COMPRESSION: 'false' };
  const env = { ...process.env, ...compression, HOST: '127.0.0.1', PORT: '0', CONTROL_TOKEN: 'secret' };
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface({ input: child.stdout! }), 'line');
    const { port, ...said } = JSON.parse(line);
    expect(said).toEqual({ ready: true, versions: { framework: '3.0.0', runtime: `node ${process.versions.node}` } });
    const origin = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${origin}/healthz`)).text()).toBe('ok\n');
    const headers = { authorization: 'Bearer secret' };
    expect((await fetch(`${origin}/outcry/counts`, { headers })).status).toBe(200);
    const offered = await (await fetch(`${origin}/offered`)).json();
    expect(offered).toEqual({
      bindIp: '127.0.0.1',
      port: '0',
      compression: '{}',
      publications: ['items', 'room'],
      methods: expect.arrayContaining(['echo', 'publish', 'request', 'join', 'login', 'placeBid', 'otherRequest']),
      sendOnly: [['room', 'the strategy']],
    });
  } finally {
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }
});
