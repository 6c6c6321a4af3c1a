import ko from 'knockout';
import { judgeStudy, newestAttempt } from '../../../merge/claims/judge-study.ts';
import { FATAL, makeRow, makeStudy, NEEDS_LITTLE } from '../../../merge/claims/testing/study-runs.ts';
import type { JudgedStudy, Rule } from '../../../merge/claims/types.ts';
import type { ChartsPage } from './charts-page.ts';
import { StudyCard } from './study-card.ts';

const ours = 'load/alpha/websocket/serverCpu';
const figures = [
  { of: 'alpha, 60 clients', what: 'CPU', value: 40, unit: '%', ours },
  { of: 'alpha, 60 clients', what: 'load', value: 3, unit: '%', ours, doubt: "the study's own data give 4" },
  { of: 'beta, 60 clients', what: 'CPU', value: 41, unit: '%', ours, doubt: 'Read off a chart.' },
  { of: 'beta, 60 clients', what: 'load', value: 7, unit: '%' },
  { of: 'gamma, 60 clients', what: 'CPU', value: 42, unit: '%' },
];
const study = makeStudy([
  { ...NEEDS_LITTLE, figures },
  { id: 'A-two', says: 'It is unknown.', where: 'page 2', figures: [], untestable: 'nobody could' },
  { ...NEEDS_LITTLE, id: 'A-wrong', says: 'Alpha is idle.', rule: { ...NEEDS_LITTLE.rule, most: 1 } as Rule },
]);
const records = makeRow({ cpu: [10, 11, 9, 10], findings: { 4: FATAL } });
const judged = judgeStudy(study, newestAttempt('A', records)!, { source: 'Somebody, 2014' });

const cardOf = (report: JudgedStudy | null) => {
  const source = { report: report && { title: '', createdAt: '', study: report } };
  return new StudyCard({
    source,
    selection: ko.observable({ study: null }),
  } as unknown as ChartsPage);
};

test('a report of a study shows how many claims there are of each class, and first those that are not as the study has it', () => {
  const shown = cardOf(judged).shown()!;
  expect(shown.heading).toBe('Study A: Made up');
  expect(shown.facts).toMatch(/^Somebody, 2014\. The quick size: 4 runs, begun on 2026-01-01\. Made-up CPU/);
  expect(shown.tally).toBe('Of 3 claims, holds: 1; the study contradicts itself: 1; not judged: 1.');
  expect(shown.claims.map(({ id, verdict, tone }) => [id, verdict, tone])).toEqual([
    ['A-wrong', 'the study contradicts itself', 'none'],
    ['A-one', 'holds', 'better'],
    ['A-two', 'not judged', 'none'],
  ]);
});

test("a study's tables have its figures, ours beside each, and no row or column without ours", () => {
  const { tables, doubts } = cardOf(judged).shown()!;
  expect(tables).toMatchObject([{ caption: 'page 1, 60 clients', columns: ['CPU, %', 'load, %'] }]);
  expect(tables[0]!.rows).toEqual([
    {
      label: 'alpha',
      cells: [[{ theirs: '40', ours: '10 (7.80–12.8)' }], [{ theirs: '3 (its data: 4)', ours: '10 (7.80–12.8)' }]],
    },
    { label: 'beta', cells: [[{ theirs: '41*', ours: '10 (7.80–12.8)' }], [{ theirs: '7', ours: '–' }]] },
  ]);
  expect(doubts).toBe('Read off a chart.');
});

const claimIn = (claims: JudgedStudy['claims'], id = 'A-one') =>
  cardOf({ ...judged, claims })
    .shown()!
    .claims.find((claim) => claim.id === id)!;

test("beside ours stand the study's own outcome and that of the runs that come with Outcry", () => {
  const [claim] = judged.claims;
  const evidence = claim!.evidence.map((one) => ({
    ...one,
    kept: { value: 20, low: null, high: null, size: one.size },
  }));
  const shown = claimIn([{ ...claim!, evidence }]);
  expect(shown.short).toBe('The study 40 % of a core; here 10 % of a core (7.80–12.8).');
  expect(shown.evidence[0]!.ours).toBe(
    '10 % of a core (7.80–12.8); the study 40 % of a core; the runs that come with Outcry 20 % of a core',
  );
});

