/** Files that cannot be read, and the sentences on them: terminal, page and report say the same. Pure. */
import { counted, grouped } from '../metrics/numbers.ts';

/** A file or folder under the results folder that cannot be read as records, and why. */
export interface Problem {
  /** Path below the results folder, with `/`. */
  file: string;
  message: string;
}

/** The runs that come with Outcry lie in this folder of the results folder. */
export const EXAMPLE = 'example';

/** Of more files the others are counted. */
const MOST_NAMED = 5;

/** The session in whose folder a file lies. */
function sessionOf({ file }: Problem): string | undefined {
  const [folder, below] = file.split('/');
  return folder === EXAMPLE ? below : folder;
}

/** Names the files and what is wrong with each. @param which follows their number, such as ` of other sessions` */
function listText(problems: readonly Problem[], which: string): string {
  const named = problems.slice(0, MOST_NAMED).map(({ file, message }) => `${file}: ${message}`);
  const more = problems.length > named.length ? [`and ${grouped(problems.length - named.length)} more`] : [];
  const what = problems.every(({ file }) => file.endsWith('.json')) ? 'record' : 'file';
  return `${counted(problems.length, what)}${which} cannot be read: ${[...named, ...more].join('; ')}.`;
}

/** @param sessions those that an answer is about; null: all */
export function problemsOf(problems: readonly Problem[], sessions: readonly string[] | null): Problem[] {
  return problems.filter((problem) => sessions?.includes(sessionOf(problem) ?? '') ?? true);
}

/**
 * A sentence on the files that the answer is without, and one on those of other sessions; empty where all can be read.
 * @param sessions those that the answer is about; null: all
 */
export function unreadableSentences(problems: readonly Problem[], sessions: readonly string[] | null): string[] {
  const own = problemsOf(problems, sessions);
  const others = problems.filter((problem) => !own.includes(problem));
  return [
    ...(own.length > 0 ? [`${listText(own, '')} The answer is without ${own.length === 1 ? 'it' : 'them'}.`] : []),
    ...(others.length > 0 ? [listText(others, ' of other sessions')] : []),
  ];
}
