/** Discarded runs, which were done again: kept beside their session's records, in no list and no merge. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../protocol/run-record.ts';
import { readOr } from '../system/read-or.ts';
import { checkRecord } from './check-record.ts';
import { PACKED, readPacked } from './packed-session.ts';

/** The folder of discarded runs, in that of their session. */
export const DISCARDED = '.discarded';

/** Returns the path of a discarded run, below the results folder: by its id and its start. */
export function discardedPath({ id, session, when }: RunRecord): string {
  return join(session.id, DISCARDED, `${id}.${(when.startedAt ?? '').replace(/\D/g, '')}.json`);
}

/** Those of a packed session; none where it is not packed, or broken, which is named among the problems. */
function packedTexts(folder: string): Map<string, string> {
  const packed = readOr(() => [...readPacked(join(folder, PACKED))], []);
  const discarded = packed.filter(([name]) => name.startsWith(`${DISCARDED}/`));
  return new Map(discarded.map(([name, text]) => [name.slice(DISCARDED.length + 1), text]));
}

/** The discarded runs of `id` that are kept, oldest first. Others, and what is no record, are skipped. */
export async function readDiscarded(results: string, session: string, id: string): Promise<RunRecord[]> {
  const folder = join(results, session);
  const texts = packedTexts(folder);
  for (const name of await readdir(join(folder, DISCARDED)).catch(() => [])) {
    texts.set(name, await readFile(join(folder, DISCARDED, name), 'utf8').catch(() => ''));
  }
  const read = (text: string): RunRecord | null => readOr(() => checkRecord(JSON.parse(text)), null);
  const named = [...texts].filter(([name]) => name.startsWith(`${id}.`)).sort(([a], [b]) => (a < b ? -1 : 1));
  return named.map(([, text]) => read(text)).filter((record) => record?.id === id) as RunRecord[];
}