test("a claim that its own study contradicts has the study's figure that does, with ours or without", () => {
  const [, , wrong] = judged.claims;
  expect(claimIn([wrong!], 'A-wrong').short).toBe(
    "The study's own 40 % of a core fail it; here 10 % of a core (7.80–12.8).",
  );
  const evidence = wrong!.evidence.map((one) => ({ ...one, value: null }));
  expect(claimIn([{ ...wrong!, evidence }], 'A-wrong').short).toBe("The study's own 40 % of a core fail it.");
});

test('a claim has its comparisons, and the remarks of its runs', () => {
  const shown = claimIn(judged.claims);
  expect(shown.evidence).toMatchObject([
    { what: 'server CPU of alpha over websocket (load)', wanted: 'wanted at most 50 % of a core (Made up); 3 rounds' },
  ]);
  expect(shown.remarks).toEqual(['alpha over websocket (load): 1 of 4 runs do not count: messages-lost']);
});

test('a claim without a verdict draws no chart until it is unfolded', () => {
  const open = claimIn(judged.claims, 'A-two');
  const toggle = (to: boolean) => open.toggled(null, { target: { open: to } } as unknown as Event);
  expect([open.isDrawn(), claimIn(judged.claims).isDrawn()]).toEqual([false, true]);
  toggle(true);
  expect(open.isDrawn()).toBe(true);
  toggle(false);
  expect(open.isDrawn()).toBe(false);
});

test('a claim says how much beside its headline, where that is judged', () => {
  const [claim] = judged.claims;
  const factor = { ...claim!, class: 'differs now' as const, reason: null };
  expect(claimIn([{ ...claim!, factor }])).toMatchObject({ verdict: 'holds; how much: differs now', reason: null });
  expect(claimIn([{ ...claim!, factor }]).evidence).toHaveLength(2);
  expect(claimIn([{ ...claim!, factor: { ...factor, class: 'not judged' } }]).verdict).toBe('holds');
});

test('counts that are as they must be are one line, others are a line each', () => {
  const [claim] = judged.claims;
  const [first] = claim!.evidence;
  const count = { ...first!, what: 'runs', value: 3, runs: 3, unit: 'runs' };
  const evidence = [
    count,
    first!,
    { ...count, value: 0, runs: 1 },
    { ...count, value: 2, verdict: 'does not hold' as const },
  ];
  expect(
    claimIn([{ ...claim!, evidence }]).evidence.map(({ what, ours, wanted }) => [what, ours, wanted].join(' | ')),
  ).toEqual([
    'counts and flags of 2 rows, in each run | as the claim requires | 1 round',
    expect.stringContaining('server CPU of alpha'),
    expect.stringMatching(/^runs \| 2 runs/),
  ]);
});

test("a doubt is the study's, unless the study is our own", () => {
  const [claim] = judged.claims;
  const claims = [{ ...claim!, doubt: 'Once only.' }];
  const doubtOf = (source: string | null) => cardOf({ ...judged, source, claims }).shown()!.claims[0]!.doubt;
  expect([doubtOf('Somebody, 2014'), doubtOf(null)]).toEqual(['Doubtful in the study: Once only.', 'Once only.']);
});

test('a claim that is not judged says why, and one on counts alone that they decide', () => {
  expect(claimIn(judged.claims, 'A-two')).toMatchObject({
    reason: 'nobody could',
    short: 'nobody could.',
    evidence: [],
  });
  const [claim] = judged.claims;
  const evidence = claim!.evidence.map((one) => ({ ...one, unit: 'runs' }));
  expect(claimIn([{ ...claim!, evidence }]).short).toBe('In each run the counts and flags decide.');
});

test('without a study there is nothing', () => {
  const card = cardOf(null);
  expect([card.shown(), card.links()]).toEqual([null, []]);
});
