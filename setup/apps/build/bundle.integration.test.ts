import { closeSync, copyFileSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import { bundleForNode } from './bundle.ts';

describe('a bundle that is made again', () => {
  const folder = temporaryFolder();

  it('stays whole for a process that is reading it', async () => {
    const entry = join(folder, 'entry.ts');
    const outfile = join(folder, 'out', 'entry.mjs');
    writeFileSync(entry, 'console.log("first");');
    await bundleForNode(entry, outfile);
    const reader = openSync(outfile, 'r');
    writeFileSync(entry, 'console.log("second");');
    await bundleForNode(entry, outfile);
    expect(readFileSync(reader, 'utf8')).toContain('first');
    closeSync(reader);
    expect(readFileSync(outfile, 'utf8')).toContain('second');
    expect(readdirSync(join(folder, 'out'))).toEqual(['entry.mjs', 'entry.mjs.map']);
  });
});

test('a bundle has packages inside that another package hides from bundlers, and works where there are none', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const hidden = `export function ask() {
    const requireFunc = typeof __webpack_require__ === "function" ? __non_webpack_require__ : require;
    return requireFunc("inner");
  }`;
  writeFile(
    join(folder, 'node_modules/outer/package.json'),
    '{ "name": "outer", "type": "module", "main": "index.js" }',
  );
  writeFile(join(folder, 'node_modules/outer/index.js'), hidden);
  writeFile(join(folder, 'node_modules/inner/index.js'), "module.exports = 'found';");
  writeFile(join(folder, 'entry.ts'), "import { ask } from 'outer'; export default ask();");
  await bundleForNode(join(folder, 'entry.ts'), join(folder, 'out.mjs'), { packages: 'inside' });
  copyFileSync(join(folder, 'out.mjs'), join(elsewhere, 'out.mjs'));
  expect(await import(pathToFileURL(join(elsewhere, 'out.mjs')).href)).toMatchObject({ default: 'found' });
});
