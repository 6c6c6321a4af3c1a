/** `docs/reliability-tables.md`: what commands write into it, each between two lines of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';

export const RELIABILITY_PAGE = join(ROOT, 'docs', 'reliability-tables.md');

const beginOf = (name: string): string => `<!-- ${name}: written by npm run ${name} -- --write -->`;
const endOf = (name: string): string => `<!-- end of ${name} -->`;

/** Where the part `name` begins and ends in `page`. */
function placeOf(page: string, name: string): { from: number; to: number } {
  const [begin, end] = [page.indexOf(beginOf(name)), page.indexOf(endOf(name))];
  if (begin < 0 || end < begin) {
    throw new OutcryError(
      `docs/reliability-tables.md has no place for it: the lines "${beginOf(name)}" and "${endOf(name)}"`,
      EXIT.usage,
    );
  }
  return { from: begin + beginOf(name).length, to: end };
}

/** What stands in the part `name` of `page`. @throws OutcryError when it has no such part */
export function partOf(page: string, name: string): string {
  const { from, to } = placeOf(page, name);
  return page.slice(from, to).trim();
}

/** `page` with `text` as its part `name`. @throws OutcryError when it has no such part */
export function withPart(page: string, name: string, text: string): string {
  const { from, to } = placeOf(page, name);
  return `${page.slice(0, from)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** Writes the part `name`, made from what stands there now. */
export function writePart(name: string, make: (now: string) => string): void {
  const page = readFileSync(RELIABILITY_PAGE, 'utf8');
  writeFileSync(RELIABILITY_PAGE, withPart(page, name, make(partOf(page, name))));
}
