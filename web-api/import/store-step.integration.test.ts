import { RunStore } from '../../records/store.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { importInto } from './store-step.ts';
import { sampleFigures, sampleRun } from './testing/sample-files.ts';

describe('importing into the store', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const text = JSON.stringify([sampleRun('Shout'), sampleRun('Shout'), sampleRun('Murmur')]);
  const file = { name: 'websockets.json', text };

  test('twice keeps each run once and says so', async () => {
    const store = new RunStore(folder);
    const first = await importInto(store, [file]);
    expect(first).toMatchObject({ already: [], sessions: ['import-websockets'] });
    const second = await importInto(store, [file]);
    expect(second).toMatchObject({ taken: [], already: first.taken });
    expect(await store.list({ kind: 'imported' })).toHaveLength(3);
    expect(await store.problems()).toEqual([]);
  });

  test('says that figures came too late for runs that are kept', async () => {
    const store = new RunStore(folder);
    await importInto(store, [file]);
    const figures = JSON.stringify([sampleFigures('Murmur', 'Websockets', 'Median processor usage', [31])]);
    const { taken, notes } = await importInto(store, [file, { name: 'manualData.json', text: figures }]);
    expect(taken).toEqual([]);
    expect(notes.at(-1)).toMatch(/^1 runs were already kept without these figures/);
  });

  describe('runs that lie in two files', () => {
    const latency = (first: number) => Array.from({ length: 15 }, (_, second) => first + second / 7);
    const shout = (...starts: number[]) => starts.map((first) => sampleRun('Shout', { latency: latency(first) }));
    const fileOf = (name: string, runs: unknown[]) => ({ name, text: JSON.stringify(runs) });
    const first = fileOf('sse.json', shout(1, 2));
    const second = fileOf('Shout SSE.json', shout(1, 2, 3));

    test('are kept once, and both files are named, in one import', async () => {
      const { taken, notes } = await importInto(new RunStore(folder), [first, second]);
      expect(taken).toHaveLength(3);
      expect(notes.at(-1)).toBe(
        '2 runs imported from Shout SSE.json are the same, second by second, as runs imported from sse.json in this import; each was taken once',
      );
    });

    test('are kept once, and both files are named, in two imports', async () => {
      const store = new RunStore(folder);
      const { taken: kept } = await importInto(store, [first]);
      const { taken, already, sessions, notes } = await importInto(store, [second]);
      expect(taken).toHaveLength(1);
      expect(already).toEqual(kept);
      expect(sessions).toEqual(['import-sse', 'import-shout-sse']);
      expect(notes.at(-1)).toBe(
        '2 runs imported from Shout SSE.json are the same, second by second, as runs imported from sse.json, which are kept already; they were not taken again',
      );
      expect(await store.list()).toHaveLength(3);
      expect((await importInto(store, [second])).taken).toEqual([]);
    });

    test('are two where one value differs, or where there are no latencies to tell', async () => {
      const other = fileOf('Shout SSE.json', shout(1.5));
      const counted = ['a SSE.json', 'b SSE.json'].map((name) => {
        const run = sampleRun('Murmur');
        run.Charts = run.Charts.filter(({ Title }) => Title !== 'Average Latency');
        return fileOf(name, [run]);
      });
      const { taken } = await importInto(new RunStore(folder), [first, other, ...counted]);
      expect(taken).toHaveLength(5);
    });

    test('get the figures taken by hand of both files', async () => {
      const cpu = fileOf('figures.json', [sampleFigures('Shout', 'SSE', 'Median processor usage', [31, 33])]);
      const { notes } = await importInto(new RunStore(folder), [first, fileOf('Shout SSE.json', shout(1, 2)), cpu]);
      expect(notes.join()).not.toContain('not used');
    });
  });
});
