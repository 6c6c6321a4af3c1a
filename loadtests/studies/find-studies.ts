/** The studies that come with Outcry. */
import { join } from 'node:path';
import type { Study } from '../../merge/claims/types.ts';
import { readReferences } from '../../records/reference.ts';
import { KEPT, readStudies, STUDIES, sourceText } from '../../records/study-files.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';

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
  throw new OutcryError(`no study "${id}"; choose one of: ${studies.map((study) => study.id).join(', ')}`, EXIT.usage);
}

/** Author, year and kind of work; null when unknown. */
export async function sourceOf({ reference }: Study): Promise<string | null> {
  const found = (await readReferences(REFERENCE)).references.find(({ id }) => id === reference);
  return found ? sourceText(found) : null;
}
