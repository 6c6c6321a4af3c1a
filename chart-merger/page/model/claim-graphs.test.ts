import type { Evidence } from '../../../merge/claims/types.ts';
import { claimGraphs } from './claim-graphs.ts';

const evidence = (what: string, more: Partial<Evidence> = {}): Evidence =>
  ({ what, verdict: 'holds', theirs: null, value: 2, low: 1.5, high: 2.5, unit: 'times', ...more }) as Evidence;
const graphsOf = (...all: Evidence[]) =>
  claimGraphs(
    'A-one',
    all.map((one, index) => ({ number: index + 1, evidence: one })),
    false,
  );
const pointsOf = (graph: ReturnType<typeof graphsOf>[number]) =>
  graph.series.map(({ name, points }) => [name, ...points]);

test("a claim's chart has ours of each comparison with its interval, and the study's figure", () => {
  const [graph, ...others] = graphsOf(evidence('one', { theirs: 3 }), evidence('two'));
  expect(others).toEqual([]);
  expect(graph).toMatchObject({ x: 'claim', logarithmicY: true, rows: ['one', 'two'], shortRows: ['1', '2'] });
  expect(pointsOf(graph!)).toEqual([
    ['here', { x: 0, y: 2, low: 1.5, high: 2.5 }, { x: 1, y: 2, low: 1.5, high: 2.5 }],
    ['the study', { x: 0, y: 3 }],
  ]);
});

test('ratios have one chart, and levels of different metrics one each', () => {
  const rate = (what: string, value: number) => evidence(what, { value, low: value, high: value, unit: '/s' });
  const graphs = graphsOf(
    rate('received, lowest second of A', 60),
    evidence('ratio'),
    rate('sent of A', 7200),
    rate('received of A', 120),
  );
  expect(graphs.map(({ yTitle, logarithmicY, shortRows }) => [yTitle, logarithmicY, shortRows])).toEqual([
    ['/s', false, ['1', '4']],
    ['times', true, ['2']],
    ['/s', false, ['3']],
  ]);
});

test('a level of zero is drawn, a ratio of zero is not, for no logarithm has one', () => {
  const none = { value: 0, low: 0, high: 0 };
  expect(graphsOf(evidence('lost', { ...none, unit: 'messages' }), evidence('ratio', none))).toHaveLength(1);
  expect(graphsOf(evidence('ratio', { theirs: 0 }))[0]!.series.map(({ name }) => name)).toEqual(['here']);
});

test('what has no number, and a count of runs, is not drawn', () => {
  expect(graphsOf(evidence('open', { value: null }), evidence('runs', { value: 3, unit: 'runs' }))).toEqual([]);
});
