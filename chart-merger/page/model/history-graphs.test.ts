import { mergeRuns } from '../../../merge/index.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { historiesIn, historyGraphs, historyTexts } from './history-graphs.ts';
import type { Entry } from './row-texts.ts';

const versions = (...latencies: number[]): RunRecord[] =>
  latencies.flatMap((latencyMs, index) =>
    makeRuns(6, { session: 'one', latencyMs, seed: index, identity: { version: `4.${index}.0` } }),
  );

const entriesOf = (records: RunRecord[]): Entry[] =>
  mergeRuns(records).map((merge) => ({
    ...{ id: merge.key, label: merge.key, short: merge.key, merge },
    style: { colour: 'red', marker: 0, dash: 'Solid', hollow: false },
  }));

test('a figure has a point for each version, with its interval, and a mark at its change', () => {
  const entries = entriesOf(versions(8, 8.05, 12, 12.1));
  const histories = historiesIn(entries, []);
  const [first, ...more] = historyGraphs(histories, entries);
  expect(more.length).toBeGreaterThan(0);
  expect(first).toMatchObject({ section: 'history', x: 'versions', rows: ['4.0.0', '4.1.0', '4.2.0', '4.3.0'] });
  for (const { y, low, high } of first!.series[0]!.points) {
    expect(low!).toBeLessThan(y!);
    expect(high!).toBeGreaterThan(y!);
  }
  expect(first!.marks).toEqual([{ x: 2, text: expect.stringMatching(/^1\.[45]\d ×$/) }]);
  expect(historyTexts(histories, entries)[0]).toMatch(
    /by version, in the same rounds\. Latency from sent changed at 4\.2\.0 to /,
  );
});

test('two versions are a comparison, and sessions apart have no history here', () => {
  expect(historiesIn(entriesOf(versions(8, 8.05)), [])).toEqual([]);
  const apart = versions(8, 8, 8).map((run, index) => ({ ...run, session: { ...run.session, id: `s${index}` } }));
  expect(historiesIn(entriesOf(apart), [])).toEqual([]);
});
