import type { CountMetric, GaugeMetric } from '../../metrics/metric.ts';
import type { Flag } from '../../protocol/run-record.ts';
import { makeCount } from '../testing/make-run.ts';
import { judgeRule } from './judge-rule.ts';
import { Rows } from './study-rows.ts';
import { FATAL, makeRow, rowsOf, SATURATED, WARNING } from './testing/study-runs.ts';
import type { Bounds, Evidence, Quantity, Rule } from './types.ts';

const ALPHA = 'load/alpha/websocket';
const BETA = 'load/beta/websocket';
const [alphaCpu, betaCpu] = [`${ALPHA}/serverCpu`, `${BETA}/serverCpu`];

const verdicts = (rule: Rule, rows: Rows) => judgeRule(rule, rows).map(({ verdict }) => verdict);

const levelOf = (of: Quantity, bounds: Bounds): Rule & { kind: 'level' } => ({
  ...{ kind: 'level', why: 'Made up.', of, unit: '%' },
  ...bounds,
});

const alpha = (...cpu: number[]) => ({ framework: 'alpha', cpu });
const beta = (...cpu: number[]) => ({ framework: 'beta', cpu });

describe('a ratio', () => {
  const twice: Rule = { kind: 'ratio', why: 'Made up.', over: betaCpu, under: alphaCpu, least: 1.5, most: 3 };

  test('holds where all of its interval is within the bounds', () => {
    const [evidence] = judgeRule(twice, rowsOf(alpha(10, 20, 40), beta(20.2, 40, 79)));
    expect(evidence).toMatchObject({ verdict: 'holds', unit: 'times', runs: 3, reason: null });
    expect(evidence!.value).toBeCloseTo(2, 1);
    expect(evidence!.low).toBeGreaterThan(1.5);
    expect(evidence!.high).toBeLessThan(3);
  });

  test('does not hold where none of it is', () => {
    expect(verdicts(twice, rowsOf(alpha(10, 20, 40), beta(50, 101, 200)))).toEqual(['does not hold']);
    expect(verdicts(twice, rowsOf(alpha(10, 20, 40), beta(10, 20.1, 40)))).toEqual(['does not hold']);
  });

  test('cannot be told where the interval reaches across a bound, and says which', () => {
    const [evidence] = judgeRule(twice, rowsOf(alpha(10, 11, 12), beta(12, 30, 20)));
    expect(evidence!.verdict).toBe('cannot be tested here');
    expect(evidence!.reason).toMatch(/too few rounds \(3\): the interval .* reaches across 1\.50/);
  });

  test('compares round by round: what a round did to both is not in it', () => {
    const [evidence] = judgeRule(twice, rowsOf(alpha(1, 100, 10_000), beta(2, 201, 19_900)));
    expect(evidence!.verdict).toBe('holds');
  });

  test('is exact where no run differs from the next', () => {
    const [evidence] = judgeRule(twice, rowsOf(alpha(10, 10, 10), beta(20, 20, 20)));
    expect(evidence).toMatchObject({ verdict: 'holds', value: 2, low: 2, high: 2 });
  });

  test('wants three runs of both', () => {
    const [evidence] = judgeRule(twice, rowsOf(alpha(10, 10, 10), beta(20, 20)));
    expect(evidence!.verdict).toBe('cannot be tested here');
    expect(evidence!.reason).toMatch(/2 runs give the server CPU of beta over websocket \(load\); an interval wants 3/);
  });

  test('is none of runs whose times others disturbed, in half of them or more', () => {
    const busy: Flag = { code: 'cpu-by-others', level: 'warning', message: 'Made up: others used half a core.' };
    const disturbed = (findings: Record<number, Flag>) => rowsOf(alpha(10, 20, 40), { ...beta(20, 40, 80), findings });
    expect(verdicts(twice, disturbed({ 1: busy }))).toEqual(['holds']);
    const [evidence] = judgeRule(twice, disturbed({ 1: busy, 3: busy }));
    expect(evidence).toMatchObject({
      verdict: 'cannot be tested here',
      reason: 'beta over websocket (load) was disturbed: cpu-by-others in 2 of 3 runs',
    });
  });

  test('is one of servers that took turns, which others disturbed alike', () => {
    const stolen: Flag = { code: 'cpu-stolen', level: 'warning', message: 'Made up: 3 % were kept.' };
    const findings = { 1: stolen, 2: stolen, 3: stolen };
    const rows = (sliced: { sliced?: true }) => rowsOf(alpha(10, 20, 40), { ...beta(20, 40, 80), findings, ...sliced });
    expect(verdicts(twice, rows({ sliced: true }))).toEqual(['holds']);
    expect(verdicts(twice, rows({}))).toEqual(['cannot be tested here']);
  });

  test('is none of 0', () => {
    const [evidence] = judgeRule(twice, rowsOf(alpha(0, 0, 0), beta(1, 1, 1)));
    expect(evidence!.reason).toMatch(/a run gives 0 or less for the server CPU of alpha/);
  });
});

