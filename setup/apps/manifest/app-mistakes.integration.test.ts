/** A user's mistake in an app's folder is named with its file and what to do, and is never called a bug. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../../system/errors.ts';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import { adapterOf, buildApp, loadAdapter } from '../build/build.ts';
import { copyRoot } from '../build/copy.ts';
import { findApps } from './elsewhere.ts';
import type { App } from './manifest.ts';

const SOCKET = `export default { id: 'mistaken', transports: ['rest'], connect: async () => { throw new Error('no'); } };`;
const MANIFEST = {
  id: 'mistaken',
  label: 'Mistaken',
  language: 'TypeScript on Node.js',
  homepage: 'https://mistaken.example',
  features: ['load'],
  verbs: ['request'],
  transports: { rest: { swarms: ['console'], name: 'POST' } },
  requires: ['node'],
  databases: [],
  build: [['node', '../../kits/node/build.mjs']],
  start: ['node', 'dist/server.mjs'],
  warmupSeconds: 0,
  clientPackage: null,
};

let folder: string;
let app: App;
beforeEach(() => {
  folder = join(temporaryFolder(), 'mistaken');
  write({ 'app.json': JSON.stringify(MANIFEST), 'server.ts': '', 'socket.ts': SOCKET });
  app = findApps([folder]).find(({ elsewhere }) => elsewhere)!;
});
afterEach(() => rmSync(copyRoot(app), { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) writeFile(join(folder, file), text);
}

async function mistake(act: Promise<unknown>): Promise<string> {
  const error = await act.then(() => null).catch((reason) => reason);
  expect(error).toMatchObject({ name: 'OutcryError' });
  expect([EXIT.usage, EXIT.failed]).toContain(error.exitCode);
  return error.message;
}

test('no socket.ts', async () => {
  rmSync(join(folder, 'socket.ts'));
  const message = await mistake(buildApp(app));
  expect(message).toContain(`${join(folder, 'socket.ts')} is missing`);
  expect(message).toContain('docs/adding-a-framework.md');
});

test('no server.ts where the kit builds it', async () => {
  rmSync(join(folder, 'server.ts'));
  const message = await mistake(buildApp(app));
  expect(message).toContain('server.ts is missing');
  expect(message).not.toMatch(/external|\n\s+at /);
});

test('a syntax error in socket.ts', async () => {
  write({ 'socket.ts': 'export default {\n  id: ;\n};' });
  expect(await mistake(buildApp(app))).toContain(`${join(folder, 'socket.ts')}:2:6: Unexpected ";"`);
});

test('a syntax error in server.ts', async () => {
  write({ 'server.ts': 'const = 1;' });
  const message = await mistake(buildApp(app));
  expect(message).toMatch(/server\.ts:1:6/);
  expect(message).not.toMatch(/\n\s+at /);
});

test('a package that is not installed', async () => {
  write({ 'socket.ts': `import 'not-installed';\n${SOCKET}` });
  const message = await mistake(buildApp(app));
  expect(message).toContain(`${join(folder, 'socket.ts')}:1:7: Could not resolve "not-installed"`);
  expect(message).toContain('npm install');
});

test('an adapter that needs a package beside it, which it has not elsewhere', async () => {
  writeFile(join(folder, 'node_modules', 'beside', 'index.js'), '');
  writeFile(adapterOf(app), `import 'beside';\n${SOCKET}`);
  expect(await mistake(loadAdapter(app))).toMatch(/socket\.ts: it cannot be loaded: .*beside/);
});

test.each([
  ['no default export', 'export const id = 1;', 'its default export is no Adapter'],
  ['a throw while it is loaded', 'throw new Error("oh no");', 'oh no'],
])('an adapter with %s', async (_, text, says) => {
  writeFile(adapterOf(app), text);
  const message = await mistake(loadAdapter(app));
  expect(message).toContain(join(folder, 'socket.ts'));
  expect(message).toContain(says);
});
