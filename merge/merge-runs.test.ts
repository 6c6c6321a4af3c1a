import type { Conditions } from '../protocol/conditions.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { type Merge, type MergedTrend, mergeRuns } from './index.ts';
import { ON_OWN_CORES, overNetwork, withLimits, withSubstitute } from './testing/made-conditions.ts';
import { type MadeRecord, makeDistribution, makeRun, makeRuns } from './testing/make-run.ts';
import { whyMissing } from './text/missing-reasons.ts';

const trends = ({ metrics }: Merge) => metrics as Record<string, MergedTrend | undefined>;

const one = (runs: RunRecord[], options = {}) => {
  const merges = mergeRuns(runs, options);
  expect(merges).toHaveLength(1);
  return merges[0]!;
};

describe('what is merged', () => {
  test('runs that differ in their repetition alone', () => {
    expect(one(makeRuns(4))).toMatchObject({ runs: 4, kind: 'measured' });
  });

  test.each([
    ['framework', { framework: 'beta' }],
    ['transport', { transport: 'sse' }],
    ['scenario', { scenario: 'other' }],
    ['clients', { clients: 21 }],
    ['parameters', { params: { rate: 3, messages: 30, payload: 64, phase: 'together' } }],
    ['number of parameters', { params: { rate: 2, messages: 30, payload: 64, phase: 'together', depth: 1 } }],
    ['swarm', { swarm: 'console' }],
    ['substitute', withSubstitute('The broker is a substitute.')],
    ['placement', ON_OWN_CORES],
    ['network', overNetwork('lan', 1)],
  ] as const)('runs that differ in their %s stay apart', (_, identity) => {
    expect(mergeRuns([makeRun(), makeRun({ identity })])).toHaveLength(2);
  });

  test('runs over networks of one name that are not the same network stay apart, whatever the order of its fields', () => {
    const network = { name: 'lan', roundTripMs: 1, jitterMs: 0, downKbit: 1000, upKbit: 1000 };
    const turned = Object.fromEntries(Object.entries(network).reverse()) as typeof network;
    const over = (id: string, value: typeof network) =>
      makeRun({ id, identity: { conditions: { network: { value, text: id } } } });
    const merges = mergeRuns([over('a', network), over('b', turned), over('c', { ...network, roundTripMs: 2 })]);
    expect(merges.map(({ runs }) => runs).sort()).toEqual([1, 2]);
  });

  test('runs have the key that links to them have', () => {
    const priority = { value: 'nice', text: 'server before swarm' };
    const keyOf = (conditions?: Conditions) => one([makeRun({ identity: conditions ? { conditions } : {} })]).key;
    expect(keyOf()).toBe('alpha.websocket.472f31f6');
    expect(keyOf({ priority })).toBe('alpha.websocket.7660062b');
    expect(keyOf({ priority: { ...priority, text: 'other words' } })).toBe(keyOf({ priority }));
  });

  test('runs of an edition with limits stay apart from others', () => {
    const merges = mergeRuns([...makeRuns(3), ...makeRuns(3, { seed: 2, identity: withLimits('Demo: few clients.') })]);
    const [limited, whole] = merges as [Merge, Merge];
    expect([limited, whole].map(({ combination }) => Object.keys(combination.conditions ?? {}))).toEqual([
      ['edition-limits'],
      [],
    ]);
    expect(limited.key).not.toBe(whole.key);
  });

  test('imported runs stay apart from measured ones', () => {
    expect(mergeRuns([makeRun(), { ...makeRun(), kind: 'imported' }])).toHaveLength(2);
  });

  test('a framework whose label changed is still the same one, under its newest label', () => {
    const merge = one([
      makeRun({ id: 'a', startedAt: '2026-02-01T00:00:00Z', identity: { frameworkLabel: 'New' } }),
      makeRun({ id: 'b', startedAt: '2026-01-01T00:00:00Z', identity: { frameworkLabel: 'Old' } }),
    ]);
    expect(merge.combination.frameworkLabel).toBe('New');
    expect(merge.runIds).toEqual(['b', 'a']);
  });

  test('runs of other machines, versions and sessions are merged with a remark for each', () => {
    const [first, second] = makeRuns(2) as [MadeRecord, MadeRecord];
    second.machine = { ...second.machine!, cores: 64 };
    second.versions = { ...second.versions, framework: '2.0.0' };
    second.session = { ...second.session, id: 'session-b' };
    const { remarks, sessions, versions } = one([first, second]);
    expect(remarks).toEqual([
      expect.stringContaining('2 machines'),
      expect.stringContaining('2 framework versions are averaged: 1.2.3, 2.0.0'),
      expect.stringContaining('2 sessions'),
    ]);
    expect(sessions).toEqual(['session-a', 'session-b']);
    expect(versions.framework).toEqual(['1.2.3', '2.0.0']);
    expect(one(makeRuns(3)).remarks).toEqual([]);
  });

  test('runs whose clients were on other machines too, but not on ones of another name', () => {
    const lab2 = {
      ...{ name: 'lab-2', cpu: 'Made-up CPU', cores: 4, memoryBytes: 2 ** 33, kernel: 'Linux 6', node: '22.16.0' },
      ...{ members: 2, cpuPercent: null, membersCpuPercent: null, clock: null },
    };
    const remarksWith = (host: typeof lab2) => {
      const [first, second] = makeRuns(2) as [MadeRecord, MadeRecord];
      return one([
        { ...first, hosts: [lab2] },
        { ...second, hosts: [host] },
      ]).remarks;
    };
    expect(remarksWith({ ...lab2, name: 'a-container' })).toEqual([]);
    expect(remarksWith({ ...lab2, cores: 8 })).toEqual([expect.stringContaining('clients on Made-up CPU, 8 cores')]);
  });

  test('a combination has the same key wherever it is merged', () => {
    const [alone] = mergeRuns(makeRuns(1));
    const among = mergeRuns([...makeRuns(3, { identity: { framework: 'beta' } }), ...makeRuns(3)]);
    expect(among.map(({ key }) => key)).toContain(alone!.key);
    expect(alone!.key).toMatch(/^alpha\.websocket\.[0-9a-f]{8}$/);
  });

  test('the order of parameters makes no other combination', () => {
    const params = { phase: 'together', payload: 64, messages: 30, rate: 2 };
    expect(one([makeRun(), makeRun({ id: 'b', identity: { params } })]).runs).toBe(2);
  });

  test('steps of a search say so', () => {
    const search = { name: 'ramp', params: { grow: 'clients' } };
    expect(one(makeRuns(2, { search })).searches).toEqual([{ session: 'session-a', ...search }]);
    expect(one(makeRuns(2)).searches).toEqual([]);
  });

  test('nothing merges to nothing', () => {
    expect(mergeRuns([])).toEqual([]);
  });
});

