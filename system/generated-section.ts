/** Files written by hand except one section, which a command writes. */
import { EXIT, OutcryError } from './errors.ts';

export interface Marks {
  begin: string;
  end: string;
}

/**
 * `text` with `part` in the place between the two lines.
 * @param where the file and what belongs there, for people: "README.md has no place for ..."
 * @throws OutcryError when it has no such place
 */
export function withWrittenPart(text: string, { begin, end }: Marks, part: string, where: string): string {
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new OutcryError(`${where}: the lines "${begin}" and "${end}"`, EXIT.usage);
  return `${text.slice(0, start)}${begin}\n\n${part}\n${text.slice(stop)}`;
}
