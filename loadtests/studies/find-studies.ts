/** The studies that come with Outcry, and their kept runs, judged. */
import { join } from 'node:path';
import { type Attempt, judgeStudy } from '../../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../../merge/claims/types.ts';
import { type KeptFindings, keptFindings } from '../../records/kept-findings.ts';
import { readReferences } from '../../records/reference.ts';
import { RunStore } from '../../records/store.ts';
import { attemptsIn, KEPT, readStudies, STUDIES, sourceText } from '../../records/study-files.ts';
import { noSuch } from '../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { findScenarios, scenarioAbouts } from '../scenarios/find.ts';

const REFERENCE = join(ROOT, 'results', 'reference');

/** The results folder with the kept runs of those studies. */
export const KEPT_RUNS = join(REFERENCE, KEPT);

/** @throws OutcryError (wrong use) that names file, claim and fault: a broken study is an error */
export async function allStudies(folder: string = join(REFERENCE, STUDIES)): Promise<Study[]> {
  const { studies, problems } = await readStudies(folder);
  if (problems.length === 0) return studies;
  throw new OutcryError(problems.map(({ file, message }) => `${file}: ${message}`).join('\n'), EXIT.usage);
}

/** @throws OutcryError (wrong use) that lists the studies */
export function studyNamed(studies: readonly Study[], id: string): Study {
  const one = studies.find((study) => study.id === id.toUpperCase());
  if (one) return one;
  throw noSuch(
    'study',
    id,
    studies.map((study) => study.id),
  );
}

/** Author, year and kind of work; null when unknown. */
async function sourceOf({ reference }: Study): Promise<string | null> {
  const found = (await readReferences(REFERENCE)).references.find(({ id }) => id === reference);
  return found ? sourceText(found) : null;
}

/** One start of a study, judged. @param areKept its runs come with Outcry */
export async function judgeAttempt(study: Study, attempt: Attempt, areKept = false): Promise<JudgedStudy> {
  const source = await sourceOf(study);
  const scenarios = scenarioAbouts(await findScenarios());
  return judgeStudy(study, attempt, { scenarios, areKept, ...(source === null ? {} : { source }) });
}

/** The newest kept start in each size, largest first; empty: none is kept. */
export const keptAttempts = (study: Study): Promise<Attempt[]> => attemptsIn(new RunStore(KEPT_RUNS), study);

/** What the kept runs of all studies say. */
export async function findingsHere(): Promise<KeptFindings> {
  return keptFindings(await allStudies(), REFERENCE, scenarioAbouts(await findScenarios()));
}

/** The newest kept start in each size, judged, largest first. */
export async function judgedKept(study: Study): Promise<JudgedStudy[]> {
  return Promise.all((await keptAttempts(study)).map((attempt) => judgeAttempt(study, attempt, true)));
}
