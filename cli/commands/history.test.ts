import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { runsNamed } from '../options/runs-named.ts';
import { historyText } from '../output/history-text.ts';
import { historiesIn } from './history.ts';

test('the guide shows what the history says of the runs that come with Outcry', async () => {
  const records = (await runsNamed(join(ROOT, 'results/reference/walk'), '', () => {}))!;
  const [history] = await historiesIn(records, 'mean');
  expect(readFileSync(join(ROOT, 'docs/ci-gate.md'), 'utf8')).toContain(historyText(history!));
});
