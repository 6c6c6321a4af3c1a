/** `docs/reliability-tables.md`: what commands write into it, each between two lines of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcryVersion, thisMachine } from '../loadtests/session/record/machine.ts';
import { type Marks, withWrittenPart, writtenPart } from '../system/generated-section.ts';
import { ROOT } from '../system/root.ts';

export const RELIABILITY_PAGE = join(ROOT, 'docs', 'reliability-tables.md');

const NO_PLACE = 'docs/reliability-tables.md has no place for it';

const marksOf = (name: string): Marks => ({
  begin: `<!-- begin of ${name}: written with --write -->`,
  end: `<!-- end of ${name} -->`,
});

/** The content of the part `name` of `page`. @throws OutcryError when it has no such part */
export const partOf = (page: string, name: string): string => writtenPart(page, marksOf(name), NO_PLACE);

/** `page` with `text` as its part `name`. @throws OutcryError when it has no such part */
export const withPart = (page: string, name: string, text: string): string =>
  withWrittenPart(page, marksOf(name), `${text.trim()}\n`, NO_PLACE);

/** Writes the part `name`, made from what stands there now. */
export function writePart(name: string, make: (now: string) => string): void {
  const page = readFileSync(RELIABILITY_PAGE, 'utf8');
  writeFileSync(RELIABILITY_PAGE, withPart(page, name, make(partOf(page, name))));
}

/** Machine, date and versions of a trial, such as `2 cores of …, Node.js v20.20.2, 2026-11-22, Outcry f2ff231`: what trials share comes first. */
export async function madeWhere(now: Date = new Date()): Promise<string> {
  const { cpu, cores } = thisMachine();
  const outcry = await outcryVersion();
  const date = now.toISOString().slice(0, 10);
  return `${cores} cores of ${cpu}, Node.js ${process.version}, ${date}${outcry === null ? '' : `, Outcry ${outcry}`}`;
}
