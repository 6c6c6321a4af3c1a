import { choiceOf } from '../../merge/choice/choice.ts';
import { findingsOf } from '../../merge/choice/findings.ts';
import { bestOf } from '../../merge/claims/best-size.ts';
import { judgeStudy, newestAttempt } from '../../merge/claims/judge-study.ts';
import { Rows } from '../../merge/claims/study-rows.ts';
import { FATAL, makeRow, makeStudy, NEEDS_LITTLE } from '../../merge/claims/testing/study-runs.ts';
import type { Rule } from '../../merge/claims/types.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { choiceText } from '../output/findings/choice.ts';
import { findingsPage } from '../output/findings/findings-page.ts';
import { studyPage } from '../output/findings/study-page.ts';
import { wantedFindings, writtenFindings } from './findings.ts';

const kept = await wantedFindings();

test('docs/findings.md and docs/findings/ are what the kept records say: ./outcry findings writes them', () => {
  const there = writtenFindings();
  expect([...there.keys()].sort()).toEqual([...kept.keys()].sort());
  for (const [name, text] of kept) expect([name, there.get(name)]).toEqual([name, text]);
});

/** Bars of tables are no words. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

test('the one page fits a screen', () => {
  const page = kept.get('findings.md')!;
  expect([page.split('\n').length <= 80, wordsIn(page) <= 1150]).toEqual([true, true]);
});

test("each study's page has at most 150 lines, all of them at most 7,000 words, and there is no other file", () => {
  const { 'findings.md': _, 'recovery.md': __, ...pages } = Object.fromEntries(kept);
  expect(Object.keys(pages)).toEqual([...'abcdefgh'].map((id) => `findings/study-${id}.md`));
  const long = Object.entries(pages).filter(([, text]) => text.split('\n').length > 150);
  expect(long.map(([name]) => name)).toEqual([]);
  expect(Object.values(pages).reduce((sum, text) => sum + wordsIn(text), 0)).toBeLessThanOrEqual(7000);
});

const ours = 'load/alpha/websocket/serverCpu';
const tooMuch: Rule = { kind: 'level', why: 'Small.', of: ours, unit: '%', most: 1 };
const ofTable = (of: string) => `${of}, 60 clients`;
const study = makeStudy([
  {
    ...{ ...NEEDS_LITTLE, says: 'Alpha | needs <little>.', doubt: 'Once only.', main: true },
    figures: [
      { of: 'alpha', what: 'CPU', value: 40, unit: '%', ours },
      { of: 'alpha', what: 'luck', value: 7, unit: '' },
    ],
  },
  { id: 'A-two', says: 'It is unknown.', where: 'page 2', figures: [], untestable: 'no run tells', main: true },
  { id: 'A-three', says: 'So is this.', where: 'page 2', figures: [], untestable: 'no run tells' },
  { ...NEEDS_LITTLE, id: 'A-much', says: 'Alpha needs 1 %.', factor: tooMuch },
  { ...NEEDS_LITTLE, id: 'A-wrong', says: 'Alpha is idle.', rule: tooMuch, main: true },
  {
    ...{ ...NEEDS_LITTLE, id: 'A-table', where: 'page 9' },
    figures: [
      { of: ofTable('alpha'), what: 'CPU', value: 40, unit: '%', ours, doubt: 'Read off a chart.' },
      { of: ofTable('alpha'), what: 'load', value: 3, unit: '%', ours, doubt: "the study's own data give 4" },
      { of: ofTable('alpha'), what: 'load', value: 5, unit: '%', ours },
      { of: ofTable('beta'), what: 'CPU', value: 41, unit: '%', ours },
      { of: ofTable('beta'), what: 'load', value: 7, unit: '%' },
      { of: ofTable('beta'), what: 'luck', value: 7, unit: '' },
      { of: ofTable('delta'), what: 'CPU', value: 43, unit: '%', ours },
      { of: ofTable('gamma'), what: 'CPU', value: 42, unit: '%' },
    ],
  },
]);
const records = makeRow({ cpu: [10, 11, 9, 10], findings: { 4: FATAL } });
const best = bestOf([judgeStudy(study, newestAttempt('A', records)!, { source: 'Somebody, 2014' })]);

describe('the one page of findings', () => {
  const page = findingsPage(findingsOf([best], ['B'], () => null));

  test('counts the claims of each study by class, and names studies without runs', () => {
    expect(page).toContain('| [A: Made up](findings/study-a.md) | 3 | 0 | 0 | 1 | 0 | 2 |');
    expect(page).toContain('Without kept runs: study B.');
  });

  test('names the main claims without a verdict', () => {
    expect(page).toContain(['Main claims, not judged:', '', '- It is unknown (`A-two`)', ''].join('\n'));
    expect(page).not.toContain('`A-three`');
  });
});

describe('what a person who chooses takes from it', () => {
  const NAMES = ['alpha', 'beta', 'gamma'];
  const [load] = study.parts;
  const plan = {
    ...study,
    aboutLatency: 'Of gamma there is more to say.',
    parts: [{ ...load!, id: 'broadcast', frameworks: NAMES }],
  };
  /**
   * @param gamma its latency, ms; that of the others is 10
   * @param measured frameworks with runs
   * @param cpu of each of them in every second, % of one core; default: unknown
   * @param further runs
   */
  const textOf = (gamma: number, measured = NAMES, cpu: number[] = [], further: RunRecord[] = []) => {
    const records = measured.flatMap((framework, index) => {
      const seconds = Array.from({ length: 16 }, () => (framework === 'gamma' ? gamma : 10));
      const samples = cpu.length === 0 ? [] : seconds.map(() => cpu[index]!);
      return makeRow({ part: 'broadcast', framework, cpu: [10, 11, 12], seconds }).map(
        (run) =>
          ({ ...run, metrics: { ...run.metrics, serverCpu: { ...run.metrics.serverCpu, samples } } }) as RunRecord,
      );
    });
    const when = { first: '2026-01-01T10:00:00Z', last: '2026-01-01T11:00:00Z' };
    const kept = { study: plan, rows: new Rows([...records, ...further]), when };
    return choiceText(choiceOf((id, size) => (id === 'A' && size !== 'quick' ? kept : null))).join('\n');
  };

  test('says which frameworks latency does not tell apart from the first, as the runs have it', () => {
    expect(textOf(10)).toContain('**Latency is no reason to prefer one of alpha, beta and gamma**');
    expect(textOf(20)).toContain('**Latency is no reason to prefer one of alpha and beta**');
    expect(textOf(20)).toContain('over WebSocket it is, in times that of alpha: beta 1, gamma 2 (60 clients');
    expect(textOf(20)).toMatch(/2026-01-01\)\. Of gamma there is more to say\.$/m);
  });

  test('says that cost is alike where no interval excludes it, and not where one is unknown', () => {
    expect(textOf(20, NAMES, [10, 10, 10])).toContain('2. **Cost is alike**');
    expect(textOf(20, NAMES, [10, 10, 20])).toContain('2. **Cost tells them apart**');
    expect(textOf(20)).toContain('2. **Cost**: ');
  });

  test('says nothing of frameworks without runs', () => {
    const text = textOf(10, ['alpha']);
    expect(text).toContain('1. **Latency**: over WebSocket it is, in times that of alpha: beta –, gamma –');
    expect(text).toContain('2. **Cost**: ');
  });

  test('has a dash for what was not measured, and no column of what was measured of no row', () => {
    expect(textOf(20)).toContain('| over WebSocket | latency, ms | p99, ms | memory at this load, MB |');
    expect(textOf(20)).toMatch(/\| gamma \| 20 \| [^|]+ \| 75\.4 \|/);
    expect(textOf(20)).toContain('in times one over a WebSocket, – until its reply');
  });

  test('says where bytes were counted in other runs than the rest', () => {
    const counted = (bytes?: true) =>
      makeRow({ part: 'broadcast', cpu: [500, 500, 500], ...(bytes ? { bytes } : {}) }).map(
        (run): RunRecord => ({ ...run, metrics: { ...run.metrics, bytesPerDelivery: run.metrics.serverCpu! } }),
      );
    const apart = 'Bytes are counted in runs of their own.';
    expect(textOf(20, NAMES, [], counted(true))).toContain(apart);
    expect(textOf(20, [], [], counted())).toContain('bytes per delivery');
    expect(textOf(20, [], [], counted())).not.toContain(apart);
  });

  test('is nothing without the runs that it rests on', () => {
    expect(choiceText(choiceOf(() => null))).toEqual([]);
  });
});

