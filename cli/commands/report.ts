/** `./outcry report`: the merges with their figures, as a table, JSON or one self-contained HTML file. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { exportMerge } from '../../chart-merger/merge-export.ts';
import { aboutsOf } from '../../loadtests/scenarios/find.ts';
import { counted } from '../../metrics/numbers.ts';
import { unreadableSentences } from '../../records/problems.ts';
import { titleOf } from '../../records/session-title.ts';
import type { SessionSummary } from '../../records/store.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { amount, outputFile, withJson, withResults, withSelection } from '../options/common-options.ts';
import { type Selection, selectMerges } from '../options/runs-selected.ts';
import { answerFields, answerLines } from '../output/answer-text.ts';
import { makeOutput, printable } from '../output/print.ts';
import { mergeTable } from '../output/tables.ts';

/** The form of `--json`; another number where a field is renamed, removed or means something else. */
const REPORT_SCHEMA = 'outcry/report@2';

/** The title of a report: of its session, or how many sessions it merges. */
const titled = (sessions: readonly SessionSummary[]): string =>
  sessions.length === 1 ? titleOf(sessions[0]!) : `${counted(sessions.length, 'session')} merged`;

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
      const { merges, family, sessions, unreadable } = await selectMerges(options, output.say);
      const scenarios = await aboutsOf(merges);
      const title = titled(sessions);
      const asked = { detect: options.detect, family };
      if (options.html !== undefined) {
        const { buildChartsPage } = await import('../../chart-merger/build-page.ts');
        await buildChartsPage(output.say);
        const { renderReport } = await import('../../chart-merger/report.ts');
        const sentences = unreadableSentences(unreadable, null);
        const meta = { title, createdAt: new Date().toISOString(), unreadable: sentences };
        const html = renderReport(merges, scenarios, meta);
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
