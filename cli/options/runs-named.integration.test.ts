import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packSession } from '../../records/pack-session.ts';
import { PACKED } from '../../records/packed-session.ts';
import { sampleRecord } from '../../records/testing/sample-record.ts';
import { EXIT } from '../../system/errors.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { recordsAt } from './runs-named.ts';

let folder: string;
let said: string[];
const say = (line: string): void => void said.push(line);
/** Root may read what nobody else may, so the refusal is made up. */
const locked = (inside: string) => {
  if (inside.endsWith('locked')) throw new Error(`EACCES: permission denied, scandir '${inside}'`);
  return readdirSync(inside, { withFileTypes: true });
};

beforeEach(() => {
  said = [];
  folder = temporaryFolder();
  for (const name of ['open', 'locked', '.own']) mkdirSync(join(folder, name));
});

/** Keeps a record in a file, whose name is the record's id. */
function keep(...path: string[]): void {
  const record = sampleRecord();
  record.id = path.at(-1)!.replace('.json', '');
  writeFileSync(join(folder, ...path), JSON.stringify(record));
}

describe('a folder with records', () => {
  test('gives those in it and in its folders, but for what begins with a dot', () => {
    keep('one.json');
    keep('open', 'two.json');
    keep('.own', 'three.json');
    expect(recordsAt(folder, say).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(said).toEqual([]);
  });

  test('gives those of packed sessions too, and says which packed file is broken', async () => {
    for (const session of ['evening', 'night']) {
      mkdirSync(join(folder, session));
      keep(session, `${session}-1.json`);
      keep(session, `${session}-2.json`);
      await packSession(folder, session);
    }
    truncateSync(join(folder, 'night', PACKED), 100);
    expect(recordsAt(folder, say).map(({ id }) => id)).toEqual(['evening-1', 'evening-2']);
    expect(said).toEqual([
      expect.stringMatching(/^note: .*night\/records\.json\.gz: the packed session: is not whole/),
    ]);
  });

  test('one of whose folders cannot be read says so, and gives the rest', () => {
    keep('open', 'two.json');
    expect(recordsAt(folder, say, locked).map(({ id }) => id)).toEqual(['two']);
    expect(said).toEqual([expect.stringMatching(/^note: cannot read .*locked: EACCES: permission denied/)]);
  });

  test('is refused with what cannot be read where nothing else is in it', () => {
    const asked = () => recordsAt(folder, say, locked);
    expect(asked).toThrow(/ has no record; cannot read .*locked: EACCES/);
    expect(asked).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
  });

  test('may have links in it that lead back, or nowhere', () => {
    keep('one.json');
    symlinkSync('..', join(folder, 'open', 'back'));
    symlinkSync('self', join(folder, 'open', 'self'));
    expect(recordsAt(folder, say).map(({ id }) => id)).toEqual(['one']);
  });
});
