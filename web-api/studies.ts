/** Studies as data, plans and claims: `results/reference/studies/*.json`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { studyFaults } from '../merge/claims/check.ts';
import { judgeStudy, newestAttempt, type StudyExtras } from '../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../merge/claims/types.ts';
import { readStudySession } from '../protocol/study-session.ts';
import { storageError } from './errors.ts';
import type { Problem } from './record-folders.ts';
import type { Reference } from './reference.ts';
import type { RunStore } from './store.ts';

/** Below the folder of published figures: the studies as data, and a results folder with the runs of them that come with Outcry. */
export const STUDIES = 'studies';
export const KEPT = 'kept';

/** All studies in `folder`, in the order of their files' names, and what is wrong with those that are none: file, claim, fault. */
export async function readStudies(folder: string): Promise<{ studies: Study[]; problems: Problem[] }> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { studies: [], problems: [] };
    throw storageError('cannot read', folder, error);
  }
  const studies: Study[] = [];
  const problems: Problem[] = [];
  for (const name of names) {
    const file = `reference/${STUDIES}/${name}`;
    try {
      const data: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
      const faults = studyFaults(data);
      if (faults.length === 0) studies.push(data as Study);
      problems.push(...faults.map((message) => ({ file, message })));
    } catch (error) {
      problems.push({ file, message: (error as Error).message });
    }
  }
  return { studies, problems };
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