describe('runs with fatal flags', () => {
  const runs = [
    ...makeRuns(3),
    makeRun({ id: 'broken', identity: { repetition: 4 }, findings: ['messages-lost', 'overtime'] }),
  ];

  test('are skipped, and named with their flags', () => {
    const merge = one(runs);
    expect(merge.runs).toBe(3);
    expect(merge.excluded).toEqual([{ id: 'broken', codes: ['messages-lost'] }]);
    expect(merge.flags).toEqual([]);
  });

  test('are averaged when asked for, and keep their flags', () => {
    const merge = one(runs, { includeInvalid: true });
    expect(merge.runs).toBe(4);
    expect(merge.excluded).toEqual([]);
    expect(merge.flags.map(({ code, level, count }) => [code, level, count])).toEqual([
      ['messages-lost', 'fatal', 1],
      ['overtime', 'warning', 1],
    ]);
  });

  test('leave a merge of no run when there is no other', () => {
    const merge = one([runs[3]!]);
    expect(merge).toMatchObject({ runs: 0, metrics: {}, overtime: [], plan: { seconds: 15 } });
    expect(merge.notMeasured['metrics.fromSent']).toBe('no valid run');
    expect(merge.flags[0]).toMatchObject({ code: 'few-runs', count: 0 });
  });
});

describe('flags', () => {
  test('are counted per run, once per code', () => {
    const runs = makeRuns(3, { findings: ['swarm-saturated'] });
    runs[0]!.validity.push(...runs[0]!.validity);
    expect(one(runs).flags).toEqual([expect.objectContaining({ code: 'swarm-saturated', level: 'warning', count: 3 })]);
  });

  test('fewer than three runs are said to be few, once', () => {
    expect(one(makeRuns(2, { findings: ['few-runs'] })).flags).toEqual([
      { code: 'few-runs', level: 'warning', count: 2, message: expect.stringContaining('2 runs') },
    ]);
    expect(one(makeRuns(3, { findings: ['few-runs'] })).flags).toEqual([]);
  });
});

