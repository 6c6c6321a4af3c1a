/** Builds the chart merger's page to `dist/`, and `dist/report.html`: the same page in one file, for reports. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { inlineAssets } from './single-file.ts';

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

export default defineConfig({
  root: HERE,
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // One script and one style sheet: the report holds both in itself.
    rollupOptions: { output: { codeSplitting: false } },
    chunkSizeWarningLimit: 1000,
    modulePreload: false,
  },
  plugins: [knockoutWithoutEval(), reportTemplate()],
});
