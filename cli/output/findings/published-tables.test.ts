import { judgeStudy, newestAttempt } from '../../../merge/claims/judge-study.ts';
import { makeRow, makeStudy, NEEDS_LITTLE } from '../../../merge/claims/testing/study-runs.ts';
import { tablesText } from './published-tables.ts';

const records = makeRow({ cpu: [10, 11, 9], seconds: [4, 6, 8] });

/** The tables of a claim with these figures of each of `of`: what they are, and over which seconds. */
function tableOf(of: string[], figures: Record<string, string>): string {
  const all = of.flatMap((each) =>
    Object.entries(figures).map(([what, seconds]) => ({
      ...{ of: each, what, value: 1, unit: 'ms' },
      ours: `load/alpha/websocket/fromSent.${seconds}`,
    })),
  );
  const study = makeStudy([{ ...NEEDS_LITTLE, where: 'page 9', figures: all }]);
  return tablesText(judgeStudy(study, newestAttempt('A', records)!, { source: 'Somebody, 2014' }).claims).join('\n');
}

const ROWS = ['red', 'green', 'blue'];

test('a table has no columns of extreme seconds', () => {
  const text = tableOf(ROWS, { mean: '0-2s', worst: 'highest-0-2s', best: 'lowest-0-2s' });
  expect(text).toContain('| page 9 | mean, ms |\n|---|---|\n| red | 1 / **6** |\n');
  expect(text).not.toMatch(/worst|best/);
});

test('of these alone, and in a list, they stay', () => {
  expect(tableOf(ROWS, { worst: 'highest-0-2s', best: 'lowest-0-2s' })).toContain('| red | 1 / **8** | 1 / **4** |');
  expect(tableOf(['red'], { mean: '0-2s', worst: 'highest-0-2s' })).toContain('worst, ms: 1 / **8**');
});
