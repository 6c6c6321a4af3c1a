/** Discarded runs, which were done again: kept beside their session's records, in no list and no merge. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../protocol/run-record.ts';
import { checkRecord } from './check-record.ts';
import { PACKED, readPacked } from './packed-session.ts';

/** The folder of discarded runs, in that of their session. */
export const DISCARDED = '.discarded';

/** Returns the path of a discarded run, below the results folder: by its id and its start. */
export function discardedPath({ id, session, when }: RunRecord): string {
  return join(session.id, DISCARDED, `${id}.${(when.startedAt ?? '').replace(/\D/g, '')}.json`);
}

async function textsOf(folder: string): Promise<Map<string, string>> {
  try {
    const packed = [...readPacked(join(folder, PACKED))].filter(([name]) => name.startsWith(`${DISCARDED}/`));
    return new Map(packed.map(([name, text]) => [name.slice(DISCARDED.length + 1), text]));
  } catch {
    return new Map(); // not packed, or broken: then it is named among the problems
  }
}

/** The discarded runs of `id` that are kept, oldest first. Others, and what is no record, are skipped. */
export async function readDiscarded(results: string, session: string, id: string): Promise<RunRecord[]> {
  const folder = join(results, session);
  const texts = await textsOf(folder);
  for (const name of await readdir(join(folder, DISCARDED)).catch(() => [])) {
    texts.set(name, await readFile(join(folder, DISCARDED, name), 'utf8').catch(() => ''));
  }
  const read = (text: string): RunRecord[] => {
    try {
      return [checkRecord(JSON.parse(text))];
    } catch {
      return [];
    }
  };
  const named = [...texts].filter(([name]) => name.startsWith(`${id}.`)).sort(([a], [b]) => (a < b ? -1 : 1));
  return named.flatMap(([, text]) => read(text)).filter((record) => record.id === id);
}
