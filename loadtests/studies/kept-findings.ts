/** The runs of studies that come with Outcry, judged. */

import { type Attempt, judgeStudy } from '../../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../../merge/claims/types.ts';
import { RunStore } from '../../records/store.ts';
import { attemptsIn } from '../../records/study-files.ts';
import { type App, readApps } from '../../setup/apps/manifest/manifest.ts';
import { type FoundScenario, findScenarios, scenarioAbouts } from '../scenarios/find.ts';
import { breakingsOf } from './breakings.ts';
import { KEPT_RUNS, sourceOf } from './find-studies.ts';

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
  const attempts = await attemptsIn(new RunStore(KEPT_RUNS), study);
  const [scenarios, apps] = [await findScenarios(), readApps()];
  return Promise.all(attempts.map((attempt) => judgeAttempt(study, attempt, apps, scenarios)));
}
