import type { Flag } from '../../protocol/run-record.ts';
import { judgeStudy, newestAttempt } from './judge-study.ts';
import { makeRow, makeStudy, WARNING } from './testing/study-runs.ts';
import type { Claim, PartSize, Rule } from './types.ts';

const claim = (id: string, more: Partial<Claim>): Claim => ({
  ...{ id, says: 'It is so.', where: 'page 1', figures: [] },
  ...more,
});
const level = (most: number, of = 'load/alpha/websocket/serverCpu'): Rule => ({
  kind: 'level',
  ...{ why: 'Made up.', of, unit: '%', most },
});
const records = makeRow({ cpu: [10, 11, 9] });
const judged = (claims: Claim[]) => judgeStudy(makeStudy(claims), newestAttempt('A', records)!);

test('each claim has its verdict, and the study how many there are of each', () => {
  const { claims, counts } = judged([
    claim('A-yes', { rule: level(50) }),
    claim('A-no', { rule: level(2) }),
    claim('A-open', { rule: level(1, 'load/beta/sse/serverCpu') }),
    claim('A-never', { untestable: 'nobody could' }),
  ]);
  expect(claims.map(({ verdict, reason, runs }) => [verdict, reason, runs])).toEqual([
    ['holds', null, 3],
    ['does not hold', null, 3],
    ['cannot be tested here', 'there are no runs of beta over sse in "load"', 0],
    ['cannot be tested here', 'nobody could', 0],
  ]);
  expect(counts).toMatchObject({ holds: 1, refuted: 1, 'not judged': 2 });
});

test('one comparison that speaks against a claim is enough, and one that is open keeps it open', () => {
  const open = level(1, 'load/beta/sse/serverCpu');
  const { claims } = judged([
    claim('A-against', { rule: { kind: 'all', of: [open, level(2)] } }),
    claim('A-open', { rule: { kind: 'all', of: [open, level(50)] } }),
  ]);
  expect(claims.map(({ verdict }) => verdict)).toEqual(['does not hold', 'cannot be tested here']);
});

test('the headline alone decides a claim, and how much is judged apart', () => {
  const [one] = judged([claim('A-two', { rule: level(50), factor: level(2) })]).claims;
  expect([one!.verdict, one!.factor!.verdict]).toEqual(['holds', 'does not hold']);
  expect(one!.factor!.evidence[0]!.why).toBe('Made up.');
  const [other] = judged([claim('A-one', { rule: level(50), factor: { untestable: 'no scatter' } })]).claims;
  expect([other!.verdict, other!.factor!.reason]).toEqual(['holds', 'no scatter']);
});

describe('a size that says what it may judge', () => {
  const [load] = makeStudy().parts;
  const studyOf = (quick: Partial<PartSize>) => ({
    ...makeStudy([claim('A-one', { rule: level(50) })]),
    parts: [{ ...load!, quick: { ...(load!.quick as PartSize), ...quick } }],
  });
  const claimOf = (quick: Partial<PartSize>, runs = records) =>
    judgeStudy(studyOf(quick), newestAttempt('A', runs)!).claims[0]!;

  test('judges that and nothing else', () => {
    expect(claimOf({ judges: ['loads'] }).verdict).toBe('holds');
    expect(claimOf({ judges: ['counts', 'times'] })).toMatchObject({
      verdict: 'cannot be tested here',
      reason: 'the quick size of "load" is too small to judge CPU and rates',
    });
  });

  test('takes a short warm-up for a disturbance, unless the plan asks for it', () => {
    const short: Flag = { code: 'warm-up-short', level: 'warning', message: 'Made up.' };
    const cold = makeRow({ cpu: [10, 11, 9], findings: { 1: short, 2: short, 3: short } });
    expect(claimOf({}, cold).reason).toMatch(/was disturbed: warm-up-short in 3 of 3 runs/);
    expect(claimOf({ warmup: 1 }, cold).verdict).toBe('holds');
  });
});

test('rows of which most were disturbed leave a claim open', () => {
  const flag: Flag = { code: 'cpu-by-others', level: 'warning', message: 'Made up.' };
  const runs = makeRow({ cpu: [10, 11, 9], findings: { 2: flag, 3: flag } });
  const study = makeStudy([claim('A-one', { rule: level(50) })]);
  expect(judgeStudy(study, newestAttempt('A', runs)!).claims[0]).toMatchObject({
    class: 'not judged',
    reason: expect.stringContaining('was disturbed: cpu-by-others in 2 of 3 runs'),
  });
});

test('what only the whole size can tell is not judged by a quick one', () => {
  const [one] = judged([claim('A-large', { rule: level(50), size: 'whole' })]).claims;
  expect([one!.verdict, one!.reason]).toEqual([
    'cannot be tested here',
    expect.stringMatching(/quick size has too few/),
  ]);
});

