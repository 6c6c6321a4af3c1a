/** The answers that merges give, in sentences and as JSON. */

import { answersByScenario, answersToShow } from '../../merge/answers-by-scenario.ts';
import { type Answer, DEFAULT_DETECT_PERCENT, rowsOf } from '../../merge/compare/answers.ts';
import { comparedPath } from '../../merge/compare/ranked.ts';
import { type AnswerText, answerText, type LabelOf } from '../../merge/text/answer-sentences.ts';
import { labelMerges } from '../../merge/text/labels.ts';
import { orderSentences } from '../../merge/text/order-sentences.ts';
import type { Merge } from '../../merge/types.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { printable } from './print.ts';

export interface Asked {
  /** The size of a difference worth showing, in %. */
  detect?: number | undefined;
  /** All rows that were measured with those that are shown; default: these. */
  family?: Merge[];
}

const answersTo = (
  merges: Merge[],
  scenarios: ScenarioAbout[],
  { detect = DEFAULT_DETECT_PERCENT, family = merges }: Asked,
): Answer[] => answersByScenario(merges, scenarios, { detectPercent: detect, family });

function labelOf(merges: Merge[], scenarios: ScenarioAbout[]): LabelOf {
  const labels = labelMerges(merges, scenarios);
  return (merge) => labels[merges.indexOf(merge)] ?? merge.key;
}

function textsOf(answers: Answer[], merges: Merge[], scenarios: ScenarioAbout[]): AnswerText[] {
  const label = labelOf(merges, scenarios);
  return answers.map((answer) => answerText(answer, label));
}

/** The answers in sentences, one per line, the order first, as the page says it; empty when there is nothing to say. */
export function answerLines(
  merges: Merge[],
  scenarios: ScenarioAbout[],
  { detect = DEFAULT_DETECT_PERCENT, family = merges }: Asked = {},
): string {
  const label = labelOf(merges, scenarios);
  return answersToShow(merges, scenarios, { detectPercent: detect, family })
    .map((answer) => {
      const { best, undecided, skipped, flagged, method } = answerText(answer, label);
      const details = answer.ranked.length > 1 ? best : [];
      return [...orderSentences(answer, label), ...details, ...undecided, ...skipped, ...flagged, ...method]
        .map(printable)
        .join('\n');
    })
    .join('\n\n');
}

/** Plain JSON for each of `merges`: the sentences of its answer and its place in it; null for a merge without an answer. */
export function answerFields(merges: Merge[], scenarios: ScenarioAbout[], asked: Asked = {}): (object | null)[] {
  const answers = answersTo(merges, scenarios, asked);
  const texts = textsOf(answers, merges, scenarios);
  return merges.map((merge) => {
    const index = answers.findIndex((answer) => rowsOf(answer).includes(merge));
    const answer = answers[index];
    if (answer === undefined) return null;
    const place = answer.ranked.indexOf(merge);
    return {
      sentences: texts[index],
      place: place < 0 ? null : place + 1,
      skippedBecause: reasonFor(answer, merge),
      rankedBy: comparedPath(answer.question),
      isReference: merge === answer.reference,
      baseline: answer.ranked[0]?.key ?? null,
      overReference: answer.overReference[place] ?? null,
      comparison: answer.againstBest[place - 1] ?? null,
      undecided: answer.undecided
        .filter(({ row, baseline }) => row === merge || baseline === merge)
        .map(({ row, baseline, ...pair }) => ({ with: (row === merge ? baseline : row).key, ...pair })),
    };
  });
}

const reasonFor = ({ skipped }: Answer, merge: Merge): string | null =>
  skipped.find((each) => each.merge === merge)?.reason ?? null;
