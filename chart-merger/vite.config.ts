/**
 * Builds the chart merger's page to `dist/`, `dist/report.html`, the same page in one file, for reports, and `dist/choose.html`, the page for
 * a person who chooses, with a script and a style sheet of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin } from 'vite';
import { appFacts } from './app-facts.ts';
import { inlineAssets } from './single-file.ts';
import { choosePage } from './site/frame.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * Knockout finds the global object by `this || (0, eval)('this')`; in a module `this` is undefined, and the eval is
 * refused by the page's content security policy.
 */
function knockoutWithoutEval(): Plugin {
  const finder = /this\s*\|\|\s*\(0,\s*eval\)\(["']this["']\)/;
  return {
    name: 'outcry-knockout-without-eval',
    transform(code, id) {
      if (!/knockout-latest(\.debug)?\.js/.test(id)) return null;
      if (!finder.test(code)) this.error('Knockout finds the global object in a way this plugin does not know');
      return { code: code.replace(finder, 'globalThis'), map: null };
    },
  };
}

function reportTemplate(): Plugin {
  let folder: string;
  return {
    name: 'outcry-report-template',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle() {
      const read = (path: string) => readFileSync(join(folder, path), 'utf8');
      writeFileSync(join(folder, 'report.html'), inlineAssets(read('index.html'), read));
    },
  };
}

/** A script that is no module: a page that was opened from a file may load it. */
function chooserPage(): Plugin {
  let folder: string;
  return {
    name: 'outcry-choose-page',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      await build({
        configFile: false,
        root: HERE,
        logLevel: 'warn',
        define: { OUTCRY_APPS: JSON.stringify(appFacts()) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: { checks: { bundlerTimings: false } },
          lib: {
            entry: join(HERE, 'site', 'main.ts'),
            formats: ['iife'],
            name: 'outcry',
            fileName: () => 'choose.js',
            cssFileName: 'choose',
          },
        },
      });
      writeFileSync(join(folder, 'choose.html'), choosePage());
    },
  };
}

export default defineConfig({
  root: HERE,
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // One script and one style sheet: the report holds both in itself.
    // The bundler's remarks on its own speed would stand among the lines of a session.
    rolldownOptions: { output: { codeSplitting: false }, checks: { bundlerTimings: false } },
    chunkSizeWarningLimit: 1000,
    modulePreload: false,
  },
  plugins: [knockoutWithoutEval(), reportTemplate(), chooserPage()],
});
