import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { summaryLines, type TrialLine } from './interleaved-summary.ts';

test('the page on the method shows what the kept trial shows', () => {
  const [, ...kept] = readFileSync(join(ROOT, 'results/reference/interleaved-trial/quiet.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const lines = kept.map((line) => JSON.parse(line) as TrialLine);
  expect(lines).toHaveLength(10);
  expect(readFileSync(join(ROOT, 'docs/method.md'), 'utf8')).toContain(summaryLines(lines).join('\n'));
});
