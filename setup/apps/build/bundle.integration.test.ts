import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
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
