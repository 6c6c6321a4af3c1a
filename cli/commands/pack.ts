/** `./outcry pack SESSION…`: puts the files of a session into one compressed file. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Packed, packSession } from '../../records/pack-session.ts';
import { withJson, withResults } from '../options/common-options.ts';
import { makeOutput } from '../output/print.ts';

export function addPackCommand(program: Command): void {
  withJson(withResults(program.command('pack')))
    .description('put a finished session into one compressed file, which is read and resumed as before')
    .argument('<sessions...>', 'ids of sessions in the results folder')
    .action(async (sessions: string[], options: { results: string; json: boolean }) => {
      const output = makeOutput(options.json);
      const packed: (Packed & { session: string })[] = [];
      for (const session of sessions)
        packed.push({ session, ...(await packSession(resolve(options.results), session)) });
      output.result(
        () =>
          packed
            .map(
              ({ files, bytes, path, packedBytes }) =>
                `${files} files of ${bytes} bytes are packed in ${path}, ${packedBytes} bytes`,
            )
            .join('\n'),
        () => packed,
      );
    });
}
