import { mergeRuns } from '../merge/index.ts';
import type { RunStore } from '../records/store.ts';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { MergeCache } from './routes/merges.ts';

/** Of a store only what a cache asks for; counts how often records are read. */
function storeOf(record = sampleRecord()) {
  const store = {
    state: 'one',
    reads: 0,
    selection: async () => ({
      state: store.state,
      runs: 1,
      records: async () => {
        store.reads += 1;
        return [record];
      },
    }),
  };
  return store;
}

describe('merges', () => {
  test('asked for again are answered without reading a record, until a file changes', async () => {
    const store = storeOf();
    const cache = new MergeCache(store as unknown as RunStore);
    const expected = JSON.stringify(mergeRuns([sampleRecord()]));
    expect(await cache.answer({}, false)).toBe(expected);
    expect(await cache.answer({}, false)).toBe(expected);
    expect(store.reads).toBe(1);
    store.state = 'two';
    expect(await cache.answer({}, false)).toBe(expected);
    expect(store.reads).toBe(2);
  });

  test('with invalid runs are others than without', async () => {
    const store = storeOf(
      sampleRecord((r) => {
        r.validity = [{ code: 'messages-lost', level: 'fatal', message: '3 lost' }];
      }),
    );
    const cache = new MergeCache(store as unknown as RunStore);
    expect(JSON.parse(await cache.answer({}, false))).toMatchObject([{ runs: 0 }]);
    expect(JSON.parse(await cache.answer({}, true))).toMatchObject([{ runs: 1 }]);
  });
});
