import { RESOURCE_METRICS } from '../../metrics/standard-metrics.ts';
import { judgeRule } from './judge-rule.ts';
import { type Sample, sampleOf } from './quantity.ts';
import { Rows } from './study-rows.ts';
import { makeRow, rowsOf } from './testing/study-runs.ts';
import { JUDGED, type Quantity, type Rule } from './types.ts';

const ALPHA = 'load/alpha/websocket';
const alpha = (...cpu: number[]) => ({ framework: 'alpha', cpu });
const verdicts = (rule: Rule, rows: Rows) => judgeRule(rule, rows).map(({ verdict }) => verdict);

describe('the mean over some seconds', () => {
  const rule: Rule = {
    kind: 'order',
    rising: [`${ALPHA}/fromSent.2-3s`, `${ALPHA}/fromSent.0-1s`],
  };

  test('is of the messages sent in them', () => {
    expect(verdicts(rule, rowsOf({ cpu: [1, 1, 1], seconds: [9, 9, 3, 3] }))).toEqual(['holds']);
    expect(verdicts(rule, rowsOf({ cpu: [1, 1, 1], seconds: [3, 3, 9, 9] }))).toEqual(['does not hold']);
  });

  test('is none where the test is shorter', () => {
    const [evidence] = judgeRule(rule, rowsOf({ cpu: [1, 1, 1], seconds: [9, 9, 3] }));
    expect(evidence!.reason).toMatch(/no run of alpha over websocket \(load\) has fromSent\.2-3s/);
  });
});

describe('figures that rules have besides those of a record', () => {
  const records = makeRow(alpha(10, 10, 10));
  for (const { metrics } of records) {
    Object.assign(metrics.serverCpu!, { samples: [10, 10, 40, 60], intervalMs: 1000 });
    Object.assign(metrics.receivedByClients!, { total: 100, series: [10, 20, 30, 40] });
  }
  test.each([
    ['serverCpu.average', 30],
    // 1,200 ms of CPU for 100 deliveries.
    ['serverCpu.perDelivery', 12],
    ['serverCpu.2-3s', 50],
    ['receivedByClients.1-2s', 25],
    ['receivedByClients.lowest-1-3s', 20],
  ])('%s', (figure, value) => {
    const rule: Rule = { kind: 'level', why: 'Made up.', of: `${ALPHA}/${figure}`, unit: '', most: 1000 };
    expect(judgeRule(rule, new Rows(records))[0]!.value).toBeCloseTo(value);
  });
});

test.each([
  [38, 'holds'],
  [30, 'cannot be tested here'],
])('seconds 2 to 3 of %d samples, ten a second: %s', (samples, expected) => {
  const records = makeRow(alpha(10, 10, 10));
  for (const { metrics } of records) {
    Object.assign(metrics.serverCpu!, { samples: Array(samples).fill(10), intervalMs: 100 });
  }
  const rule: Rule = { kind: 'level', why: 'Made up.', of: `${ALPHA}/serverCpu.2-3s`, unit: '%', most: 50 };
  expect(judgeRule(rule, new Rows(records))[0]!.verdict).toBe(expected);
});

test('the lowest and the highest second are those of a trend too', () => {
  const rows = rowsOf({ cpu: [1, 1, 1], seconds: [9, 3, 5, 7] });
  const values = (figure: string) => (sampleOf(`${ALPHA}/fromSent.${figure}`, rows) as Sample).values;
  expect([values('lowest-0-3s')[0], values('highest-1-3s')[0]]).toEqual([3, 7]);
});

test('counts of two parts, which have no round in common, are paired by their repetitions', () => {
  const rows = rowsOf({ cpu: [10, 20, 30] }, { part: 'long', cpu: [1, 2, 3] });
  const of = (part: string) => `${part}/alpha/websocket/receivedByClients`;
  const both = sampleOf({ minus: [of('load'), of('long')] }, rows) as Sample;
  expect(both.values).toEqual([0, 0, 0]);
  expect(sampleOf({ minus: [`${ALPHA}/serverCpu`, 'long/alpha/websocket/serverCpu'] }, rows)).toMatchObject({
    missing: expect.stringContaining('cannot be told across sessions'),
  });
});

describe('bytes that are counted in runs of their own', () => {
  const valuesOf = (figure: string, ...rows: Parameters<typeof rowsOf>) =>
    (sampleOf(`${ALPHA}/${figure}`, rowsOf(...rows)) as Sample).values;
  const timed = { cpu: [1, 1, 1] };
  const counted = { cpu: [9, 9], bytes: true as const, wire: 500 };

  test('are judged by these, and all else by the others', () => {
    expect(valuesOf('wireBytes', timed, counted)).toEqual([500, 500]);
    expect(valuesOf('serverCpu', timed, counted)).toEqual([1, 1, 1]);
  });

  test('are judged by the others where these have them, as in older sessions', () => {
    expect(valuesOf('wireBytes', { ...timed, wire: 700 }, counted)).toEqual([700, 700, 700]);
  });

  test('are looked at in every run of these', () => {
    const rule: Rule = { kind: 'every-run', of: `${ALPHA}/wireBytes`, equals: 500 };
    expect(verdicts(rule, rowsOf(timed, { ...counted, cpu: [9, 9, 9] }))).toEqual(['holds']);
  });

  test('do not stand in for what was not timed', () => {
    expect(sampleOf(`${ALPHA}/serverCpu`, rowsOf(counted))).toMatchObject({ open: 'not run' });
    expect(sampleOf(`${ALPHA}/serverCpuWait`, rowsOf(timed, counted))).toMatchObject({ open: 'not run' });
  });
});

