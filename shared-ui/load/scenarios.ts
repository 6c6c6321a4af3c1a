/** The scenarios that there were when the page was built, found by their folders. */
import type { ScenarioCharts } from '../../protocol/scenario-charts.ts';
import type { PageJudge, PageScenario } from './page-scenario.ts';

type Found = Omit<PageScenario, 'charts' | 'judge'>;

const found = import.meta.glob<Found>('../../loadtests/scenarios/*/scenario.ts', { import: 'default', eager: true });
const charts = import.meta.glob<ScenarioCharts>('../../loadtests/scenarios/*/charts.ts', {
  import: 'default',
  eager: true,
});
const judges = import.meta.glob<(scenario: Found) => PageJudge>('../../loadtests/scenarios/judge.ts', {
  import: 'judgeOf',
  eager: true,
});
const [judgeOf] = Object.values(judges);

/** Those that have runs of their own have charts. */
const NO_CHARTS: Pick<ScenarioCharts, 'columns' | 'graphs'> = { columns: [], graphs: [] };

export const SCENARIOS: readonly PageScenario[] = Object.entries(found).map(([path, scenario]) => ({
  ...scenario,
  charts: charts[path.replace('scenario.ts', 'charts.ts')] ?? NO_CHARTS,
  judge: judgeOf!(scenario),
}));
