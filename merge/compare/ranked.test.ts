import type { RankedBy, ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { chartsFromKinds, chartsOf } from '../charts.ts';
import { type Merge, mergeRuns } from '../index.ts';
import { type MadeRecord, makeDistribution, makeRuns } from '../testing/make-run.ts';
import { type Answer, answersOf } from './answers.ts';
import { rankedFor, rankedMetric, rankedOfRun } from './ranked.ts';

const BY: RankedBy = {
  metric: 'delivery',
  otherwise: ['fromDue', 'fromSent'],
  better: 'less',
  words: { better: 'faster', worse: 'slower' },
};
const CLIENTS = 20;

/** Sets each run's mean of a metric, or takes the metric away. */
function withMeans(run: MadeRecord, means: Record<string, number | null>): MadeRecord {
  const metrics = Object.entries(means).map(([name, mean]) => [
    name,
    {
      ...run.metrics.fromSent,
      label: name,
      series: mean === null ? null : { sum: [mean], count: [1] },
      distribution: null,
    },
  ]);
  return { ...run, metrics: { ...run.metrics, ...Object.fromEntries(metrics) } };
}

/** Five runs of a framework. */
function row(framework: string, means: Record<string, number | null>, clients = CLIENTS): Merge {
  const runs = makeRuns(5, { identity: { framework, clients } });
  const scattered = (mean: number | null, index: number) => mean && mean * (1 + index / 100);
  const given = (index: number) =>
    Object.fromEntries(Object.entries(means).map(([name, mean]) => [name, scattered(mean, index)]));
  return mergeRuns(runs.map((run, index) => withMeans(run, given(index))))[0]!;
}

const SLOW = row('slow', { delivery: 9, fromDue: 1, fromSent: 1 });
const FAST = row('fast', { delivery: 3, fromDue: 2, fromSent: 2 });
const OLD = row('old', { delivery: null, fromDue: 1.5, fromSent: 5 });
const OLDEST = row('oldest', { delivery: null, fromDue: null, fromSent: 1.5 });

/** Three runs in two slices with these latencies. @param keeps histograms of its slices */
function sliced(framework: string, latencies: number[], keeps = true): Merge {
  const slice = makeDistribution(latencies);
  const cut = { seconds: 1, servers: 2, readyAfter: 9, at: [0, 2], place: [1, 1] };
  const slices = { ...cut, ...(keeps && { histograms: { fromSent: [slice.hdr, slice.hdr] } }) };
  const total = latencies.reduce((sum, value) => sum + value, 0);
  const series = { sum: [total, total], count: [latencies.length, latencies.length] };
  const runs = makeRuns(3, { identity: { framework } }).map((run) => ({
    ...run,
    slices,
    metrics: { ...run.metrics, fromSent: { ...run.metrics.fromSent, series, distribution: slice } },
  }));
  return mergeRuns(runs)[0]!;
}

describe('of servers that take turns', () => {
  const by = { ...BY, metric: 'fromSent', otherwise: [] };
  const [steady, tailed] = [sliced('steady', [4, 4, 4]), sliced('tailed', [2, 2, 200])];

  test('the median is compared: the slowest of a few messages do not decide', () => {
    expect(rankedFor(by, [steady, tailed])).toMatchObject({ metric: 'fromSent', figure: 'p50' });
    const [{ ranked, againstBest }] = answersOf([steady, tailed], { ...by, detectPercent: 10 }) as [Answer];
    expect(ranked.map(({ combination }) => combination.framework)).toEqual(['tailed', 'steady']);
    expect(againstBest[0]!.reason).toBe('no run differs from the next: nothing to test');
  });

  test('the mean is, where a row keeps no histograms of its slices, or was not cut', () => {
    expect(rankedFor(by, [steady, sliced('other', [4, 4, 4], false)]).figure).toBeUndefined();
    expect(rankedFor(by, [steady, row('whole', { fromSent: 4 })]).figure).toBeUndefined();
  });
});

describe('the metric that rows are ranked by', () => {
  test.each<[string, Merge[], string]>([
    ['is the first that is declared, where all have it', [SLOW, FAST], 'delivery'],
    ['is the first that all of them have', [SLOW, FAST, OLD], 'fromDue'],
    ['is what a record of an earlier version has', [SLOW, OLD, OLDEST], 'fromSent'],
    [
      'is not changed by a row of which no run is valid',
      [SLOW, row('none', { delivery: null, fromDue: null, fromSent: null })],
      'delivery',
    ],
  ])('%s', (_, rows, metric) => {
    expect(rankedMetric(BY, rows)).toBe(metric);
  });

  test('is not one that only some runs of a row have', () => {
    const [first, ...others] = makeRuns(3, { identity: { framework: 'some' } });
    const some = mergeRuns([
      withMeans(first!, { delivery: 1 }),
      ...others.map((run) => withMeans(run, { delivery: null })),
    ]);
    expect(rankedMetric(BY, some)).toBe('fromDue');
  });

  test('is what some have where no metric is had by all', () => {
    const [only, other] = [row('only', { fromSent: null, fromDue: null, delivery: 1 }), OLDEST];
    expect(rankedMetric(BY, [only, other])).toBe('delivery');
  });

  test('of a single run is the first that the run has', () => {
    const [run] = makeRuns(1);
    expect(rankedOfRun(BY, withMeans(run!, { delivery: 3 }))).toBe('delivery');
    expect(rankedOfRun(BY, withMeans(run!, { delivery: null }))).toBe('fromDue');
  });
});

const answers = (rows: Merge[]): Answer[] => answersOf(rows, { ...BY, detectPercent: 10 });
const namesOf = ({ ranked }: Answer): string[] => ranked.map(({ combination }) => combination.framework);

test('rows of one load are ranked by one metric, and each load by its own', () => {
  const other = row('other', { delivery: 7, fromDue: 7, fromSent: 7 }, 99);
  const another = row('another', { delivery: 6, fromDue: 8, fromSent: 8 }, 99);
  const [first, second] = answers([SLOW, FAST, OLD, other, another]);
  expect([first!.question.metric, namesOf(first!)]).toEqual(['fromDue', ['slow', 'old', 'fast']]);
  expect([second!.question.metric, namesOf(second!)]).toEqual(['delivery', ['another', 'other']]);
});

test('charts show the metric that all rows are ranked by, and none twice', () => {
  const columns = (['delivery', 'fromSent'] as const).map((metric) => ({ metric, figure: 'mean' as const }));
  const graphs = [{ id: 'latency', type: 'distribution' as const, title: 'Latency', metrics: ['delivery'] }];
  const charts = { ...chartsFromKinds({}), compare: BY, columns, graphs };
  const known: ScenarioAbout[] = [{ name: SLOW.combination.scenario, about: 'Made up.', charts }];
  const shown = (rows: Merge[]) => chartsOf(SLOW.combination.scenario, known, rows);
  expect(shown([SLOW, FAST])).toBe(charts);
  expect(shown([SLOW, OLD])).toMatchObject({
    compare: { metric: 'fromDue' },
    columns: [{ metric: 'fromDue' }, { metric: 'fromSent' }],
    graphs: [{ metrics: ['fromDue'] }],
  });
  expect(shown([SLOW, OLDEST]).columns).toEqual([{ metric: 'fromSent', figure: 'mean' }]);
});

describe('a row whose runs were disturbed by the machine', () => {
  const disturbed = (framework: string, code: 'cpu-by-others' | 'swarm-saturated', slices?: MadeRecord['slices']) =>
    makeRuns(3, { identity: { framework }, findings: [code] }).map((run) => (slices ? { ...run, slices } : run));
  const answered = (code: 'cpu-by-others' | 'swarm-saturated', slices?: MadeRecord['slices']): number => {
    const merges = mergeRuns(['a', 'b'].flatMap((framework) => disturbed(framework, code, slices)));
    return answersOf(merges, { ...BY, metric: 'fromSent', otherwise: [], detectPercent: 10 })[0]!.ranked.length;
  };
  const SLICES = { seconds: 1, servers: 2, readyAfter: 9, at: [0, 3], place: [1, 2] };

  test('is ranked where servers took turns, since the machine disturbed all of them alike', () => {
    expect(answered('cpu-by-others', SLICES)).toBe(2);
  });

  test('is not ranked where they ran one at a time, nor where the load itself was short of something', () => {
    expect(answered('cpu-by-others')).toBe(0);
    expect(answered('swarm-saturated', SLICES)).toBe(0);
  });
});
