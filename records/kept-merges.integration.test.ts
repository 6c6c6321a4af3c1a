import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { mergeRuns } from '../merge/index.ts';
import type { Merge } from '../merge/types.ts';
import { ROOT } from '../system/root.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { KEPT_MERGES, mergesOf } from './kept-merges.ts';
import { RunStore, type Selection } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';

let results: string;
beforeEach(() => {
  results = temporaryFolder();
});

const HOUR_AGO = new Date(Date.now() - 3_600_000);
let puts = 0;

/** Puts a record there, later than those before and too long ago to have changed unnoticed. */
function put(id: string, startedAt = '2026-01-02T20:00:00.000Z'): void {
  const record = sampleRecord((each) => Object.assign(each, { id, when: { startedAt, finishedAt: startedAt } }));
  const file = join(results, 'evening', `${id}.json`);
  mkdirSync(join(results, 'evening'), { recursive: true });
  writeFileSync(file, JSON.stringify(record));
  puts += 1;
  utimesSync(file, HOUR_AGO, new Date(HOUR_AGO.getTime() + 1000 * puts));
}

function replace(id: string, other: string): void {
  rmSync(join(results, 'evening', `${id}.json`));
  put(other);
}

const freshStore = (): RunStore => new RunStore(results, { folder: join(results, '.indexes') });
const keptFiles = (): string[] => readdirSync(join(results, KEPT_MERGES));

interface Asked {
  includeInvalid?: boolean;
  code?: string;
  change?: (selection: Selection) => Partial<Selection>;
}

/** Merges all runs as a new process would. @returns also how many records were read for that */
async function merge({ includeInvalid = false, code = 'a', change = () => ({}) }: Asked = {}) {
  const store = freshStore();
  const selection = await store.selection({});
  let read = 0;
  const records = async () => {
    const all = await selection.records();
    read = all.length;
    return all;
  };
  const counted: Selection = { ...selection, records, ...change(selection) };
  const merges = await mergesOf(store, counted, { includeInvalid }, { from: 3, code });
  return { merges, read };
}

const mergedAnew = async (includeInvalid = false): Promise<Merge[]> =>
  mergeRuns(await freshStore().records(), { includeInvalid });

test('merges of interleaved runs are exactly the same when they are kept', async () => {
  cpSync(join(ROOT, 'results', 'example'), results, { recursive: true });
  for (const session of readdirSync(results)) {
    utimesSync(join(results, session, 'records.json.gz'), HOUR_AGO, HOUR_AGO);
  }
  const anew = await mergedAnew();
  expect(
    anew.some(({ metrics }) => Object.values(metrics).some((one) => one.kind === 'trend' && one.sliceMedians)),
  ).toBe(true);
  const first = await merge();
  expect(first.read).toBeGreaterThan(30);
  expect(first.merges).toStrictEqual(anew);
  const second = await merge();
  expect(second.read).toBe(0);
  expect(second.merges).toStrictEqual(anew);
});

describe('merges that are kept', () => {
  beforeEach(async () => {
    for (const id of ['one', 'two', 'three']) put(id);
    expect((await merge()).read).toBe(3);
    expect((await merge()).read).toBe(0);
  });

  test.each<[string, () => void, Asked]>([
    ['a record is added', () => put('four'), {}],
    ['a record is changed', () => put('two', '2026-01-03T20:00:00.000Z'), {}],
    ['a record is replaced', () => replace('one', 'four'), {}],
    ['invalid runs are asked for too', () => {}, { includeInvalid: true }],
    ['other code merges', () => {}, { code: 'b' }],
  ])('are not used when %s', async (_, act, asked) => {
    act();
    const { merges, read } = await merge(asked);
    expect(read).toBeGreaterThanOrEqual(3);
    expect(merges).toStrictEqual(await mergedAnew(asked.includeInvalid));
    expect((await merge(asked)).read).toBe(0);
  });

  test.each<[string, (file: string) => void]>([
    ['cut', (file) => truncateSync(file, 200)],
    ['emptied', (file) => truncateSync(file, 0)],
    ['of another form', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('merges@1', 'merges@0'))],
    ['of other runs', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/"key":"..../, '"key":"none'))],
  ])('are made again when their file is %s', async (_, spoil) => {
    spoil(join(results, KEPT_MERGES, keptFiles()[0]!));
    expect(await merge()).toEqual({ merges: await mergedAnew(), read: 3 });
    expect((await merge()).read).toBe(0);
  });

  test('are removed when many others were used later', async () => {
    const file = join(results, KEPT_MERGES, keptFiles()[0]!);
    utimesSync(file, HOUR_AGO, HOUR_AGO);
    for (let code = 0; code < 32; code++) await merge({ code: `${code}` });
    expect(keptFiles()).toHaveLength(32);
    expect((await merge()).read).toBe(3);
  });
});

describe('merges are not kept', () => {
  beforeEach(() => {
    for (const id of ['one', 'two', 'three']) put(id);
  });

  test('of few runs', async () => {
    rmSync(join(results, 'evening', 'one.json'));
    await merge();
    expect(readdirSync(results)).not.toContain(KEPT_MERGES);
  });

  test('when a file may still change unnoticed', async () => {
    utimesSync(join(results, 'evening', 'one.json'), new Date(), new Date());
    await merge();
    expect(readdirSync(results)).not.toContain(KEPT_MERGES);
  });

  test('when a file changed while they were made', async () => {
    const records = (selection: Selection) => async () => {
      put('two', '2026-01-03T20:00:00.000Z');
      return await selection.records();
    };
    await merge({ change: (selection) => ({ records: records(selection) }) });
    expect(readdirSync(results)).not.toContain(KEPT_MERGES);
  });

  test('where nothing can be written, and reading goes on', async () => {
    writeFileSync(join(results, KEPT_MERGES), 'a file in its place');
    chmodSync(results, 0o555);
    expect(await merge()).toEqual({ merges: await mergedAnew(), read: 3 });
    expect(await merge()).toEqual({ merges: await mergedAnew(), read: 3 });
    chmodSync(results, 0o755);
  });
});
