/**
 * The leftovers of an Outcry start that are no process of its own, such as a container of an engine or a browser's profile. Their removal
 * is written down before they are made. So after a `kill -9` the reaper of that start, or else the next one, removes them.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWN_MARK, ownerLives } from './process-owner.ts';
import { entriesIn, namesIn, readOr } from './read-or.ts';
import { ROOT } from './root.ts';

const run = promisify(execFile);

const FOLDER = join(ROOT, '.outcry', 'leftovers');
/** The file of this start; it exists while there is something to remove. */
export const OWN_LEFTOVERS = join(FOLDER, OWN_MARK);
/** The time limit of a removal command: a target on another machine may be gone without notice. */
const PATIENCE_MS = 10_000;

export interface Leftover {
  label: string;
  /** The command that takes it away; nothing happens when it was not made or has gone. */
  argv: string[];
  /** Variables that the command needs besides PATH and HOME. */
  env: Record<string, string>;
}

let count = 0;

/**
 * Writes down how to remove something that is about to be made.
 * @param notes where that is written; tests have folders that nobody else cleans up
 * @returns how to take that back once it has gone
 */
export function noteLeftover(leftover: Leftover, notes = FOLDER): () => void {
  const folder = join(notes, OWN_MARK);
  count += 1;
  const file = join(folder, `${count}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(leftover));
  return () => {
    rmSync(file, { force: true });
    readOr(() => rmdirSync(folder), null); // there may be more of this start
  };
}

/** Removes leftovers of starts that do not run any more; each is tried once. @returns the labels of removed leftovers */
export async function cleanUpLeftovers(notes = FOLDER): Promise<string[]> {
  const gone: string[] = [];
  for (const mark of namesIn(notes)) {
    if (ownerLives(mark)) continue;
    const folder = join(notes, mark);
    const entries = entriesIn<Leftover>(folder);
    // Taken first: another start may be cleaning up at the same time.
    rmSync(folder, { recursive: true, force: true });
    for (const { label, argv, env } of entries) {
      const { PATH, HOME } = process.env;
      try {
        await run(argv[0]!, argv.slice(1), { env: { PATH, HOME, ...env }, timeout: PATIENCE_MS });
        gone.push(label);
      } catch {
        // The engine does not answer; its next use looks for leftovers too.
      }
    }
  }
  return gone;
}
