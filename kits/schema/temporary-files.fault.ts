/** A server leaves nothing among the temporary files, in every app, when it is stopped: neither of its own nor of one before it that was killed. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter } from '../../protocol/socket.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { type App, auctionTransportsOf, readApps } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { temporaryFilesIn } from '../../system/temporary-files.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const apps = readApps().filter((app) => app.features.includes('auction') && (wanted?.includes(app.id) ?? true));

const folder = temporaryFolder();

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

/** A server whose auction house has been used, since some of it is loaded only then. */
async function usedServer(app: App, temporary: string): Promise<Server> {
  const databaseUrl = `sqlite:${join(folder, `${app.id}.sqlite`)}`;
  const server = await startServer(app, { databaseUrl, env: temporaryFilesIn(temporary), shortLived: true });
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const socket = await adapter.connect(server.url, { transport: auctionTransportsOf(app, 'console')[0]! });
  const reply = await socket.request('listItems', {});
  await socket.close();
  expect(reply).toMatchObject({ ok: true });
  return server;
}

test.each(apps.map((app) => [app.id, app] as const))('%s', async (id, app) => {
  if (!isBuilt(app)) throw new Error(`${id} is not built as it is now; ./outcry setup does it`);
  // A short name: sockets among the temporary files have paths of at most 107 bytes.
  const temporary = mkdtempSync(join(folder, 't'));
  await (await usedServer(app, temporary)).kill();
  await (await usedServer(app, temporary)).stop();
  expect(readdirSync(temporary)).toEqual([]);
});
