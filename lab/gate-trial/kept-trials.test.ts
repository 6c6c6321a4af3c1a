import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { summaryOf } from './gate-summary.ts';
import { TrialLog } from './sealed-log.ts';

const TRIALS = join(ROOT, 'results/reference/gate-trial');

test.each(readdirSync(TRIALS))(
  'the guide shows what the trial %s shows, whose choices are those that were sealed',
  (file) => {
    const guide = readFileSync(join(ROOT, 'docs/ci-gate.md'), 'utf8');
    expect(guide).toContain(summaryOf(new TrialLog(join(TRIALS, file), null).revealed).lines.join('\n'));
  },
);
