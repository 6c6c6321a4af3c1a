/** Studies as data, plans and claims: `results/reference/studies/*.json`. */
import { studyFaults } from '../merge/claims/check-study.ts';
import { expandStudy, type FileStudy } from '../merge/claims/expand-study.ts';
import { type Attempt, newestAttempt } from '../merge/claims/judge-study.ts';
import type { Study } from '../merge/claims/types.ts';
import { readStudySession, STUDY_SIZES, type StudySize } from '../protocol/study-session.ts';
import type { Problem } from './problems.ts';
import { REFERENCE } from './record-folders.ts';
import { type Reference, readDocuments } from './reference.ts';
import type { RunStore } from './store.ts';

/** Below the folder of published figures: the studies as data, and a results folder with the runs of them that come with Outcry. */
export const STUDIES = 'studies';
export const KEPT = 'kept';

/** All studies in `folder`, in the order of their files' names, and what is wrong with other files: file, claim, fault. */
export async function readStudies(folder: string): Promise<{ studies: Study[]; problems: Problem[] }> {
  const { documents, problems } = await readDocuments<FileStudy>(folder, `${REFERENCE}/${STUDIES}`, studyFaults);
  return { studies: documents.map(expandStudy), problems };
}

/** Author, year and kind of work, as it is shown beside a study. */
export function sourceText({ source }: Reference): string {
  return [source.author, source.year, source.level, source.place].filter(Boolean).join(', ');
}

/** The newest attempt at a study among the runs in `store`; null where there is none. @param size absent: of any size */
export async function attemptIn(store: RunStore, { id: study }: Study, size?: StudySize): Promise<Attempt | null> {
  const mine = (await store.sessions()).flatMap(({ id }) => {
    const session = readStudySession(id);
    return session?.study === study && (size === undefined || session.size === size) ? [id] : [];
  });
  return mine.length === 0 ? null : newestAttempt(study, await store.records({ session: mine }));
}

/** The newest attempt in each size, largest first; empty: there is none. */
export async function attemptsIn(store: RunStore, study: Study): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const size of STUDY_SIZES) {
    const attempt = await attemptIn(store, study, size);
    if (attempt !== null) attempts.push(attempt);
  }
  return attempts;
}
