/** Studies as data, plans and claims: `results/reference/studies/*.json`. */
import { studyFaults } from '../merge/claims/check.ts';
import { judgeStudy, newestAttempt, type StudyExtras } from '../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../merge/claims/types.ts';
import { readStudySession } from '../protocol/study-session.ts';
import { type Problem, REFERENCE } from './record-folders.ts';
import { type Reference, readDocuments } from './reference.ts';
import type { RunStore } from './store.ts';

/** Below the folder of published figures: the studies as data, and a results folder with the runs of them that come with Outcry. */
export const STUDIES = 'studies';
export const KEPT = 'kept';

/** All studies in `folder`, in the order of their files' names, and what is wrong with other files: file, claim, fault. */
export async function readStudies(folder: string): Promise<{ studies: Study[]; problems: Problem[] }> {
  const { documents, problems } = await readDocuments<Study>(folder, `${REFERENCE}/${STUDIES}`, studyFaults);
  return { studies: documents, problems };
}

/** Author, year and kind of work, as it is shown beside a study. */
export function sourceText({ source }: Reference): string {
  return [source.author, source.year, source.level, source.place].filter(Boolean).join(', ');
}

/** The newest attempt at a study among the runs in `store`, judged; null where there is none. */
export async function judgedFrom(store: RunStore, study: Study, extras: StudyExtras): Promise<JudgedStudy | null> {
  const ids = (await store.sessions()).map(({ id }) => id).filter((id) => readStudySession(id)?.study === study.id);
  if (ids.length === 0) return null;
  const attempt = newestAttempt(study.id, await store.records({ session: ids }));
  return attempt === null ? null : judgeStudy(study, attempt, extras);
}
