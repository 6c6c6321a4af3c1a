/** Attempts at runs that were done again: kept beside their session's records, in no list and no merge. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../protocol/run-record.ts';
import { type KeptRecord, upgrade } from '../protocol/upgrade.ts';
import { checkRecord } from './check-record.ts';

const folderOf = (results: string, session: string): string => join(results, session, '.set-aside');

/** Where `attempt` is kept: by its run's id and when it began. */
export function pathAside(results: string, { id, session, when }: KeptRecord): string {
  return join(folderOf(results, session.id), `${id}.${(when.startedAt ?? '').replace(/\D/g, '')}.json`);
}

/** The attempts at run `id` that are kept, oldest first. What is no record, or another run's, is left out: nothing stands on it. */
export async function readAside(results: string, session: string, id: string): Promise<RunRecord[]> {
  const folder = folderOf(results, session);
  const names = await readdir(folder).catch(() => []);
  const read = async (name: string): Promise<RunRecord[]> => {
    try {
      return [upgrade(checkRecord(JSON.parse(await readFile(join(folder, name), 'utf8'))))];
    } catch {
      return [];
    }
  };
  const found = await Promise.all(
    names
      .filter((name) => name.startsWith(`${id}.`))
      .sort()
      .map(read),
  );
  return found.flat().filter((record) => record.id === id);
}
