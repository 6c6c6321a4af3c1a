import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunStore } from '../store.ts';
import { importInto } from './store-step.ts';
import { sampleFigures, sampleRun } from './testing/sample-files.ts';

describe('importing into the store', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outcry-import-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
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
});
