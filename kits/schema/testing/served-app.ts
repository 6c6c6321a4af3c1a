/** The apps with an auction house, each served on a database of its own, for tests over the wire. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter } from '../../../protocol/socket.ts';
import { isBuilt } from '../../../setup/apps/build/build.ts';
import { type App, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../../setup/apps/places/server-process.ts';

/** The apps that the tests were asked for, each with its id, as `describe.each` takes them. */
export function auctionApps(): (readonly [id: string, app: App])[] {
  const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
  const apps = readApps().filter((app) => app.features.includes('auction') && (wanted?.includes(app.id) ?? true));
  return apps.map((app) => [app.id, app] as const);
}

export interface ServedApp {
  server: Server;
  adapter: Adapter;
}

/** @param folder for the database @throws Error when the app is not built */
export async function serve(app: App, folder: string): Promise<ServedApp> {
  if (!isBuilt(app)) throw new Error(`${app.id} is not built as it is now; ./outcry setup does it`);
  const { href } = pathToFileURL(join(app.dir, 'dist', 'socket.mjs'));
  const { default: adapter } = (await import(href)) as { default: Adapter };
  const databaseUrl = `sqlite:${join(folder, `${app.id}.sqlite`)}`;
  return { server: await startServer(app, { databaseUrl, shortLived: true }), adapter };
}