test('a percentile of too few values is none, in a record that has one too', () => {
  const rows = rowsOf({ cpu: [1, 1, 1] });
  expect(sampleOf(`${ALPHA}/fromSent.p50`, rows)).toMatchObject({ values: expect.any(Array) });
  expect(sampleOf(`${ALPHA}/fromSent.p999`, rows)).toMatchObject({
    missing: expect.stringContaining('has fromSent.p999'),
  });
});

describe('a ratio of two parts', () => {
  // The machine doubles its load from round to round, and one part always takes a tenth more.
  const records = [makeRow({ cpu: [10, 20, 40] }), makeRow({ part: 'long', cpu: [11, 22.2, 43.6] })].flat();
  const rule: Rule = {
    ...{ kind: 'ratio', why: 'Made up.', over: 'long/alpha/websocket/serverCpu', under: `${ALPHA}/serverCpu` },
    ...{ least: 1.05, most: 1.15 },
  };
  const as = { judges: JUDGED, tooSmall: 'not run', ownWarmup: false } as const;
  const turns = (word: string | null) => new Map(['load', 'long'].map((id) => [id, { ...as, text: id, turns: word }]));

  test('that took turns is taken round by round', () => {
    expect(verdicts(rule, new Rows(records, turns('both')))).toEqual(['holds']);
  });

  test('that did not is none: one session of each shows nothing', () => {
    expect(verdicts(rule, new Rows(records, turns(null)))).toEqual(['cannot be tested here']);
  });
});

describe('of runs that were short of CPU', () => {
  const saturated = (transport: 'websocket' | 'long-polling') => {
    const records = makeRow({ ...alpha(10, 10, 10), transport });
    for (const record of records) {
      record.validity = [{ code: 'swarm-saturated', level: 'warning', message: 'Made up.' }];
      record.metrics.wireBytes = {
        ...RESOURCE_METRICS.wireBytes,
        kind: 'count',
        total: 100,
        expected: null,
        series: null,
      };
    }
    return new Rows(records);
  };
  const ruleOf = (transport: string, metric: string): Rule => {
    return { kind: 'level', why: 'Made up.', of: `load/alpha/${transport}/${metric}`, unit: '', most: 1_000_000 };
  };

  test.each([
    ['websocket', 'wireBytes', 'holds'],
    ['long-polling', 'wireBytes', 'cannot be tested here'],
    ['long-polling', 'receivedByClients', 'holds'],
    ['websocket', 'serverCpu.average', 'cannot be tested here'],
  ] as const)('over %s %s: %s', (transport, metric, verdict) => {
    expect(verdicts(ruleOf(transport, metric), saturated(transport))).toEqual([verdict]);
  });
});

describe('the variance of quantities', () => {
  const of = (...frameworks: string[]) => ({
    variance: frameworks.map((framework) => `load/${framework}/websocket/serverCpu`),
  });
  const rows = rowsOf(
    alpha(10, 10, 10),
    { framework: 'beta', cpu: [20, 40, 20] },
    { framework: 'gamma', cpu: [10, 40] },
  );
  const values = (quantity: Quantity) => (sampleOf(quantity, rows) as Sample).values;

  test('is that of their logarithms, round by round, and in rounds alone that have all of them', () => {
    const twice = Math.log(2) ** 2 / 2;
    expect(values(of('alpha', 'beta'))).toEqual([twice, 4 * twice, twice].map((value) => expect.closeTo(value)));
    expect(values(of('alpha', 'beta', 'gamma'))).toHaveLength(2);
  });

  test('has shares', () => {
    const [beta, gamma] = [of('alpha', 'beta'), of('alpha', 'gamma')];
    expect(values({ over: [gamma, { plus: [beta, gamma] }] })).toEqual([0, 0.5].map((value) => expect.closeTo(value)));
  });

  test('is none across sessions', () => {
    const apart = rowsOf(alpha(1, 1, 1), { part: 'long', cpu: [1, 2, 3] });
    const quantity = { variance: [`${ALPHA}/serverCpu`, 'long/alpha/websocket/serverCpu'] };
    expect(sampleOf(quantity, apart)).toMatchObject({ missing: expect.stringContaining('across sessions') });
  });
});
