import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { JsonLines } from '../json-lines.ts';
import { summaryLines, type TrialLine } from './interleaved-summary.ts';

test('the page on the method shows what the kept trial shows', () => {
  const file = join(ROOT, 'results/reference/interleaved-trial/quiet.jsonl');
  const { lines } = new JsonLines<TrialLine | object>(file, ['{"asked":', '{"number":'], 'an interleaved trial');
  const sessions = lines.filter((line): line is TrialLine => 'number' in line);
  expect(sessions).toHaveLength(10);
  expect(readFileSync(join(ROOT, 'docs/method.md'), 'utf8')).toContain(summaryLines(sessions).join('\n'));
});
