/** `./outcry report`: the merges with their figures, as a table, JSON or one self-contained HTML file. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { exportMerge } from '../../chart-merger/merge-export.ts';
import { aboutsOf } from '../../loadtests/scenarios/find.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { amount, outputFile, withJson, withResults, withSelection } from '../options/common-options.ts';
import { type Selection, selectMerges } from '../options/runs-selected.ts';
import { answerFields, answerLines } from '../output/answer-text.ts';
import { makeOutput, printable } from '../output/print.ts';
import { reportPage, reportTitle } from '../output/report-page.ts';
import { mergeTable } from '../output/tables.ts';

/** The form of `--json`; another number where a field is renamed, removed or means something else. */
const REPORT_SCHEMA = 'outcry/report@2';

export function addReportCommand(program: Command): void {
  withSelection(withJson(withResults(program.command('report'))))
    .description('merge runs and print or write their figures')
    .option(
      '--detect <percent>',
      'a difference worth showing; the report says how many runs show it (default: 10)',
      amount(false, 1000),
    )
    .option('--html <file>', 'write the charts and tables as one self-contained HTML file', outputFile)
    .action(async (options: Selection & { html?: string; detect?: number; json: boolean }) => {
      const output = makeOutput(options.json);
      const selected = await selectMerges(options, output.say);
      const { merges, family, sessions, unreadable } = selected;
      const scenarios = await aboutsOf(merges);
      const title = reportTitle(sessions);
      const asked = { detect: options.detect, family };
      if (options.html !== undefined) {
        const html = await reportPage(selected, output.say);
        const file = options.html;
        try {
          writeFileSync(file, html);
        } catch (error) {
          throw new OutcryError(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
        }
        output.say(`written: ${file}`);
      }
      output.result(
        () =>
          [printable(title), answerLines(merges, scenarios, asked), mergeTable(merges, scenarios)]
            .filter(Boolean)
            .join('\n\n'),
        () => {
          const answers = answerFields(merges, scenarios, asked);
          const rows = merges.map((merge, index) => ({ ...exportMerge(merge, scenarios), answer: answers[index] }));
          return { schema: REPORT_SCHEMA, sessions: sessions.map(({ id }) => id), unreadable, rows };
        },
      );
    });
}
