/** The apps that a load test can be run on, each with its real server, for tests of their pages. */
import { isBuilt } from '../../setup/apps/build/build.ts';
import { type App, readApps, transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';

/** Those that `./outcry test` has built, without it all there are; each with its id, as `describe.each` takes them. */
export function loadApps(): (readonly [id: string, app: App])[] {
  const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
  const apps = readApps().filter((app) => app.features.includes('load') && (wanted?.includes(app.id) ?? true));
  return apps.map((app) => [app.id, app] as const);
}

/** @throws Error when the app is not built */
export function serveBuilt(app: App): Promise<Server> {
  if (!isBuilt(app)) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
  return startServer(app, { shortLived: true });
}

/** The transports of a browser over which messages can be sent to all, and the `others`. */
export function browserTransports(app: App): { toAll: string[]; others: string[] } {
  const toAll = transportsOf(app, 'browser').filter((transport) => verbsOf(app, transport).includes('publish'));
  return { toAll, others: transportsOf(app, 'browser').filter((transport) => !toAll.includes(transport)) };
}
