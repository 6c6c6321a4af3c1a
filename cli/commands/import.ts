/** `./outcry import FILE…`: imports runs of other people and reports what is odd about them. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { isPacked, readPacked, recordsIn } from '../../records/packed-session.ts';
import { RunStore } from '../../records/store.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { readInputFile } from '../../system/input-file.ts';
import type { ImportFile } from '../../web-api/import/index.ts';
import { importInto } from '../../web-api/import/store-step.ts';
import { withJson, withResults } from '../options/common-options.ts';
import { makeOutput, table } from '../output/print.ts';

/** The largest of study A's files is 50 KB; a file of this size is something else. */
const FILE_LIMIT_BYTES = 50 * 1024 * 1024;

/**
 * Those of `paths` that can be read, and what is wrong with the others.
 * @throws OutcryError (wrong use) when none can be read
 */
export function readFiles(paths: string[]): { files: ImportFile[]; unreadable: string[] } {
  const files: ImportFile[] = [];
  const unreadable: string[] = [];
  for (const path of paths) {
    try {
      if (isPacked(path)) files.push(...packedFiles(path));
      else files.push({ name: basename(path), text: readInputFile(path, FILE_LIMIT_BYTES, 'a file of runs') });
    } catch (error) {
      if (!(error instanceof OutcryError)) throw error;
      unreadable.push(error.message);
    }
  }
  if (files.length === 0) throw new OutcryError(unreadable.join('\n'), EXIT.usage);
  return { files, unreadable };
}

/** The records of a packed session, each as a file. @throws OutcryError (wrong use) that names the path */
function packedFiles(path: string): ImportFile[] {
  try {
    return recordsIn(readPacked(path)).map(([name, text]) => ({ name, text }));
  } catch (error) {
    throw new OutcryError(`${path}: ${(error as Error).message}`, EXIT.usage);
  }
}

export function addImportCommand(program: Command): void {
  withJson(withResults(program.command('import')))
    .description("take in run records, packed sessions, or the raw files of study A's runs")
    .argument('<files...>', 'files to take in; files of one study belong into one call')
    .action(async (paths: string[], options: { results: string; json: boolean }) => {
      const output = makeOutput(options.json);
      const { files, unreadable } = readFiles(paths);
      const kept = await importInto(new RunStore(options.results), files);
      const outcome = { ...kept, notes: [...unreadable, ...kept.notes] };
      const { taken, already, odd, notes } = outcome;
      output.result(
        () =>
          [
            `${taken.length} runs imported, ${already.length} were there already, ${odd.length} have flags.`,
            ...notes.map((note) => `note: ${note}`),
            ...(odd.length > 0
              ? [
                  table(
                    ['run', 'finding', 'what'],
                    odd.flatMap((run) => run.validity.map((v) => [run.id, v.code, v.message])),
                  ),
                ]
              : []),
          ].join('\n'),
        () => outcome,
      );
      if (taken.length + already.length === 0 || unreadable.length > 0) process.exitCode = EXIT.usage;
    });
}
