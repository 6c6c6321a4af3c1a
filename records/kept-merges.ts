/**
 * Merges of runs that do not change any more, kept beside the records in `<results>/.merges/`. The same runs asked for again are not read. A
 * file's name stands for the state of each record's file, the options and the code that merged, so it is never out of date. The records stay
 * the truth: the folder may be removed at any time. Where it cannot be written, runs are merged each time.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type MergeOptions, mergeRuns } from '../merge/index.ts';
import type { Merge } from '../merge/types.ts';
import { writeWhole } from '../system/write-whole.ts';
import { mergeCode } from './merge-code.ts';
import type { RunStore, Selection } from './store.ts';

export const KEPT_MERGES = '.merges';

/** Raise it when a file holds something else. */
const SCHEMA = 'outcry/merges@1';

/** Fewer runs are merged as fast as a file is read. */
const WORTH_KEEPING = 50;

/** The files used longest ago go first. */
const MOST_FILES = 32;

interface KeepOptions {
  /** The smallest number of runs whose merges are kept. */
  from?: number;
  /** Names the code that merges; by default {@link mergeCode}. */
  code?: string;
}

/** The merges of runs in `store`: those that are kept, or else the runs are merged. */
export async function mergesOf(
  store: Pick<RunStore, 'folder'>,
  selection: Selection,
  options: Required<MergeOptions>,
  { from = WORTH_KEEPING, code }: KeepOptions = {},
): Promise<Merge[]> {
  const merged = async (): Promise<Merge[]> => mergeRuns(await selection.records(), options);
  if (selection.runs < from || !selection.isSettled) return await merged();
  const what = JSON.stringify([selection.state, options.includeInvalid, code ?? mergeCode()]);
  const key = createHash('sha256').update(what).digest('hex');
  const folder = join(store.folder, KEPT_MERGES);
  const path = join(folder, `${key.slice(0, 32)}.json`);
  const kept = readKept(path, key);
  if (kept !== null) return kept;
  const merges = await merged();
  if (await selection.isUnchanged()) keep(folder, path, JSON.stringify({ schema: SCHEMA, key, merges }));
  return merges;
}

/** Null where there is no such file, or a broken one. */
function readKept(path: string, key: string): Merge[] | null {
  try {
    const merges = readText(readFileSync(path, 'utf8'), key);
    utimesSync(path, new Date(), new Date());
    return merges;
  } catch {
    return null;
  }
}

function readText(text: string, key: string): Merge[] | null {
  const { schema, key: own, merges } = JSON.parse(text) as { schema: string; key: string; merges: Merge[] };
  return schema === SCHEMA && own === key ? merges : null;
}

function keep(folder: string, path: string, text: string): void {
  try {
    writeWhole(path, text);
    const files = readdirSync(folder).map((name) => ({ name, used: statSync(join(folder, name)).mtimeMs }));
    files.sort((a, b) => b.used - a.used);
    for (const { name } of files.slice(MOST_FILES)) rmSync(join(folder, name), { force: true });
  } catch {
    // The folder is read-only, or the disk is full: the runs are merged again next time.
  }
}
