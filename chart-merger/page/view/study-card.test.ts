import ko from 'knockout';
import { judgeStudy, newestAttempt } from '../../../merge/claims/judge-study.ts';
import { FATAL, makeRow, makeStudy, NEEDS_LITTLE } from '../../../merge/claims/testing/study-runs.ts';
import type { JudgedStudy } from '../../../merge/claims/types.ts';
import type { ChartsPage } from './charts-page.ts';
import { StudyCard } from './study-card.ts';

const figure = (value: number) => ({ of: 'alpha, 60 clients', what: 'CPU', value, unit: '%' });
const study = makeStudy([
  { ...NEEDS_LITTLE, figures: [1, 2, 3, 4, 5, 6].map(figure) },
  { id: 'A-two', says: 'It is unknown.', where: 'page 2', figures: [], untestable: 'nobody could' },
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

test('a report of a study shows its claims by their verdicts, with how many there are of each', () => {
  const shown = cardOf(judged).shown()!;
  expect(shown.heading).toBe('Study A: Made up');
  expect(shown.facts).toMatch(/^Somebody, 2014\. The quick size: 4 runs, begun on 2026-01-01\. Made-up CPU/);
  expect(shown.tally).toBe('Of 2 claims 1 holds here and 0 do not. The other 1 cannot be tested here.');
  expect(shown.groups.map(({ heading, claims }) => [heading, claims.map(({ id }) => id)])).toEqual([
    ['holds: 1', ['A-one']],
    ['does not hold: 0', []],
    ['cannot be tested here: 1', ['A-two']],
  ]);
});

test("beside ours stand the study's own outcome and that of the runs that come with Outcry", () => {
  const [claim, ...others] = judged.claims;
  const evidence = claim!.evidence.map((one) => ({ ...one, theirs: 40, kept: { value: 20, low: null, high: null } }));
  const figures = claim!.figures.map((figure) => ({ ...figure, here: { value: 10, low: null, high: null } }));
  const shown = cardOf({ ...judged, claims: [{ ...claim!, evidence, figures }, ...others] }).shown()!;
  const [card] = shown.groups[0]!.claims;
  expect(card!.evidence[0]!.ours).toBe(
    '10 % of a core (7.80–12.8); the study 40 % of a core; the runs that come with Outcry 20 % of a core',
  );
  expect(card!.figures[0]).toBe('CPU (alpha, 60 clients): 1 %; here 10 %');
});

test("a claim has the study's figures, the first of them at once, and ours with its interval", () => {
  const [claim] = cardOf(judged).shown()!.groups[0]!.claims;
  expect(claim!.figures).toHaveLength(4);
  expect(claim!.figures[0]).toBe('CPU (alpha, 60 clients): 1 %');
  expect([claim!.more.length, claim!.moreText]).toEqual([2, '2 more figures']);
  expect(claim!.evidence).toEqual([
    {
      what: 'server CPU of alpha over websocket (load)',
      ours: '10 % of a core (7.80–12.8)',
      wanted: 'wanted at most 50 % of a core (Made up); 3 rounds',
      tone: 'better',
    },
  ]);
  expect(claim!.remarks).toEqual(['alpha over websocket (load): 1 of 4 runs do not count: messages-lost']);
});

test('one more figure is one', () => {
  const [claim, ...others] = judged.claims;
  const five = { ...claim!, figures: claim!.figures.slice(0, 5) };
  const [group] = cardOf({ ...judged, claims: [five, ...others] }).shown()!.groups;
  expect(group!.claims[0]!.moreText).toBe('1 more figure');
});

test('a claim says how much beside its headline', () => {
  const [claim, ...others] = judged.claims;
  const factor = { verdict: 'does not hold' as const, evidence: claim!.evidence, reason: null };
  const [group] = cardOf({ ...judged, claims: [{ ...claim!, factor }, ...others] }).shown()!.groups;
  expect(group!.claims[0]).toMatchObject({ verdict: 'holds; how much: does not hold', reason: null });
  expect(group!.claims[0]!.evidence).toHaveLength(2);
});

test('counts that are as they must be are one line, others are a line each', () => {
  const [claim, ...others] = judged.claims;
  const [first] = claim!.evidence;
  const count = { ...first!, what: 'runs', value: 3, runs: 3, unit: 'runs' };
  const evidence = [
    count,
    first!,
    { ...count, value: 0, runs: 1 },
    { ...count, value: 2, verdict: 'does not hold' as const },
  ];
  const [group] = cardOf({ ...judged, claims: [{ ...claim!, evidence }, ...others] }).shown()!.groups;
  expect(group!.claims[0]!.evidence.map(({ what, ours, wanted }) => [what, ours, wanted].join(' | '))).toEqual([
    'counts and flags of 2 rows, in each run | as the claim requires | 1 round',
    expect.stringContaining('server CPU of alpha'),
    expect.stringMatching(/^runs \| 2 runs/),
  ]);
});

test("a doubt is the study's, unless the study is our own", () => {
  const [claim, ...others] = judged.claims;
  const claims = [{ ...claim!, doubt: 'Once only.' }, ...others];
  const doubtOf = (source: string | null) => cardOf({ ...judged, source, claims }).shown()!.groups[0]!.claims[0]!.doubt;
  expect([doubtOf('Somebody, 2014'), doubtOf(null)]).toEqual(['Doubtful in the study: Once only.', 'Once only.']);
});

test('a claim that cannot be tested says why', () => {
  const [claim] = cardOf(judged).shown()!.groups[2]!.claims;
  expect(claim).toMatchObject({ reason: 'nobody could', figures: [], evidence: [] });
});

test('without a study there is nothing', () => {
  const card = cardOf(null);
  expect([card.shown(), card.links()]).toEqual([null, []]);
});
