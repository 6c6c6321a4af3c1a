import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { JsonLines } from '../json-lines.ts';
import { summaryLines, type TrialLine } from './interleaved-summary.ts';

const TRIALS = join(ROOT, 'results/reference/interleaved-trial');

test.each(readdirSync(TRIALS))('the page on the method shows what the trial %s shows', (file) => {
  const { lines } = new JsonLines<TrialLine | object>(
    join(TRIALS, file),
    ['{"asked":', '{"number":'],
    'an interleaved trial',
  );
  const sessions = lines.filter((line): line is TrialLine => 'number' in line);
  expect(readFileSync(join(ROOT, 'docs/method.md'), 'utf8')).toContain(summaryLines(sessions).join('\n'));
});
