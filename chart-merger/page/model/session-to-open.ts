/** The session that the page opens with if its address names none. */
import { answersByScenario } from '../../../merge/answers-by-scenario.ts';
import { DEFAULT_DETECT_PERCENT } from '../../../merge/compare/answers.ts';
import { ENOUGH_RUNS } from '../../../merge/run-facts.ts';
import type { Merge } from '../../../merge/types.ts';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import type { Session, Source } from './data-source.ts';

/** As many sessions as are looked through for an answer. */
const MOST_TRIED = 8;

/** Tells whether a session may have an answer: two rows with enough runs. */
const mayAnswer = ({ runs, invalid, rounds }: Session): boolean =>
  rounds >= ENOUGH_RUNS && runs - invalid >= 2 * ENOUGH_RUNS;

const hasAnswer = (merges: Merge[], scenarios: ScenarioAbout[]): boolean =>
  answersByScenario(merges, scenarios, { detectPercent: DEFAULT_DETECT_PERCENT }).some(
    ({ ranked }) => ranked.length > 1,
  );

/** The newest of `sessions` whose runs rank a row before another; else the example, else the newest. Null: there is none. */
export async function sessionToOpen(
  source: Source,
  sessions: Session[],
  scenarios: ScenarioAbout[],
): Promise<string | null> {
  for (const { id } of sessions.filter(mayAnswer).slice(0, MOST_TRIED)) {
    const merges = await source.merges({ sessions: [id], includeInvalid: false });
    if (hasAnswer(merges, scenarios)) return id;
  }
  return (sessions.find(({ example }) => example) ?? sessions[0])?.id ?? null;
}