describe("a study's page", () => {
  const page = studyPage(best);

  test('has its tables cell by cell beside ours, without rows and columns that have none of ours', () => {
    expect(page).toContain(['| page 9, 60 clients, % | CPU | load |', '|---|---|---|'].join('\n'));
    expect(page).toContain('| alpha | 40\\* / **10 (7.80–12.8)** | 3 (its data: 4), 5 / **10 (7.80–12.8)** |');
    expect(page).toContain('| beta | 41 / **10 (7.80–12.8)** | 7 / – |');
    expect(page).toContain('\n\\* Read off a chart.\n');
    expect(page).not.toMatch(/gamma|luck/);
  });

  test('has an item for a place with few figures of ours', () => {
    expect(page).toContain('- page 1, CPU, %: alpha: 40 / **10 (7.80–12.8)**\n');
  });

  test('has one row for rounds of the study that have the same figures of ours beside them', () => {
    const round = (number: number, value: number, what = 'CPU') =>
      ({ of: `alpha, round ${number}, 60 clients`, what, value, unit: '%', ours }) as const;
    const rounds = [1, 2, 3].flatMap((number) => [round(number, 40 + number), round(number, 7, 'load')]);
    const other = { of: ofTable('beta, round 1'), what: 'CPU', value: 50, unit: '%', ours };
    const claim = { ...NEEDS_LITTLE, where: 'page 9', figures: [...rounds, other] };
    const judged = judgeStudy(makeStudy([claim]), newestAttempt('A', records)!, { source: 'Somebody, 2014' });
    const text = studyPage(bestOf([judged]));
    expect(text).toContain(
      '| alpha, round 1, round 2, round 3 | 41, 42, 43 / **10 (7.80–12.8)** | 7, 7, 7 / **10 (7.80–12.8)** |',
    );
    expect(text).toContain('| beta, round 1 | 50 / **10 (7.80–12.8)** |  |');
  });

  test('has a row for each claim that is judged', () => {
    expect(page).toContain(
      '| Alpha needs 1 % | 40 | **10 (7.80–12.8)** % of a core | holds; how much: the study contradicts itself (quick) |',
    );
  });

  test('lists the other claims by the reason why no run can tell', () => {
    expect(page).toContain('\n\nNot judged:\n\n- *no run tells*:\n  - It is unknown\n  - So is this\n');
    expect(page.match(/no run tells/g)).toHaveLength(1);
    const [judged] = best.claims;
    const open = { ...judged!, verdict: 'cannot be tested here' as const };
    const alone = { ...open, class: 'not judged' as const, reason: 'too few rounds', evidence: [] };
    expect(studyPage({ ...best, claims: [alone] })).toContain('\n\n- Alpha \\| needs &lt;little>: *too few rounds*\n');
    const short = { ...open, class: 'needs a bigger load machine' as const };
    expect(studyPage({ ...best, claims: [short] })).toContain(
      '\n\nNeeds a bigger load machine:\n\n- Alpha \\| needs &lt;little> (40 / **10 (7.80–12.8)** % of a core (quick))\n',
    );
  });

  test('names claims that wait for runs by their ids, and the one page counts the main ones', () => {
    const [judged] = best.claims;
    const [first] = judged!.evidence;
    const missing = { ...first!, verdict: 'cannot be tested here' as const, value: null, open: 'not run' as const };
    const waiting = { ...judged!, verdict: missing.verdict, class: 'not judged' as const, evidence: [missing] };
    const later = { ...best, claims: [waiting] };
    expect(studyPage(later)).toContain(`\n\nNot judged:\n\n- Runs are missing: \`${waiting.id}\``);
    const one = findingsPage(findingsOf([later], [], () => null));
    expect(one).toContain('Main claims whose runs are not all kept: 1 of study A.');
    expect(one).not.toContain('What we do not know');
  });

  test('says where, when and with what it was run, and what differs', () => {
    expect(page).toContain('Run: quick, 2026-01-01 to 2026-01-04 (4 runs). On Made-up CPU');
    expect(page).toContain('With alpha 1.2.3 on node 20.19.0.');
    expect(page).toContain('What differs from the study: Nothing is as it was. Half of it.');
    const [size] = best.sizes;
    const parts = [
      { ...size!.parts[0]!, saturated: 2 },
      { ...size!.parts[0]!, id: 'other', runs: 0 },
    ];
    expect(studyPage({ ...best, sizes: [{ ...size!, parts }] })).toContain('(1 of 2 parts, 2 of 4 runs saturated)');
  });

  test('of our own has no column of theirs', () => {
    const own = studyPage({ ...best, source: null });
    expect(own).toContain('A study of our own.');
    expect(own).toContain('| claim | ours | class; how much, if another |');
    expect(own).toContain('| Alpha is idle | **10 (7.80–12.8)** % | the study contradicts itself (quick) |');
  });
});
