import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import { kitsOf, readKits } from './kits.ts';
import { readApps } from './manifest.ts';

describe('kits', () => {
  let dir: string;
  const write = (folder: string, file: string, text: string): void => writeFile(join(dir, folder, file), text);

  beforeEach(() => {
    dir = temporaryFolder();
    write('for-all', 'code.ts', '');
    write('java', 'kit.json', '{"serves": ["jdk"]}');
  });

  test('are the folders of kits/', () => {
    expect(readKits(dir).map(({ id, serves }) => [id, serves])).toEqual([
      ['for-all', null],
      ['java', ['jdk']],
    ]);
  });

  test('serve every app, or those that require one of their toolchains', () => {
    const idsOf = (...requires: string[]) => kitsOf({ requires }, readKits(dir)).map(({ id }) => id);
    expect(idsOf('jdk>=17', 'maven')).toEqual(['for-all', 'java']);
    expect(idsOf('node>=20')).toEqual(['for-all']);
  });

  test('that name no toolchain serve the apps that import from them', () => {
    write('asked-for', 'kit.json', '{"serves": []}');
    const idsOf = (imports: string[]) => kitsOf({ requires: ['jdk'], imports }, readKits(dir)).map(({ id }) => id);
    expect(idsOf([])).toEqual(['for-all', 'java']);
    expect(idsOf(['asked-for'])).toEqual(['asked-for', 'for-all', 'java']);
  });

  test('may load libraries of the system', () => {
    const libraries = [{ library: 'libsqlite3>=3.37', for: 'the database' }];
    write('java', 'kit.json', JSON.stringify({ serves: ['jdk'], libraries }));
    expect(readKits(dir).map((kit) => kit.libraries)).toEqual([[], libraries]);
  });

  test.each([
    ['{', /^kits\/java\/kit.json: not JSON/],
    ['null', /expected \{"serves"/],
    ['{"serves": "jdk"}', /expected \{"serves"/],
    ['{"serves": ["abacus"]}', /"abacus" is not a toolchain/],
    ['{"serves": ["jdk"], "libraries": {}}', /libraries: expected \[/],
    ['{"serves": ["jdk"], "libraries": [{"library": "libabacus>=1", "for": "sums"}]}', /libraries: expected \[/],
    ['{"serves": ["jdk"], "libraries": [{"library": "libsqlite3>=3.37"}]}', /libraries: expected \[/],
  ])('whose kit.json is %s are an error that says why', (text, message) => {
    write('java', 'kit.json', text);
    expect(() => readKits(dir)).toThrow(message);
  });
});

/** Of `folders`, those whose code the TypeScript in `dir` imports, by a path in which `above` comes before the folder's name. */
function importedFrom(dir: string, folders: string[], above: string): string[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.ts$/.test(file) &&
      !/\.(test|fault|page|functional)\.ts$|(^|\/)(node_modules|dist|testing|target)\//.test(file),
  );
  const imports = files.flatMap((file) => [
    ...readFileSync(join(dir, file), 'utf8').matchAll(new RegExp(`from '(?:\\.\\./)+${above}([\\w.-]+)/`, 'g')),
  ]);
  return [...new Set(imports.map(([, folder]) => folder!))].filter((folder) => folders.includes(folder));
}

test('an app imports from no kit that does not serve it, since a change there would not have it built anew', () => {
  const kits = readKits();
  for (const app of readApps()) {
    const serving = kitsOf(app, kits).map(({ id }) => id);
    const imported = importedFrom(
      app.dir,
      kits.map(({ id }) => id),
      'kits/',
    );
    expect([app.id, imported.filter((kit) => !serving.includes(kit))]).toEqual([app.id, []]);
  }
});

test('an app imports from no app that it does not name', () => {
  const ids = readApps().map(({ id }) => id);
  for (const { id, dir, imports = [] } of readApps()) {
    expect([id, importedFrom(dir, ids, '').filter((other) => other !== id && !imports.includes(other))]).toEqual([
      id,
      [],
    ]);
  }
});
