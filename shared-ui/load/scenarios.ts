/** The scenarios that there were when the page was built, found by their folders. */
import type { PageCharts, PageJudge, PageScenario } from './page-scenario.ts';

type Found = Omit<PageScenario, 'charts' | 'judge'>;

const found = import.meta.glob<Found>('../../loadtests/scenarios/*/scenario.ts', { import: 'default', eager: true });
// Whole modules: what several scenarios share has no default export.
const charts = import.meta.glob<{ default?: PageCharts }>('../../loadtests/scenarios/*/charts.ts', { eager: true });
const judges = import.meta.glob<(scenario: Found) => PageJudge>('../../loadtests/scenarios/judge.ts', {
  import: 'judgeOf',
  eager: true,
});
const [judgeOf] = Object.values(judges);

/** Of a scenario that makes runs of others. */
const NO_CHARTS: PageCharts = { compare: { metric: '' }, columns: [], graphs: [] };

export const SCENARIOS: readonly PageScenario[] = Object.entries(found).map(([path, scenario]) => ({
  ...scenario,
  charts: charts[path.replace('scenario.ts', 'charts.ts')]?.default ?? NO_CHARTS,
  judge: judgeOf!(scenario),
}));