test('a judged study says when, on what and with which versions it was run, and what is not as it was', () => {
  const { size, runs, machines, versions, differs, when } = judged([]);
  expect({ size, runs, machines, versions, differs, when }).toEqual({
    size: 'quick',
    runs: 3,
    machines: ['Made-up CPU, 4 cores, 8.0 GiB, Linux 6.1'],
    versions: ['alpha 1.2.3 on node 20.19.0 in firefox 128.0'],
    differs: ['Nothing is as it was.', 'Half of it.'],
    when: { first: '2026-01-01T10:00:00.000Z', last: '2026-01-03T10:00:00.000Z' },
  });
});

test('what is said of one size, or of the runs that come with Outcry, is not said of others', () => {
  const differs = { always: ['Always.'], whole: ['Whole.'], quick: ['Quick.'], kept: ['Kept.'] };
  const attempt = newestAttempt('A', records)!;
  const said = (size: 'whole' | 'quick', areKept: boolean) =>
    judgeStudy({ ...makeStudy([]), differs }, { ...attempt, size }, { areKept }).differs;
  expect(said('quick', false)).toEqual(['Always.', 'Quick.']);
  expect(said('whole', false)).toEqual(['Always.', 'Whole.']);
  expect(said('whole', true)).toEqual(['Always.', 'Whole.', 'Kept.']);
  expect(said('quick', true)).toEqual(['Always.', 'Quick.']);
});

test("beside a study's ratio stands the one that the rule judges, and the mean where there are too few runs for it", () => {
  const [over, under] = ['load/beta/websocket/serverCpu', 'load/alpha/websocket/serverCpu'] as const;
  const figures = [{ of: '', what: 'CPU', value: 2, unit: 'times', ours: { over: [over, under] as [string, string] } }];
  const rule = { kind: 'ratio' as const, over, under, least: 1.1, why: 'Made up.' };
  const judgedOf = (alpha: number[], beta: number[]) => {
    const rows = [...makeRow({ cpu: alpha }), ...makeRow({ framework: 'beta', cpu: beta })];
    return judgeStudy(makeStudy([claim('A-ratio', { figures, rule })]), newestAttempt('A', rows)!).claims[0]!;
  };
  const { figures: shown, evidence } = judgedOf([10, 20, 10, 12], [20, 20, 40, 30]);
  const { value, low, high } = evidence[0]!;
  expect(shown[0]!.here).toEqual({ value, low, high });
  // The mean of 2, 1, 4 and 2.5 is another.
  expect(value).toBeCloseTo(20 ** 0.25, 6);
  expect(judgedOf([10, 10], [20, 40]).figures[0]!.here!.value).toBe(3);
});

test('a judged study has what its figures must not be shown without', () => {
  const [first, ...others] = records;
  const noted = [{ ...first!, notice: 'ask before you publish' }, ...others];
  expect(judgeStudy(makeStudy([]), newestAttempt('A', noted)!).notices).toEqual(['ask before you publish']);
  expect(judged([]).notices).toEqual([]);
});

test('parts say how large they were, or why they were not run', () => {
  const { parts } = judged([]);
  expect(parts).toMatchObject([
    { id: 'load', size: '20 console clients, 3 rounds (whole: 60 console clients, 10 rounds)', reason: null, runs: 3 },
    { id: 'long', size: null, reason: 'it takes an hour', runs: 0 },
  ]);
});

test('a part that ended early has the rounds that were run, not those of its plan', () => {
  const [load] = judgeStudy(makeStudy(), newestAttempt('A', records.slice(0, 2))!).parts;
  expect(load!.size).toMatch(/^20 console clients, 2 rounds \(/);
});

test('parts call their parameters as their scenario does', () => {
  const study = makeStudy();
  const [load] = study.parts;
  const parts = [{ ...load!, params: { rate: 10, colour: 'red' } }];
  const about = { name: 'made-up', about: 'Made up.', charts: {} as never, params: { rate: { text: '{}/s' } } };
  const [done] = judgeStudy({ ...study, parts }, newestAttempt('A', records)!, { scenarios: [about] }).parts;
  expect(done!.size).toBe(
    '20 console clients, 10/s, colour red, 3 rounds (whole: 60 console clients, 10/s, colour red, 10 rounds)',
  );
});

test('flags are told with how many runs have them', () => {
  const flagged = makeRow({ cpu: [1, 1, 1], findings: { 1: WARNING, 3: WARNING } });
  expect(judgeStudy(makeStudy(), newestAttempt('A', flagged)!).flags).toEqual(['overtime in 2 of 3 runs']);
});

test('the newest attempt is judged, and no other study', () => {
  const later = makeRow({ cpu: [1], attempt: '20260202t100000z-00aa' });
  expect(newestAttempt('A', [...later, ...records])!.records).toEqual(later);
  expect(newestAttempt('B', records)).toBeNull();
});

test('of many reasons for which a claim is open four are told', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((framework) => `long/${framework}/websocket`);
  const { claims } = judged([claim('A-open', { rule: { kind: 'no-finding', rows, codes: ['messages-lost'] } })]);
  expect(claims[0]!.reason).toMatch(/^there are no runs of a over .*; there are no runs of d over [^;]*; and 2 more$/);
});
