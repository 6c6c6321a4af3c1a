import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../system/root.ts';
import { TrialLog } from './sealed-log.ts';
import { summaryOf } from './trial-summary.ts';

const TRIALS = join(ROOT, 'results/reference/trials');
const GUIDE = readFileSync(join(ROOT, 'docs/ci-gate.md'), 'utf8');

test.each(readdirSync(TRIALS).filter((file) => file.startsWith('gate-')))(
  'a guide shows what the trial %s shows, whose choices are those that were sealed',
  (file) => {
    const log = new TrialLog(join(TRIALS, file), null);
    const text = summaryOf(log.revealed, log.head!.asked).lines.join('\n');
    expect(GUIDE.includes(text)).toBe(true);
  },
);
