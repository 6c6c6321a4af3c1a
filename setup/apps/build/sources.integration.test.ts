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
    const tests = [
      'server.test.ts',
      'testing/fake.ts',
      'vectors/a.json',
      'room_test.go',
      'test_room.py',
      'conftest.py',
    ];
    const left = ['dist/server.mjs', 'target/debug/server', '__pycache__/room.pyc', '.venv/bin/python3', 'venv/a.py'];
    for (const file of ['README.md', ...tests, ...left]) write(file, 'another');
    expect([contentHash(app), pagesHash(app)]).toEqual(before);
    write('server.ts', 'two');
    expect(contentHash(app)).not.toBe(before[0]);
    expect(pagesHash(app)).not.toBe(before[1]);
  });

  test('changes with a program in src/bin, which a folder bin elsewhere is not', () => {
    const before = contentHash(app);
    write('bin/server', 'one');
    expect(contentHash(app)).toBe(before);
    write('src/bin/server.rs', 'one');
    expect(contentHash(app)).not.toBe(before);
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