describe('a level', () => {
  const low = levelOf(alphaCpu, { most: 3 });

  test('holds below its bound and does not above it', () => {
    expect(verdicts(low, rowsOf(alpha(1, 1.1, 0.9)))).toEqual(['holds']);
    expect(verdicts(low, rowsOf(alpha(10, 11, 9)))).toEqual(['does not hold']);
  });

  test('of zero in every run is zero', () => {
    expect(judgeRule(low, rowsOf(alpha(0, 0, 0)))[0]).toMatchObject({ verdict: 'holds', value: 0, low: 0, high: 0 });
  });

  test('cannot be told across the bound, nor from one run', () => {
    expect(judgeRule(low, rowsOf(alpha(1, 3, 6)))[0]!.reason).toMatch(/reaches across 3/);
    expect(judgeRule(low, rowsOf(alpha(1)))[0]!.reason).toMatch(/one run gives/);
  });
});

describe('an order', () => {
  const rising: Rule = { kind: 'order', rising: [alphaCpu, betaCpu, 'load/alpha/sse/serverCpu'] };
  const sse = (...cpu: number[]) => ({ transport: 'sse' as const, cpu });

  test('is a comparison of each two neighbours', () => {
    const rows = rowsOf(alpha(10, 11, 12), beta(20, 21, 25), sse(40, 42, 49));
    expect(verdicts(rising, rows)).toEqual(['holds', 'holds']);
  });

  test('does not hold where a later one is less', () => {
    const rows = rowsOf(alpha(10, 11, 12), beta(20, 21, 25), sse(4, 4.2, 4.9));
    expect(verdicts(rising, rows)).toEqual(['holds', 'does not hold']);
  });

  test('is none where runs hardly vary and the later has 1 % more', () => {
    const rows = rowsOf(alpha(100, 100.1, 100.2), beta(101, 101.1, 101.2), sse(202, 202.1, 202.3));
    expect(verdicts(rising, rows)).toEqual(['does not hold', 'holds']);
  });
});

describe('an order of figures with a fixed part', () => {
  const later: Rule = { kind: 'order', rising: [alphaCpu, betaCpu], fixed: 'The delay is in both.' };

  test('is one of differences: 1 % more is more', () => {
    const [evidence] = judgeRule(later, rowsOf(alpha(100, 100.1, 100.2), beta(101, 101.1, 101.3)));
    expect(evidence).toMatchObject({
      verdict: 'holds',
      wanted: 'more than 0 % of one core',
      why: 'The delay is in both.',
    });
    expect(evidence!.value).toBeCloseTo(1.033, 3);
  });

  test('does not hold where the later one is less, or nothing differs', () => {
    expect(verdicts(later, rowsOf(alpha(100, 101, 102), beta(99, 100, 101.1)))).toEqual(['does not hold']);
    expect(verdicts(later, rowsOf(alpha(1, 1, 1), beta(1, 1, 1)))).toEqual(['does not hold']);
  });

  test('cannot be told where the interval has 0 in it, nor from two runs', () => {
    expect(judgeRule(later, rowsOf(alpha(1, 2, 3), beta(3, 1, 4)))[0]!.reason).toMatch(/reaches across 0$/);
    expect(judgeRule(later, rowsOf(alpha(1, 2), beta(3, 4)))[0]!.reason).toMatch(/^2 runs give/);
  });
});

