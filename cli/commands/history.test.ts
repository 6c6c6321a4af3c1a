import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { runsNamed } from '../options/runs-named.ts';
import { historyText } from '../output/history-text.ts';
import { historiesIn } from './history.ts';

test('the guide shows what the history says of the runs that come with Outcry', async () => {
  const records = (await runsNamed(join(ROOT, 'results/reference/walk'), '', () => {}))!;
  const histories = await historiesIn(records, 'mean');
  const guide = readFileSync(join(ROOT, 'docs/ci-gate.md'), 'utf8');
  expect(histories).toHaveLength(2);
  for (const history of histories) expect(guide).toContain(historyText(history));
});

test('no change is named whose size may be nothing', async () => {
  const records = (await runsNamed(join(ROOT, 'results/reference/walk'), '', () => {}))!;
  // The 99th percentile of the newest Feathers: 0.756 times, and anything from 0.557 to 1.03.
  const [feathers, socketIo] = await historiesIn(records, 'p99');
  expect([feathers!.combination.framework, feathers!.changes]).toEqual(['feathers', []]);
  for (const { ratio } of socketIo!.changes) expect(ratio!.low > 1 || ratio!.high < 1).toBe(true);
});
