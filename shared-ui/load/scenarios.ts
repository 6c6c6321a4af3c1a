/** The scenarios that there were when the page was built, found by their folders. */
import type { PageJudge, PageScenario } from './page-scenario.ts';

const found = import.meta.glob<PageScenario>('../../loadtests/scenarios/*/scenario.ts', {
  import: 'default',
  eager: true,
});
const judges = import.meta.glob<PageJudge>('../../loadtests/scenarios/*/judge.ts', { import: 'default' });

export const SCENARIOS: readonly PageScenario[] = Object.values(found);

/** The scenario's judge; one that finds nothing where it has none. */
export async function judgeOf(scenario: string): Promise<PageJudge> {
  return (await judges[`../../loadtests/scenarios/${scenario}/judge.ts`]?.()) ?? (() => []);
}
