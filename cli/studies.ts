/** The studies that come with Outcry, for the commands that know them. */
import { join } from 'node:path';
import type { Study } from '../merge/claims/types.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { ROOT } from '../system/root.ts';
import { readReferences } from '../web-api/reference.ts';
import { KEPT, readStudies, STUDIES, sourceText } from '../web-api/studies.ts';

const REFERENCE = join(ROOT, 'results', 'reference');

/** A results folder of its own: the runs of studies that come with Outcry. */
export const KEPT_RUNS = join(REFERENCE, KEPT);

/** @throws OutcryError (wrong use) that names file, claim and fault: a broken study is an error, not one left out */
export async function allStudies(folder: string = join(REFERENCE, STUDIES)): Promise<Study[]> {
  const { studies, problems } = await readStudies(folder);
  if (problems.length === 0) return studies;
  throw new OutcryError(problems.map(({ file, message }) => `${file}: ${message}`).join('\n'), EXIT.usage);
}

/** @throws OutcryError (wrong use) that lists what there is */
export function studyNamed(studies: readonly Study[], id: string): Study {
  const one = studies.find((study) => study.id === id.toUpperCase());
  if (one) return one;
  throw new OutcryError(`no study "${id}"; there is: ${studies.map((study) => study.id).join(', ')}`, EXIT.usage);
}

/** Author, year and kind of work; null where nobody says. */
export async function sourceOf({ reference }: Study): Promise<string | null> {
  const found = (await readReferences(REFERENCE)).references.find(({ id }) => id === reference);
  return found ? sourceText(found) : null;
}
