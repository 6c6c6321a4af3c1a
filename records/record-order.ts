/** Puts the files of records in order: which of them are used, oldest first, and what is wrong with the others. */
import type { Problem } from './problems.ts';
import type { RecordFile } from './record-files.ts';
import type { RunHead } from './run-summary.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byName = (a: RunHead, b: RunHead): number =>
  byText(a.session.id, b.session.id) ||
  byText(a.identity.framework, b.identity.framework) ||
  byText(a.identity.transport, b.identity.transport) ||
  a.identity.repetition - b.identity.repetition ||
  byText(a.id, b.id);

/** A record whose file was read and found good. */
export type Kept = RecordFile & { head: RunHead };

/** Oldest first. Each time is read once: of ten thousand runs, two are compared a hundred thousand times. */
function inOrder(kept: Kept[]): Kept[] {
  const timed = kept.map((entry) => {
    const { startedAt } = entry.head.when;
    return { entry, at: startedAt === null ? 0 : Date.parse(startedAt) };
  });
  timed.sort((a, b) => a.at - b.at || byName(a.entry.head, b.entry.head));
  return timed.map(({ entry }) => entry);
}

/** Of two records of one id the user's own is used before an example. */
export function sortOut(entries: readonly RecordFile[]): { kept: Kept[]; problems: Problem[] } {
  const kept = new Map<string, Kept>();
  const problems: Problem[] = [];
  const isExample = (entry: RecordFile) => entry.head?.example ?? false;
  for (const entry of [...entries.filter((each) => !isExample(each)), ...entries.filter(isExample)]) {
    if (entry.head === null) {
      problems.push({ file: entry.file, message: entry.problem ?? 'cannot be read' });
      continue;
    }
    const twin = kept.get(entry.head.id);
    if (twin) problems.push({ file: entry.file, message: `id: is also the id of ${twin.file}, which is used instead` });
    else kept.set(entry.head.id, entry as Kept);
  }
  return { kept: inOrder([...kept.values()]), problems };
}
