/** `docs/reliability-tables.md`: what commands write into it, each between two lines of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcryVersion, thisMachine } from '../loadtests/session/record/machine.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { ROOT } from '../system/root.ts';

export const RELIABILITY_PAGE = join(ROOT, 'docs', 'reliability-tables.md');

const beginOf = (name: string): string => `<!-- begin of ${name}: written with --write -->`;
const endOf = (name: string): string => `<!-- end of ${name} -->`;

/** Where the part `name` begins and ends in `page`. */
function placeOf(page: string, name: string): { from: number; to: number } {
  const [begin, end] = [page.indexOf(beginOf(name)), page.indexOf(endOf(name))];
  if (begin >= 0 && end >= begin) return { from: begin + beginOf(name).length, to: end };
  const lines = `the lines "${beginOf(name)}" and "${endOf(name)}"`;
  throw new OutcryError(`docs/reliability-tables.md has no place for it: ${lines}`, EXIT.usage);
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

/** When, where and with what something was tried, such as `2026-11-22, 2 cores of …, Node.js v20.20.2, Outcry f2ff231`. */
export async function madeWhere(now: Date = new Date()): Promise<string> {
  const { cpu, cores } = thisMachine();
  const outcry = await outcryVersion();
  const date = now.toISOString().slice(0, 10);
  return `${date}, ${cores} cores of ${cpu}, Node.js ${process.version}${outcry === null ? '' : `, Outcry ${outcry}`}`;
}