describe('figures', () => {
  test('the mean latency is the mean of the runs, each of all its own messages', () => {
    const runs = makeRuns(2);
    runs[0]!.metrics.fromSent.series = { sum: [30, 30], count: [1, 5] }; // 60 / 6 = 10
    runs[1]!.metrics.fromSent.series = { sum: [40], count: [2] }; // 20
    const { fromSent } = trends(one(runs));
    expect(fromSent!.runValues).toEqual([10, 20]);
    expect(fromSent!.mean!.mean).toBe(15);
    // s = 7.0711, se = 5, t(0.975, 1) = 12.7062; half 63.531
    expect(fromSent!.mean!.high! / 15).toBeCloseTo(Math.exp(63.531 / 15), 3);
  });

  test('a trend without a series is read from its own histograms', () => {
    const runs = makeRuns(3);
    for (const run of runs) run.metrics.fromDue.distribution = makeDistribution([100, 100, 300]);
    const { fromDue, delivery } = trends(one(runs));
    expect(fromDue!.mean!.mean).toBeCloseTo(166.67, 0);
    expect(fromDue!.distribution!.count).toBe(9);
    expect(fromDue!.distribution!.p50).toBeCloseTo(100, 0);
    expect(delivery).toBeUndefined();
  });

  test('what no run measured has the reason the runs give', () => {
    const merge = one(makeRuns(3));
    expect(merge.metrics.wireBytes).toBeUndefined();
    expect(merge.notMeasured['metrics.wireBytes']).toBe('no counting proxy was asked for');
    expect(whyMissing(merge, 'wireBytes', 'total')).toBe('no counting proxy was asked for');
  });

  test('what one run alone measured is there, and says of how many runs', () => {
    const [first, ...others] = makeRuns(3);
    first!.metrics.wireBytes = { ...first!.metrics.sentByClients, total: 500, series: null };
    const merge = one([first!, ...others]);
    expect(merge.metrics.wireBytes).toMatchObject({ total: null, perRun: { mean: 500, n: 1 }, runValues: [500] });
    expect(whyMissing(merge, 'wireBytes', 'total')).toBe('no counting proxy was asked for');
  });

  test('a metric that is of another kind in older runs is taken of the newest kind alone', () => {
    const runs = makeRuns(3);
    runs[0]!.metrics.fromDue = { ...runs[0]!.metrics.serverCpu } as never;
    expect(trends(one(runs)).fromDue).toMatchObject({ kind: 'trend', mean: { n: 2 }, distribution: null });
  });

  test('a distribution is not given when a run has no histogram, and the reason says how many', () => {
    const runs = makeRuns(3);
    runs[1]!.metrics.fromSent.distribution = null;
    const merge = one(runs);
    expect(trends(merge).fromSent).toMatchObject({ mean: { n: 3 }, distribution: null });
    expect(merge.notMeasured['metrics.fromSent.distribution']).toBe('1 of 3 runs have no histogram');
    expect(whyMissing(merge, 'fromSent', 'p99')).toBe('1 of 3 runs have no histogram');
  });

  test('a histogram that cannot be read costs the distribution, not the merge', () => {
    const runs = makeRuns(3);
    runs[2]!.metrics.fromSent.distribution!.hdr = 'AAAA';
    const merge = one(runs);
    expect(trends(merge).fromSent).toMatchObject({ mean: { n: 3 }, distribution: null });
    expect(merge.notMeasured['metrics.fromSent.distribution']).toContain('could not be read');
  });

  test('totals are sums over the runs, and null when one run did not count', () => {
    const runs = makeRuns(3);
    expect(one(runs).metrics).toMatchObject({
      sentByClients: { total: 3 * 600 },
      receivedByClients: { expected: 36_000 },
    });
    runs[0]!.metrics.receivedByClients.total = null;
    const merge = one(runs);
    expect(merge.metrics.receivedByClients).toMatchObject({ total: null, perRun: { mean: 12_000, n: 2 } });
    expect(merge.notMeasured['metrics.receivedByClients.total']).toBe('1 of 3 runs did not count it');
  });

  test('an imported run, without sums and histograms, gives the mean of its seconds', () => {
    const run = { ...makeRun(), kind: 'imported' as const };
    Object.assign(run.metrics.fromSent, { series: { mean: [1, null, 3, 8] }, distribution: null });
    expect(trends(one([run])).fromSent).toMatchObject({
      mean: { mean: 4, low: null, high: null, n: 1 },
      runValues: [4],
      distribution: null,
    });
  });

  test('no input is changed', () => {
    const runs = makeRuns(3);
    const before = JSON.stringify(runs);
    mergeRuns(runs);
    expect(JSON.stringify(runs)).toBe(before);
  });

  test('a merge survives JSON as it is', () => {
    const merge = one(makeRuns(3));
    expect(JSON.parse(JSON.stringify(merge))).toEqual(merge);
  });
});
