import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { rankedBy } from './charts.ts';
import { type Answer, answersOf, NO_ANSWER, type Question } from './compare/answers.ts';
import { rankedFor } from './compare/ranked.ts';
import { rankingOf } from './compare/ranking.ts';
import type { Merge } from './types.ts';

type Asked = Pick<Question, 'detectPercent' | 'rankSubstitutes' | 'family'>;

/**
 * An answer for each load of each scenario, by the metric that ranks the scenario's rows. Rows of two scenarios are never of one load.
 * @param scenarios those that are known
 */
export function answersByScenario(merges: Merge[], scenarios: ScenarioAbout[], asked: Asked): Answer[] {
  const names = [...new Set(merges.map(({ combination }) => combination.scenario))];
  return names.flatMap((name) => {
    const own = merges.filter(({ combination }) => combination.scenario === name);
    return answersOf(own, { ...rankedBy(name, scenarios, merges), ...asked });
  });
}

/** The same; of one row one that says whether it can be ranked, as there is nothing to compare it with. Page and commands show these. */
export function answersToShow(merges: Merge[], scenarios: ScenarioAbout[], asked: Asked): Answer[] {
  const answers = answersByScenario(merges, scenarios, asked);
  const [only, ...others] = merges;
  if (answers.length > 0 || only === undefined || others.length > 0) return answers;
  const question = { ...rankedFor(rankedBy(only.combination.scenario, scenarios, merges), merges), ...asked };
  return [{ ...NO_ANSWER, question, ...rankingOf(merges, question) }];
}
