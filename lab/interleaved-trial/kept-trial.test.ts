import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { JsonLines } from '../json-lines.ts';
import { summaryLines, type TrialLine } from './interleaved-summary.ts';

const TRIALS = join(ROOT, 'results/reference/interleaved-trial');

const KEPT = { 'delay-10-percent.jsonl': 10, 'delay-20-percent.jsonl': 14 };

test('the trials that are known are kept', () => expect(readdirSync(TRIALS).sort()).toEqual(Object.keys(KEPT)));

test.each(Object.entries(KEPT))('the page on the method shows what the trial %s shows', (file, count) => {
  const log = new JsonLines<TrialLine | object>(join(TRIALS, file), ['{"asked":', '{"number":'], 'a trial');
  const sessions = log.lines.filter((line): line is TrialLine => 'number' in line);
  expect(sessions).toHaveLength(count);
  expect(readFileSync(join(ROOT, 'docs/method.md'), 'utf8')).toContain(summaryLines(sessions).join('\n'));
});
