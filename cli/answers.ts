/** The answer of merges in sentences, and for programs in the merges themselves. */
import { type AnswerText, answerText } from '../merge/answer-sentences.ts';
import { type Answer, answersOf, DEFAULT_DETECT_PERCENT } from '../merge/answers.ts';
import { rankedBy } from '../merge/charts.ts';
import { labelMerges } from '../merge/labels.ts';
import type { Merge } from '../merge/types.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { printable } from './output.ts';

export interface Asked {
  /** The size of a difference worth showing, in %. */
  detect?: number;
}

/** An answer per scenario and load that several of `merges` are of, by what the scenario compares them by. */
function answersTo(merges: Merge[], scenarios: ScenarioAbout[], { detect = DEFAULT_DETECT_PERCENT }: Asked): Answer[] {
  const names = [...new Set(merges.map(({ combination }) => combination.scenario))];
  return names.flatMap((name) => {
    const own = merges.filter(({ combination }) => combination.scenario === name);
    return answersOf(own, { ...rankedBy(name, scenarios, merges), detectPercent: detect });
  });
}

function textsOf(answers: Answer[], merges: Merge[], scenarios: ScenarioAbout[]): AnswerText[] {
  const labels = labelMerges(merges, scenarios);
  return answers.map((answer) => answerText(answer, (merge) => labels[merges.indexOf(merge)] ?? merge.key));
}

/** The answers in sentences, each on a line of its own; empty where there is nothing to compare. */
export function answerLines(merges: Merge[], scenarios: ScenarioAbout[], asked: Asked = {}): string {
  return textsOf(answersTo(merges, scenarios, asked), merges, scenarios)
    .map(({ best, undecided, leftOut, flagged, method }) =>
      [...best, ...undecided, ...leftOut, ...flagged, ...method].map(printable).join('\n'),
    )
    .join('\n\n');
}

/** For each of `merges`, plain JSON: the sentences of its answer, and its own place in it; null for one that is part of none. */
export function answerFields(merges: Merge[], scenarios: ScenarioAbout[], asked: Asked = {}): (object | null)[] {
  const answers = answersTo(merges, scenarios, asked);
  const texts = textsOf(answers, merges, scenarios);
  return merges.map((merge) => {
    const index = answers.findIndex((answer) => answer.ranked.includes(merge) || reasonFor(answer, merge) !== null);
    const answer = answers[index];
    if (answer === undefined) return null;
    const place = answer.ranked.indexOf(merge);
    return {
      sentences: texts[index],
      place: place < 0 ? null : place + 1,
      leftOutBecause: reasonFor(answer, merge),
      rankedBy: answer.question.metric,
      baseline: answer.ranked[0]?.key ?? null,
      comparison: answer.againstBest[place - 1] ?? null,
      undecided: answer.undecided
        .filter(({ row, baseline }) => row === merge || baseline === merge)
        .map(({ row, baseline, ...pair }) => ({ with: (row === merge ? baseline : row).key, ...pair })),
    };
  });
}

const reasonFor = ({ leftOut }: Answer, merge: Merge): string | null =>
  leftOut.find((each) => each.merge === merge)?.reason ?? null;
