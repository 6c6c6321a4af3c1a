import { join } from 'node:path';
import type { Findings } from '../merge/choice/types.ts';
import { makeRow, makeStudy, NEEDS_LITTLE } from '../merge/claims/testing/study-runs.ts';
import type { JudgedStudy } from '../merge/claims/types.ts';
import { RunStore } from '../records/store.ts';
import { temporaryFolder, writeFile } from '../system/testing/temporary-folder.ts';
import { buildServer } from './server.ts';

const study = makeStudy([NEEDS_LITTLE]);

describe('GET /api/studies', () => {
  let folder: string;
  const reference = () => join(folder, 'reference');
  beforeEach(() => {
    folder = temporaryFolder();
    writeFile(join(reference(), 'studies', 'study-a.json'), JSON.stringify(study));
  });

  const keep = async (where: string, cpu: number[], attempt?: string) => {
    const store = new RunStore(where);
    for (const record of makeRow({ cpu, ...(attempt === undefined ? {} : { attempt }) })) await store.add(record);
  };
  const asked = async <T = JudgedStudy[]>(url = '/api/studies'): Promise<T> => {
    const server = await buildServer({ results: folder, staticDir: folder, host: '127.0.0.1' });
    const answer = await server.inject({ url, headers: { host: '127.0.0.1' } });
    await server.close();
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };

  test('what a person who chooses wants rests on the runs that came with Outcry alone', async () => {
    await keep(folder, [10, 11, 9]);
    expect(await asked<Findings>('/api/choice')).toMatchObject({ choice: null, studies: [], missing: ['A'] });
    await keep(join(reference(), 'kept'), [10, 11, 9]);
    const { studies, missing } = await asked<Findings>('/api/choice');
    expect([studies.map(({ id, counts }) => [id, counts.holds]), missing]).toEqual([[['A', 1]], []]);
  });

  test('skips a study without runs', async () => {
    expect(await asked()).toEqual([]);
  });

  test('judges the newest attempt', async () => {
    await keep(folder, [10, 11, 9]);
    await keep(folder, [90, 91, 89], '20260202t000000z-00aa');
    expect((await asked()).map(({ claims }) => claims[0]!.verdict)).toEqual(['does not hold']);
  });

  test('falls back on the runs that came with Outcry', async () => {
    await keep(join(reference(), 'kept'), [90, 91, 89]);
    expect((await asked()).map(({ claims }) => claims[0]!.verdict)).toEqual(['does not hold']);
    await keep(folder, [10, 11, 9]);
    expect((await asked()).map(({ claims }) => claims[0]!.verdict)).toEqual(['holds']);
  });

  test('has the figures of the runs that came with Outcry beside those of newer ones', async () => {
    await keep(join(reference(), 'kept'), [90, 91, 89]);
    expect((await asked()).map(({ claims }) => claims[0]!.evidence[0]!.kept)).toEqual([null]);
    await keep(folder, [10, 11, 9]);
    expect((await asked()).map(({ claims }) => claims[0]!.evidence[0])).toMatchObject([
      { value: 10, kept: { value: 90 } },
    ]);
  });
});
