import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { rankedBy } from './charts.ts';
import { type Answer, answersOf, type Question } from './compare/answers.ts';
import type { Merge } from './types.ts';

/**
 * An answer for each load of each scenario, by the metric that ranks the scenario's rows. Rows of two scenarios are never of one load.
 * @param scenarios those that are known
 */
export function answersByScenario(
  merges: Merge[],
  scenarios: ScenarioAbout[],
  asked: Pick<Question, 'detectPercent' | 'rankSubstitutes' | 'family'>,
): Answer[] {
  const names = [...new Set(merges.map(({ combination }) => combination.scenario))];
  return names.flatMap((name) => {
    const own = merges.filter(({ combination }) => combination.scenario === name);
    return answersOf(own, { ...rankedBy(name, scenarios, merges), ...asked });
  });
}
