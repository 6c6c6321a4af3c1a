import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { chartsFromKinds, chartsOf, specsOf } from './charts.ts';
import { figureOf, mergeRuns } from './index.ts';
import { makeRuns } from './testing/make-run.ts';

const merges = mergeRuns(makeRuns(3));

describe('charts made from kinds', () => {
  test('have every metric: trends by mean and percentiles, counts by total, gauges by level and height', () => {
    const { columns, graphs, compare } = chartsFromKinds(specsOf(merges));
    const figures = (metric: string) =>
      columns.filter((column) => column.metric === metric).map(({ figure }) => figure);
    expect(figures('fromSent')).toEqual(['mean', 'p50', 'p99', 'max']);
    expect(figures('sentByClients')).toEqual(['total']);
    expect(figures('serverCpu')).toEqual(['typical', 'max']);
    expect(new Set(graphs.flatMap((graph) => graph.metrics))).toEqual(new Set(Object.keys(merges[0]!.metrics)));
    expect(new Set(graphs.map(({ id }) => id)).size).toBe(graphs.length);
    expect(compare.metric).toBe('fromSent');
  });

  test('every column of theirs has a figure in the merge they were made from', () => {
    const { columns } = chartsFromKinds(specsOf(merges));
    const without = columns.filter(({ metric, figure }) => figureOf(merges[0]!, metric, figure) === null);
    expect(without).toEqual([]);
  });

  test('compare by a gauge where there is no trend', () => {
    const { serverCpu } = specsOf(merges);
    expect(chartsFromKinds({ serverCpu: serverCpu! }).compare).toMatchObject({ metric: 'serverCpu' });
  });

  test('are made for a scenario that is not known here', () => {
    const charts = { ...chartsFromKinds({}), columns: [{ metric: 'fromSent', figure: 'p50' as const }] };
    const known: ScenarioAbout = { name: 'auction-broadcast', about: 'Made up.', charts };
    expect(chartsOf('auction-broadcast', [known], merges)).toBe(charts);
    expect(chartsOf('auction-broadcast', [], merges)).toEqual(chartsFromKinds(specsOf(merges)));
  });
});
