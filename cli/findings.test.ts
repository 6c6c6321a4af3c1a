import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeStudy, newestAttempt } from '../merge/claims/judge-study.ts';
import { FATAL, makeRow, makeStudy, NEEDS_LITTLE } from '../merge/claims/testing/study-runs.ts';
import { ROOT } from '../system/root.ts';
import { keptFindings } from './findings.ts';
import { findingsPage } from './findings-page.ts';

test('docs/findings.md is what the kept records say: ./outcry findings writes it', async () => {
  expect(readFileSync(join(ROOT, 'docs', 'findings.md'), 'utf8')).toBe(await keptFindings());
});

describe('the page of findings', () => {
  const study = makeStudy([
    { ...NEEDS_LITTLE, says: 'Alpha | needs <little>.', doubt: 'Once only.' },
    { id: 'A-two', says: 'Nobody knows.', where: 'page 2', figures: [], untestable: 'nobody could' },
  ]);
  const records = makeRow({ cpu: [10, 11, 9, 10], findings: { 4: FATAL } });
  const page = findingsPage([judgeStudy(study, newestAttempt('A', records)!, { source: 'Somebody, 2014' })], ['B']);

  test('has each claim with its verdict, ours with its interval, and from how many runs', () => {
    expect(page).toMatch(
      /\| holds \| server CPU of alpha over websocket \(load\): \*\*10 % of a core \(7\.80 to 12\.8\)\*\* \(wanted at most 50 % of a core; 3 runs\) \|/,
    );
    expect(page).toContain('| `A-two`<br>page 2 | Nobody knows. | cannot be tested here | nobody could |');
  });

  test('says where, when and with what it was run, what was left out, and of which study there is nothing', () => {
    expect(page).toContain('Somebody, 2014. The quick size, 4 runs, begun on 2026-01-01 on Made-up CPU');
    expect(page).toContain(
      '20 console clients, 3 rounds (whole: 60 console clients, 10 rounds); 4 runs, 1 of them invalid',
    );
    expect(page).toContain('- `long`, a long load: left out: it takes an hour');
    expect(page).toContain('- alpha 1.2.3 on node 20.19.0');
    expect(page).toContain('Without kept runs: study B.');
  });

  test('keeps its cells whole, whatever a study says', () => {
    expect(page).toContain('Alpha \\| needs &lt;little>.<br>*Once only.*');
  });

  test('has a heading that its table links to', () => {
    expect(page).toContain('[Study A: Made up](#study-a-made-up)');
    expect(page).toContain('\n## Study A: Made up\n');
  });
});
