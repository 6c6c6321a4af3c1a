/** Files written by hand except one section, which a command writes. */
import { EXIT, OutcryError } from './errors.ts';

export interface Marks {
  begin: string;
  end: string;
}

/** Finds where the part of `text` between the two lines begins and ends. */
function placeOf(text: string, { begin, end }: Marks, where: string): [number, number] {
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new OutcryError(`${where}: the lines "${begin}" and "${end}"`, EXIT.usage);
  return [start + begin.length, stop];
}

/** The part of `text` between the two lines. @param where as for {@link withWrittenPart} */
export const writtenPart = (text: string, marks: Marks, where: string): string =>
  text.slice(...placeOf(text, marks, where)).trim();

/**
 * `text` with `part` in the place between the two lines.
 * @param where the file and what belongs there, for people: "README.md has no place for ..."
 * @throws OutcryError when it has no such place
 */
export function withWrittenPart(text: string, marks: Marks, part: string, where: string): string {
  const [from, to] = placeOf(text, marks, where);
  return `${text.slice(0, from)}\n\n${part}\n${text.slice(to)}`;
}
