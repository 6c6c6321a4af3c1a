/** The merge against raw data that nobody here made: study A's, read from beside the checkout where they are. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Merge, type MergedTrend, mergeRuns } from '../../merge/index.ts';
import { ROOT } from '../../system/root.ts';
import { importFiles } from '../../web-api/import/index.ts';

const FOLDER = join(ROOT, '..', 'shared', 'reference', 'study-2014');
const FILES = [
  ['websockets.json', 'websocket'],
  ['polling.json', 'polling'],
] as const;
const present = FILES.every(([name]) => existsSync(join(FOLDER, name)));

if (!present) {
  test.skip(`study A's raw files are not at ${FOLDER}: the merge of its runs is not checked`, () => {});
} else {
  describe("study A's runs, merged", () => {
    const data = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    const runs = FILES.flatMap(([name, transport]) => importFiles([{ name, data: data(name) }], transport).runs);
    const merges = mergeRuns(runs);
    const latencyOf = ({ metrics }: Merge) => metrics.fromSent as MergedTrend | undefined;
    const windowOf = (merge: Merge) => latencyOf(merge)?.window ?? null;
    /** Merges with latencies over `transport`, fastest first: the frameworks have no names outside `apps/`. */
    const over = (transport: string): Merge[] =>
      merges
        .filter((merge) => merge.combination.transport === transport && windowOf(merge) !== null)
        .sort((a, b) => windowOf(a)!.average - windowOf(b)!.average);

    // Averages of the merged per-second means over seconds 5..14, as the reference's README lists them; high and low
    // as in the thesis's table 10-4, where its raw data bear them out.
    test.each<[string, [average: number, high: number, low: number | null][]]>([
      [
        'websocket',
        [
          [6.053, 7.4, 5.3],
          [16.759, 29.0, 12.9],
          [18.412, 23.6, 14.2],
          [61.183, 63.1, 59.2],
          [75.973, 85.4, 69.9],
        ],
      ],
      [
        'polling',
        [
          [161.728, 247.9, null],
          [605.581, 666.8, 553.5],
        ],
      ],
      ['ws-polling', [[61.78, 79.5, 44.4]]],
    ])('have the averages of the reference over %s', (transport, expected) => {
      const found = over(transport);
      expect(found).toHaveLength(expected.length);
      for (const [index, [average, high, low]] of expected.entries()) {
        const merge = found[index]!;
        const window = windowOf(merge)!;
        expect(merge).toMatchObject({ kind: 'imported', runs: 10 });
        expect(window).toMatchObject({ fromSecond: 5, toSecond: 14 });
        expect(Math.abs(window.average - average)).toBeLessThan(0.001);
        expect(window.high).toBeCloseTo(high, 1);
        if (low !== null) expect(window.low).toBeCloseTo(low, 1);
      }
    });

    test('do not average in a second that one run of ten has as if all had it', () => {
      const lonely = over('websocket').filter((merge) => latencyOf(merge)!.series!.n.includes(1));
      expect(lonely).toHaveLength(1);
      const { overtime } = lonely[0]!;
      expect(latencyOf(lonely[0]!)!.series!.n[15]).toBe(1);
      expect(overtime[15]).toBe(true);
      expect(overtime.slice(0, 15)).not.toContain(true);
    });
  });
}
