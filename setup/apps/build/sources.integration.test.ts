import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import type { App } from '../manifest/manifest.ts';
import { contentHash, pagesHash } from './sources.ts';

describe('what an app is', () => {
  let app: App;
  const write = (file: string, text: string): void => writeFile(join(app.dir, file), text);

  beforeEach(() => {
    app = { dir: temporaryFolder(), requires: ['node'] } as unknown as App;
    write('server.ts', 'one');
  });

  test('changes with its code, and with nothing that is only there to test, to read or to build it', () => {
    const before = [contentHash(app), pagesHash(app)];
    for (const file of ['server.test.ts', 'README.md', 'dist/server.mjs', 'testing/fake.ts', 'vectors/a.json']) {
      write(file, 'another');
    }
    expect([contentHash(app), pagesHash(app)]).toEqual(before);
    write('server.ts', 'two');
    expect(contentHash(app)).not.toBe(before[0]);
    expect(pagesHash(app)).not.toBe(before[1]);
  });

  test('changes with an app whose files it imports', () => {
    const other = mkdtempSync(join(app.dir, '..', 'outcry-other-'));
    const importing = { ...app, id: 'shout', imports: [basename(other)] };
    const before = contentHash(importing);
    writeFileSync(join(other, 'client.ts'), 'one');
    const after = contentHash(importing);
    rmSync(other, { recursive: true });
    expect(after).not.toBe(before);
    expect(() => contentHash(importing)).toThrow(/app.json of shout: imports: there is no "outcry-other-/);
  });

  test('changes when a file gets another name', () => {
    const before = contentHash(app);
    rmSync(join(app.dir, 'server.ts'));
    write('servant.ts', 'one');
    expect(contentHash(app)).not.toBe(before);
  });
});
