/** Builds the pages of an app: those of `shared-ui`, with the app's adapter in the place of `@outcry/adapter`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../system/root.ts';
import { type App, auctionTransportsOf, transportsOf, verbsOf } from '../manifest/manifest.ts';

/** Returns the facts about the app for the pages; `shared-ui/adapter.d.ts` describes it. */
function aboutApp(app: App): Record<string, unknown> {
  const { id, label, homepage } = app;
  const verbs = transportsOf(app, 'browser').map((transport) => [transport, verbsOf(app, transport)]);
  return { id, label, homepage, verbs: Object.fromEntries(verbs), auction: auctionTransportsOf(app, 'browser') };
}

/** Writes them to the app's `dist/public`, the `STATIC_DIR` of its server. */
export async function buildPages(app: App): Promise<void> {
  // Loaded here and not above: loading it takes longer than most commands, and most have nothing to build.
  const { build } = await import('vite');
  const root = join(ROOT, 'shared-ui');
  const pages = readdirSync(root).filter((file) => file.endsWith('.html'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { alias: { '@outcry/adapter': join(app.dir, 'socket.ts') } },
    define: { __OUTCRY_APP__: JSON.stringify(aboutApp(app)) },
    build: {
      outDir: join(app.dir, 'dist', 'public'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: pages.map((file) => join(root, file)),
        // The histogram library carries an eval in a part (WebAssembly) that the pages never call. The bundler's remarks on its own speed would
        // stand among the lines of a session.
        checks: { eval: false, bundlerTimings: false },
      },
    },
  });
}