describe('what follows from two numbers of one round', () => {
  test('is their sum, difference or ratio', () => {
    const rows = rowsOf(alpha(10, 20, 30), beta(30, 60, 90));
    const resultOf = (of: Quantity) => judgeRule(levelOf(of, { most: 1 }), rows)[0]!.value;
    expect(resultOf({ plus: [alphaCpu, betaCpu] })).toBeCloseTo(80);
    expect(resultOf({ minus: [betaCpu, alphaCpu] })).toBeCloseTo(40);
    expect(resultOf({ over: [betaCpu, alphaCpu] })).toBeCloseTo(3);
  });

  test('is of rounds that both have', () => {
    const rows = rowsOf(alpha(10, 20, 30), { ...beta(30, 60, 90), findings: { 2: FATAL } });
    const rule = levelOf({ over: [betaCpu, alphaCpu] }, { most: 4 });
    expect(judgeRule(rule, rows)[0]!.reason).toMatch(/^2 runs give/);
  });
});

describe('a count that must be in every run', () => {
  const rule: Rule = { kind: 'every-run', of: `${ALPHA}/receivedByClients`, equals: 'expected' };

  test('holds where each run has what it expects', () => {
    expect(judgeRule(rule, rowsOf(alpha(1, 1, 1)))[0]).toMatchObject({ verdict: 'holds', value: 3, runs: 3 });
  });

  test('does not hold where one has not', () => {
    const other: Rule = { kind: 'every-run', of: `${ALPHA}/receivedByClients`, equals: 7 };
    expect(judgeRule(other, rowsOf(alpha(1, 1, 1)))[0]).toMatchObject({ verdict: 'does not hold', value: 0 });
  });

  test('is unknown when no run counted it', () => {
    const none: Rule = { kind: 'every-run', of: `${ALPHA}/httpRequests`, equals: 0 };
    expect(judgeRule(none, rowsOf(alpha(1)))[0]!.reason).toMatch(
      /no run of alpha over websocket \(load\) counted httpRequests/,
    );
  });
});

test('a figure that must be in every run is missed where one has none', () => {
  const rule: Rule = { kind: 'every-run', of: `${ALPHA}/serverMemory`, equals: 'measured' };
  const records = makeRow(alpha(1, 1, 1));
  expect(judgeRule(rule, new Rows(records))[0]).toMatchObject({ verdict: 'holds', value: 3, runs: 3 });
  Object.assign(records[1]!.metrics.serverMemory as GaugeMetric, { samples: null, median: null, max: null });
  expect(judgeRule(rule, new Rows(records))[0]).toMatchObject({
    ...{ verdict: 'does not hold', value: 2, runs: 3, reason: 'one run gave none' },
  });
});

test('a count that went wrong in a run is seen, though that run is invalid', () => {
  const rule: Rule = { kind: 'every-run', of: `${ALPHA}/receivedByClients`, equals: 'expected' };
  const records = makeRow({ ...alpha(1, 1, 1), findings: { 2: FATAL } });
  const counted = records[1]!.metrics.receivedByClients as CountMetric;
  counted.total = counted.total! - 3;
  expect(judgeRule(rule, new Rows(records))[0]).toMatchObject({ verdict: 'does not hold', value: 2, runs: 3 });
});

test('of a loss those runs tell whose clients had the CPU that they needed, where any run has some', () => {
  const rule: Rule = { kind: 'every-run', of: `${ALPHA}/lostMessages`, equals: 0 };
  const judged = (saturated: number[], losing: number[]): Evidence => {
    const records = makeRow(alpha(1, 1, 1, 1));
    for (const [index, { metrics, validity }] of records.entries()) {
      const total = losing.includes(index) ? 2 : 0;
      metrics.lostMessages = { ...makeCount(null), unit: 'messages', label: 'lost', about: '', total };
      if (saturated.includes(index)) validity.push(SATURATED);
    }
    return judgeRule(rule, new Rows(records, new Map(), ['lostMessages']))[0]!;
  };
  expect(judged([0, 1], [])).toMatchObject({ verdict: 'holds', runs: 4 });
  expect(judged([0], [0])).toMatchObject({ verdict: 'holds', runs: 3 });
  expect(judged([0], [1])).toMatchObject({ verdict: 'does not hold', value: 2, runs: 3 });
  expect(judged([0, 1], [1])).toMatchObject({ verdict: 'cannot be tested here' });
});

test('what is equal in every run is in no order', () => {
  const rule: Rule = { kind: 'order', rising: [alphaCpu, betaCpu] };
  expect(verdicts(rule, rowsOf(alpha(10, 20, 30), beta(10, 20, 30)))).toEqual(['does not hold']);
});

