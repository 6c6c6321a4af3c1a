import { mergeRuns } from '../../../merge/index.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import type { Column } from './layout.ts';
import { cellOf, isShort } from './table-cells.ts';

const column = (metric: string, figure: Column['figure']): Column => ({
  ...{ metric, figure, head: '', group: null, title: '', strong: false, order: null, scale: 1, interval: true },
});

describe('a cell', () => {
  const runs = makeRuns(10);
  for (const run of runs.slice(2)) run.metrics.fromSent = { ...run.metrics.fromSent, series: null, distribution: null };
  const [merge] = mergeRuns(runs);

  test.each(['mean', 'window'] as const)(
    'says from how many runs its %s comes where not all of the row have one',
    (figure) => {
      expect(cellOf(merge!, column('fromSent', figure)).text).toMatch(/^\d.*\(2 of 10 runs\)$/);
    },
  );

  test('of the whole test says so too, and is still marked as one', () => {
    const short = { params: { rate: 2, messages: 8, payload: 0, phase: 'spread' } };
    const [one, other, third] = makeRuns(3, { identity: short });
    third!.metrics.fromSent = { ...third!.metrics.fromSent, series: null, distribution: null };
    const cell = cellOf(mergeRuns([one!, other!, third!])[0]!, column('fromSent', 'window'));
    expect(cell.text).toContain('(2 of 3 runs)');
    expect(isShort(cell)).toBe(true);
  });

  test('says nothing of the kind where all have it', () => {
    expect(cellOf(merge!, column('serverCpu', 'typical')).text).not.toContain('runs');
  });
});
