import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';

const charts: ScenarioCharts = {
  compare: { metric: 'asked', better: 'less', words: { better: 'faster', worse: 'slower' } },
  roles: { latency: 'asked' },
  columns: [
    { metric: 'asked', figure: 'mean' },
    { metric: 'receivedByServer', figure: 'total' },
    { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
  ],
  graphs: [{ id: 'asked', type: 'distribution', title: 'Asked', metrics: ['asked'] }],
};

export default charts;