describe('findings', () => {
  const none: Rule = { kind: 'no-finding', rows: [ALPHA], codes: ['messages-lost', 'overtime'] };
  const some: Rule = { kind: 'finding', rows: [ALPHA], codes: ['messages-lost', 'overtime'] };

  test('that no run has', () => {
    expect(verdicts(none, rowsOf(alpha(1, 1, 1)))).toEqual(['holds']);
    expect(verdicts(some, rowsOf(alpha(1, 1, 1)))).toEqual(['does not hold']);
  });

  test('that a run has, an invalid one too', () => {
    for (const finding of [FATAL, WARNING]) {
      const rows = rowsOf({ ...alpha(1, 1, 1), findings: { 2: finding } });
      expect(verdicts(none, rows)).toEqual(['does not hold']);
      expect(judgeRule(some, rows)[0]).toMatchObject({ verdict: 'holds', value: 1, runs: 3, reason: finding.message });
    }
  });

  test('tell nothing where the machine was short of CPU in every run that lost something', () => {
    const records = makeRow({ ...alpha(1, 1, 1), findings: { 2: FATAL } });
    records[1]!.validity.push({ code: 'swarm-saturated', level: 'warning', message: 'made up' });
    for (const rule of [none, some]) {
      expect(judgeRule(rule, new Rows(records))[0]).toMatchObject({
        verdict: 'cannot be tested here',
        reason: expect.stringContaining('were short of CPU, which may be the cause'),
      });
    }
  });

  test('are seen in a row of which no run counts', () => {
    expect(verdicts(some, rowsOf({ ...alpha(1, 1, 1), findings: { 1: FATAL, 2: FATAL, 3: FATAL } }))).toEqual([
      'holds',
    ]);
  });
});

describe('rows', () => {
  const rule = levelOf(alphaCpu, { most: 3 });
  const reasonOf = (rows: Rows) => judgeRule(rule, rows)[0]!.reason;

  test('that are not there are named', () => {
    expect(reasonOf(rowsOf(beta(1, 1, 1)))).toBe('there are no runs of alpha over websocket in "load"');
  });

  test('of which every run is invalid say why', () => {
    const findings = { 1: FATAL, 2: FATAL };
    expect(reasonOf(rowsOf({ ...alpha(1, 1), findings }))).toBe(
      'every run of alpha over websocket (load) is invalid: messages-lost',
    );
  });

  test('are judged by their valid runs, and the others are told', () => {
    const [evidence] = judgeRule(rule, rowsOf({ ...alpha(1, 99, 1, 1), findings: { 2: FATAL } }));
    expect(evidence).toMatchObject({ verdict: 'holds', runs: 3 });
    expect(evidence!.remarks).toEqual(['alpha over websocket (load): 1 of 4 runs do not count: messages-lost']);
  });

  test('tell the flags of the runs that count', () => {
    const [evidence] = judgeRule(rule, rowsOf({ ...alpha(1, 1, 1), findings: { 2: WARNING } }));
    expect(evidence!.remarks).toEqual(['alpha over websocket (load): flagged overtime in 1 of 3']);
  });

  test('of something that stands in are not of the framework', () => {
    expect(reasonOf(rowsOf({ ...alpha(1, 1, 1), substitute: 'an open server' }))).toBe(
      'what was run is not alpha itself: an open server',
    );
  });

  test('of several numbers of clients are told apart', () => {
    const rows = rowsOf({ ...alpha(1, 1, 1), clients: 10 }, { ...alpha(2, 2, 2), clients: 90 });
    const most = levelOf('load@most/alpha/websocket/serverCpu', { most: 3 });
    expect(judgeRule(most, rows)[0]).toMatchObject({ verdict: 'holds', value: 2 });
    expect(reasonOf(rows)).toMatch(/several numbers of clients/);
    expect(judgeRule(most, rowsOf(alpha(1, 1, 1)))[0]!.reason).toMatch(/one number of clients only/);
  });

  test('of no study are none', () => {
    const [run] = makeRow(alpha(1));
    run!.session.id = 'session-a';
    expect(reasonOf(rowsOf())).toBe('there are no runs of alpha over websocket in "load"');
  });
});

test('all of several rules are judged', () => {
  const of = [levelOf(alphaCpu, { most: 3 }), levelOf(alphaCpu, { least: 3 })];
  expect(verdicts({ kind: 'all', of }, rowsOf(alpha(1, 1, 1)))).toEqual(['holds', 'does not hold']);
});
