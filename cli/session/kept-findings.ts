/** The runs of studies that come with Outcry, judged. */
import { type FoundScenario, findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { breakingsOf } from '../../loadtests/studies/breakings.ts';
import { type Attempt, judgeStudy, newestAttempt } from '../../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../../merge/claims/types.ts';
import { readStudySession, STUDY_SIZES } from '../../protocol/study-session.ts';
import { RunStore } from '../../records/store.ts';
import { type App, readApps } from '../../setup/apps/manifest/manifest.ts';
import { KEPT_RUNS, sourceOf } from './studies.ts';

/** One start of a study, judged. */
export async function judgeAttempt(
  study: Study,
  attempt: Attempt,
  apps: App[],
  scenarios: readonly FoundScenario[],
): Promise<JudgedStudy> {
  const source = await sourceOf(study);
  const breakings = breakingsOf(study, attempt, apps, scenarios);
  const known = { breakings, scenarios: scenarioAbouts(scenarios) };
  return judgeStudy(study, attempt, { ...known, ...(source === null ? {} : { source }) });
}

/** The newest kept start in each size, largest first; empty: none is kept. */
export async function judgedKept(study: Study): Promise<JudgedStudy[]> {
  const store = new RunStore(KEPT_RUNS);
  const sessions = (await store.sessions()).map(({ id }) => id);
  const [scenarios, apps] = [await findScenarios(), readApps()];
  const judged: JudgedStudy[] = [];
  for (const size of STUDY_SIZES) {
    const mine = sessions.filter((id) => {
      const session = readStudySession(id);
      return session?.study === study.id && session.size === size;
    });
    const attempt = mine.length === 0 ? null : newestAttempt(study.id, await store.records({ session: mine }));
    if (attempt !== null) judged.push(await judgeAttempt(study, attempt, apps, scenarios));
  }
  return judged;
}
