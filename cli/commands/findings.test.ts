import { bestOf } from '../../merge/claims/best-size.ts';
import { judgeStudy, newestAttempt } from '../../merge/claims/judge-study.ts';
import { FATAL, makeRow, makeStudy, NEEDS_LITTLE } from '../../merge/claims/testing/study-runs.ts';
import type { Rule } from '../../merge/claims/types.ts';
import { claimChart, hasChart } from '../output/findings/claim-chart.ts';
import { findingsPage } from '../output/findings/findings-page.ts';
import { studyPage } from '../output/findings/study-page.ts';
import { keptFindings, writtenFindings } from './findings.ts';

const kept = await keptFindings();

test('docs/findings.md and docs/findings/ are what the kept records say: ./outcry findings writes them', () => {
  const there = writtenFindings();
  expect([...there.keys()].sort()).toEqual([...kept.keys()].sort());
  for (const [name, text] of kept) expect([name, there.get(name)]).toEqual([name, text]);
});

test('the one page has at most 1,500 words', () => {
  expect(kept.get('findings.md')!.split(/\s+/).length).toBeLessThanOrEqual(1500);
});

const study = makeStudy([
  {
    ...{ ...NEEDS_LITTLE, says: 'Alpha | needs <little>.', doubt: 'Once only.' },
    figures: [
      { of: 'alpha', what: 'CPU', value: 40, unit: '%', ours: 'load/alpha/websocket/serverCpu' },
      { of: 'alpha', what: 'luck', value: 7, unit: '' },
    ],
  },
  { id: 'A-two', says: 'It is unknown.', where: 'page 2', figures: [], untestable: 'no run tells', main: true },
]);
const tooMuch: Rule = { kind: 'level', why: 'Small.', of: 'load/alpha/websocket/serverCpu', unit: '%', most: 1 };
study.claims.push({ ...NEEDS_LITTLE, id: 'A-much', says: 'Alpha needs 1 %.', factor: tooMuch });
study.claims.push({ ...NEEDS_LITTLE, id: 'A-wrong', says: 'Alpha is idle.', rule: tooMuch });
const records = makeRow({ cpu: [10, 11, 9, 10], findings: { 4: FATAL } });
const best = bestOf([judgeStudy(study, newestAttempt('A', records)!, { source: 'Somebody, 2014' })]);

describe('the one page of findings', () => {
  const page = findingsPage([best], ['B']);
  const section = (name: string) => page.split(`## ${name}\n`)[1]!.split('\n## ')[0]!;

  test('has theirs, ours with its interval, the load of both and the rounds', () => {
    expect(section('Confirmed')).toContain(
      '- [`A-one`](findings/study-a.md#a-one) Alpha \\| needs &lt;little>. Theirs 40 % of a core, ours **10 (7.80 to 12.8) % of a core** (server CPU of alpha over websocket (load)). Load: planned 60 console clients, 10 rounds; ours 20 console clients. 3 rounds.',
    );
  });

  test('says apart how much is another', () => {
    expect(section('Confirmed')).toContain('How much changed: theirs 40 %, ours 10 (7.80 to 12.8) %.');
  });

  test('has what changed, and what is not known with the reason', () => {
    expect(section('Changed since')).toContain('Alpha is idle.');
    expect(section('Not known yet')).toContain(
      '*impossible here*: [`A-two`](findings/study-a.md#a-two) It is unknown.',
    );
  });

  test('counts the claims of each study, and names those without runs', () => {
    expect(page).toContain(
      '| [A: Made up](findings/study-a.md) | quick, 2026-01-01 to 2026-01-04 | 2 | 1 | 0 | 0 | 1 |',
    );
    const [whole] = best.sizes;
    const parts = [...whole!.parts, { ...whole!.parts[0]!, id: 'other', session: null, runs: 0 }];
    expect(findingsPage([{ ...best, sizes: [{ ...whole!, parts }] }], [])).toContain('| quick (1 of 2 parts), 2026');
    expect(page).toContain('Without kept runs: study B.');
  });
});

describe('a study of our own', () => {
  const own = bestOf([
    judgeStudy(
      { ...study, claims: study.claims.map((one) => ({ ...one, main: true })) },
      newestAttempt('A', records)!,
      {},
    ),
  ]);

  test('has its answers in a section of its own, and is in no list of what studies said', () => {
    const page = findingsPage([best, own], []);
    const section = page.split('## Study A: Made up\n')[1]!;
    expect(section).toContain(
      '- *holds*: [`A-one`](findings/study-a.md#a-one) Alpha \\| needs &lt;little>. **10 (7.80 to 12.8) %',
    );
    expect(section).toContain('- *does not hold*: [`A-wrong`]');
    expect(section).toContain('- *impossible here*: [`A-two`]');
    expect(
      page
        .split('## Confirmed\n')[1]!
        .split('\n## ')[0]!
        .match(/A-one`/g),
    ).toHaveLength(1);
  });

  test('has a page without columns of theirs', () => {
    const page = studyPage(own);
    expect(page).toContain('This study is our own.');
    expect(page).toContain('| comparison | ours | wanted | rounds | verdict |');
    expect(page).not.toContain('theirs |');
  });
});

describe("a study's page", () => {
  const page = studyPage(best);

  test('has its tables cell by cell beside ours', () => {
    expect(page).toContain('| theirs / **ours** | CPU, % | luck |');
    expect(page).toContain('| alpha | 40 / **10 (7.80 to 12.8)** | 7 / – |');
  });

  test('has a card for each claim, with each comparison and why its bounds are what they are', () => {
    expect(page).toMatch(/### A-much\n[^#]*\*\*holds\*\*; how much: does not hold, by the quick size, 3 rounds\./);
    expect(page).toMatch(
      /\| 40 % \| \*\*10 \(7\.80 to 12\.8\) %\*\* \| at most 1 %<br>\*Small\* \| 3 \| does not hold \|/,
    );
  });

  test('says where, when and with what it was run, and what was skipped', () => {
    expect(page).toContain('The quick size, 4 runs, measured on 2026-01-01 to 2026-01-04 on Made-up CPU');
    expect(page).toContain(
      '20 console clients, 3 rounds (whole: 60 console clients, 10 rounds); 4 runs, 1 of them invalid',
    );
    expect(page).toContain('- Skipped, it takes an hour: `long`');
    expect(page).toContain('With alpha 1.2.3 on node 20.19.0');
  });
});

test("a claim's chart has ours with its interval and the study's figure, and is the same each time", () => {
  const [one, two] = best.claims.map(({ claim }) => claim);
  expect(hasChart(two!)).toBe(false);
  expect(claimChart(one!)).toBe(claimChart(one!));
  expect(claimChart(one!)).toContain('theirs 40, ours 10');
  expect(claimChart(one!)).toContain('&lt;little&gt;');
});
