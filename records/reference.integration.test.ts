import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { readReferences } from './reference.ts';

const OURS = join(import.meta.dirname, '../results/reference');

describe('the published figures that come with Outcry', () => {
  test('are of five studies, each with its source', async () => {
    const { references, problems } = await readReferences(OURS);
    expect(problems).toEqual([]);
    expect(references.map(({ id, source }) => [id, source.year])).toEqual([
      ['study-a', 2014],
      ['study-b', 2015],
      ['study-c', 2014],
      ['study-d', 2020],
      ['study-e', 2017],
    ]);
  });

  test('have values in the columns of their tables alone', async () => {
    const { references } = await readReferences(OURS);
    for (const { id, tables } of references) {
      expect(tables.length).toBeGreaterThan(0);
      for (const { id: table, columns, rows } of tables) {
        const keys = columns.map(({ key }) => key);
        const strays = rows.flatMap(({ values }) => Object.keys(values).filter((key) => !keys.includes(key)));
        expect([id, table, strays]).toEqual([id, table, []]);
      }
    }
  });

  test('mark the two averages that do not follow from the raw data', async () => {
    const { references } = await readReferences(OURS);
    const latency = references[0]!.tables.find(({ id }) => id === '10-4')!;
    expect(latency.rows).toHaveLength(14);
    const marked = latency.rows.filter(({ remark }) => remark?.includes("does not follow from the study's raw data"));
    expect(marked.map(({ transport, values }) => [transport, values.average])).toEqual([
      ['long-polling', 198.6],
      ['websocket', 17.8],
    ]);
    const outside = latency.rows.filter(({ values: { high, low, average } }) => average! > high! || average! < low!);
    expect(outside).toEqual([marked[0]]);
  });
});

describe('a folder of references', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('that is not there has none', async () => {
    expect(await readReferences(join(folder, 'nowhere'))).toEqual({ references: [], problems: [] });
  });

  test('has a problem for each file that is none', async () => {
    writeFileSync(join(folder, 'a.json'), '{');
    writeFileSync(join(folder, 'b.json'), '{"schema": "outcry/run@3"}');
    writeFileSync(join(folder, 'notes.md'), 'not meant as one');
    const { references, problems } = await readReferences(folder);
    expect(references).toEqual([]);
    expect(problems.map(({ file }) => file)).toEqual(['reference/a.json', 'reference/b.json']);
  });

  test('that is a file is named', async () => {
    writeFileSync(join(folder, 'a.json'), '{}');
    await expect(readReferences(join(folder, 'a.json'))).rejects.toThrow(/cannot read .*a\.json: ENOTDIR/);
  });
});
