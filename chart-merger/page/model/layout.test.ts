import type { MetricSpec } from '../../../metrics/metric.ts';
import { RESOURCE_METRICS } from '../../../metrics/standard-metrics.ts';
import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { layOut, type Specs } from './layout.ts';

const count = (label: string): MetricSpec => ({ kind: 'count', unit: 'connections', label, about: '' });

const specs: Specs = {
  connect: { kind: 'trend', unit: 'ms', label: 'connect', about: '' },
  held: count('connected'),
  onSse: count('on sse'),
  strays: count('strays'),
  wireBytes: RESOURCE_METRICS.wireBytes!,
};

const charts: ScenarioCharts = {
  compare: { metric: 'connect', better: 'less', words: { better: 'faster', worse: 'slower' } },
  roles: {},
  columns: [
    { metric: 'connect', figure: 'mean' },
    { metric: 'held', figure: 'total' },
    { metric: 'onSse', figure: 'mean' },
    { metric: 'strays', figure: 'total' },
    { metric: 'wireBytes', figure: 'total' },
  ],
  graphs: [],
};

const layout = layOut(charts, specs, 'connect', 'connect', (metric) => metric === 'held');
const shown = (columns: { metric: string; figure: string; head: string }[]) =>
  columns.map(({ metric, figure, head }) => `${metric}.${figure}: ${head}`);

test('beside the trends stand counts of a run, and the share of what should have been counted', () => {
  expect(shown(layout.figures)).toEqual([
    'held.total: Connected',
    'onSse.mean: On sse',
    'connect.mean: Connect mean (95 %)',
  ]);
});

test('every count stands among the messages, with what is expected where that is known', () => {
  expect(shown(layout.messages)).toEqual([
    'held.mean: Connected',
    'held.expected: Expected',
    'onSse.mean: On sse',
    'strays.mean: Strays',
  ]);
});
