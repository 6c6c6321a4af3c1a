/** The session that page and report show where none is named. */
import { answersByScenario } from '../merge/answers-by-scenario.ts';
import { DEFAULT_DETECT_PERCENT } from '../merge/compare/answers.ts';
import type { Merge } from '../merge/types.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { type Titled, titleOf } from './session-title.ts';

/** As many sessions as are looked through for an answer. */
const MOST_TRIED = 8;

const hasAnswer = (merges: Merge[], scenarios: ScenarioAbout[]): boolean =>
  answersByScenario(merges, scenarios, { detectPercent: DEFAULT_DETECT_PERCENT }).some(
    ({ ranked, reference }) => ranked.length > (reference === null ? 1 : 0),
  );

/** The newest of `sessions` whose runs rank a row before another; else the example, else the newest. Null: there is none. */
export async function sessionToOpen(
  sessions: readonly Titled[],
  scenarios: ScenarioAbout[],
  mergesOf: (id: string) => Promise<Merge[]>,
): Promise<string | null> {
  for (const { id } of sessions.filter(({ rankable }) => rankable > 1).slice(0, MOST_TRIED)) {
    if (hasAnswer(await mergesOf(id), scenarios)) return id;
  }
  return (sessions.find(({ example }) => example) ?? sessions[0])?.id ?? null;
}

/** Says of the newest session that another was opened in its place; null: it is the one that was opened. */
export function notOpened(sessions: readonly Titled[], opened: string | null): { id: string; text: string } | null {
  const [newest] = sessions;
  if (newest === undefined || newest.example || newest.id === opened) return null;
  return { id: newest.id, text: `A newer session has no ranking: ${titleOf(newest)}.` };
}
