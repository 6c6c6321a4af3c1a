/** `./outcry import FILE…`: takes other people's runs in and says what was odd. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { EXIT, OutcryError } from '../system/errors.ts';
import { importInto } from '../web-api/import/store-step.ts';
import { RunStore } from '../web-api/store.ts';
import { withJson, withResults } from './options.ts';
import { makeOutput, table } from './output.ts';

/** The largest of study A's files is 50 KB; a file of this size is something else. */
const FILE_LIMIT_BYTES = 50 * 1024 * 1024;

function readText(path: string): { name: string; text: string } {
  try {
    if (statSync(path).size > FILE_LIMIT_BYTES) {
      throw new OutcryError(
        `${path}: larger than ${FILE_LIMIT_BYTES / 1024 / 1024} MiB; not a file of runs`,
        EXIT.usage,
      );
    }
    return { name: basename(path), text: readFileSync(path, 'utf8') };
  } catch (error) {
    if (error instanceof OutcryError) throw error;
    throw new OutcryError(`cannot read ${path}: ${(error as Error).message}`, EXIT.usage);
  }
}

export function addImportCommand(program: Command): void {
  withJson(withResults(program.command('import')))
    .description("take in run records, or the raw files of study A's runs")
    .argument('<files...>', 'files to take in; files of one study belong into one call')
    .action(async (paths: string[], options: { results: string; json: boolean }) => {
      const output = makeOutput(options.json);
      const outcome = await importInto(new RunStore(options.results), paths.map(readText));
      const { taken, already, odd, notes } = outcome;
      output.result(
        () =>
          [
            `${taken.length} runs taken, ${already.length} were there already, ${odd.length} have something odd about them.`,
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
      if (taken.length + already.length === 0) process.exitCode = EXIT.usage;
    });
}
