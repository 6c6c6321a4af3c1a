/** Studies as data, plans and claims: `results/reference/studies/*.json`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { studyFaults } from '../merge/claims/check.ts';
import { judgeStudy, newestAttempt, type StudyExtras } from '../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../merge/claims/types.ts';
import { readStudySession } from '../protocol/study-session.ts';
import { storageError } from './errors.ts';
import type { Problem } from './record-files.ts';
import type { Reference } from './reference.ts';
import type { RunStore } from './store.ts';

/** Below the folder of published figures. */
export const STUDIES = 'studies';

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

/** The newest attempt at a study judged; those that came with Outcry only where there is no other. Null where there is none. */
export async function judgedFrom(
  store: RunStore,
  study: Study,
  extrasOf: (records: Parameters<typeof judgeStudy>[1]) => StudyExtras,
): Promise<JudgedStudy | null> {
  const sessions = (await store.sessions()).filter(({ id }) => readStudySession(id)?.study === study.id);
  const own = sessions.filter(({ example }) => !example);
  const ids = (own.length > 0 ? own : sessions).map(({ id }) => id);
  if (ids.length === 0) return null;
  const attempt = newestAttempt(study.id, await store.records({ session: ids }));
  return attempt === null ? null : judgeStudy(study, attempt, extrasOf(attempt));
}
