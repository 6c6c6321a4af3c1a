/** How often a store looks at files and folders while runs are imported. */
import fs, { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRecord } from '../../records/testing/sample-record.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

let looks = 0;
type Look = (...args: unknown[]) => unknown;
const counted = (of: object, name: string): void => {
  const functions = of as Record<string, Look>;
  const look = functions[name]!;
  functions[name] = (...args) => {
    looks++;
    return look(...args);
  };
};
for (const name of ['statSync', 'lstatSync', 'readdirSync']) counted(fs, name);
for (const name of ['stat', 'readdir']) counted(fs.promises, name);

// Imported after that, since an import takes the functions as they are then.
const { RunStore } = await import('../../records/store.ts');
const { keep } = await import('./index.ts');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Looks while as many runs are imported into a results folder of as many sessions. */
async function looksFor(runs: number, sessions: number): Promise<number> {
  const results = join(folder, `${runs}-${sessions}`);
  for (let i = 0; i < sessions; i++) mkdirSync(join(results, `session-${i}`), { recursive: true });
  const records = Array.from({ length: runs }, (_, i) => sampleRecord((r) => Object.assign(r, { id: `run-${i}` })));
  const before = looks;
  const { taken } = await keep(new RunStore(results), { runs: records, refused: [], notes: [] });
  expect(taken).toHaveLength(runs);
  return looks - before;
}

test('a run more in an import asks for as many looks in a folder of many sessions as in one of few', async () => {
  const [few, many] = [5, 200];
  const perRun = async (sessions: number) => (await looksFor(30, sessions)) - (await looksFor(2, sessions));
  expect(await perRun(many)).toBe(await perRun(few));
  expect(await looksFor(3, many)).toBeGreaterThan(many);
});

test('an import takes each id once, wherever a run has it, even one that another process added meanwhile', async () => {
  const store = new RunStore(folder);
  const run = (id: string, session: string) =>
    sampleRecord((r) => {
      r.id = id;
      r.session.id = session;
    });
  const first = await keep(store, {
    runs: [run('a', 'one'), run('b', 'one'), run('a', 'two')],
    refused: [],
    notes: [],
  });
  expect(first).toMatchObject({ taken: ['a', 'b'], already: ['a'] });
  mkdirSync(join(folder, 'by-hand'));
  writeFileSync(join(folder, 'by-hand', 'c.json'), JSON.stringify(run('c', 'by-hand')));
  rmSync(join(folder, 'one', 'b.json'));
  const second = await keep(store, {
    runs: ['a', 'b', 'c', 'd'].map((id) => run(id, 'three')),
    refused: [],
    notes: [],
  });
  expect(second).toMatchObject({ taken: ['b', 'd'], already: ['a', 'c'] });
  expect(await store.problems()).toEqual([]);
});
