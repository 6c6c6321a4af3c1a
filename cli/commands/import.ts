/** `./outcry import FILE…`: imports runs of other people and reports their flags. */
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { TRANSPORTS, type Transport } from '../../metrics/transports.ts';
import { isPacked, readPacked, recordsIn } from '../../records/packed-session.ts';
import { RunStore } from '../../records/store.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { readInputFile } from '../../system/input-file.ts';
import { foreignText } from '../../web-api/import/foreign-files.ts';
import { IMPORT_LIMIT_BYTES, type Imported, type ImportFile, importFiles, keep } from '../../web-api/import/index.ts';
import { parseJson } from '../../web-api/json.ts';
import { withJson, withResults } from '../options/common-options.ts';
import { makeOutput, table } from '../output/print.ts';

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
      else files.push(...jsonFile(path));
    } catch (error) {
      if (!(error instanceof OutcryError)) throw error;
      unreadable.push(error.message);
    }
  }
  if (files.length === 0) throw new OutcryError(unreadable.join('\n'), EXIT.usage);
  return { files, unreadable };
}

/** @throws OutcryError (wrong use) that names the path, and where it is broken */
function jsonFile(path: string): ImportFile[] {
  const text = readInputFile(path, IMPORT_LIMIT_BYTES, 'a file of runs');
  const foreign = foreignText(text);
  if (foreign !== null) throw new OutcryError(`${path}: ${foreign}`, EXIT.usage);
  return naming(path, () => [{ name: basename(path), data: parseJson(text) }]);
}

/** The records of a packed session, each as a file. @throws as {@link jsonFile} */
function packedFiles(path: string): ImportFile[] {
  return naming(path, () => recordsIn(readPacked(path)).map(([name, text]) => ({ name, data: parseJson(text) })));
}

function naming(path: string, read: () => ImportFile[]): ImportFile[] {
  try {
    return read();
  } catch (error) {
    throw new OutcryError(`${path}: ${(error as Error).message}`, EXIT.usage);
  }
}

/** A sentence for each file that was not taken. */
export const refusals = ({ refused }: Imported): string[] =>
  refused.map(({ file, problem }) => `${file}: not taken: ${problem}`);

export function addImportCommand(program: Command): void {
  withJson(withResults(program.command('import')))
    .description("take in run records, packed sessions, or the raw files of study A's runs")
    .argument('<files...>', 'files to take in; figures taken by hand belong into one call with their runs')
    .addOption(new Option('--transport <name>', 'of raw runs of study A, which do not say it').choices(TRANSPORTS))
    .action(async (paths: string[], options: { results: string; json: boolean; transport?: Transport }) => {
      const output = makeOutput(options.json);
      const { files, unreadable } = readFiles(paths);
      const imported = importFiles(files, options.transport ?? null);
      const kept = await keep(new RunStore(options.results), imported);
      const refused = [...unreadable, ...refusals(imported)];
      const outcome = { ...kept, notes: [...refused, ...kept.notes] };
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
      if (refused.length > 0) process.exitCode = EXIT.usage;
    });
}
