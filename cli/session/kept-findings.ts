/** The runs of studies that come with Outcry, judged. */
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { type Attempt, judgeStudy } from '../../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../../merge/claims/types.ts';
import { RunStore } from '../../records/store.ts';
import { attemptsIn } from '../../records/study-files.ts';
import { KEPT_RUNS, sourceOf } from './find-studies.ts';

/** One start of a study, judged. */
export async function judgeAttempt(study: Study, attempt: Attempt): Promise<JudgedStudy> {
  const source = await sourceOf(study);
  const scenarios = scenarioAbouts(await findScenarios());
  return judgeStudy(study, attempt, { scenarios, ...(source === null ? {} : { source }) });
}

/** The newest kept start in each size, largest first; empty: none is kept. */
export async function judgedKept(study: Study): Promise<JudgedStudy[]> {
  const attempts = await attemptsIn(new RunStore(KEPT_RUNS), study);
  return Promise.all(attempts.map((attempt) => judgeAttempt(study, attempt)));
}
