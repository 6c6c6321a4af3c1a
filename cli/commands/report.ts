/** `./outcry report`: the merges with their figures, as a table, JSON or one self-contained HTML file. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportMerge } from '../../chart-merger/merge-export.ts';
import { aboutsOf } from '../../loadtests/scenarios/find.ts';
import { frameworkName } from '../../merge/run-facts.ts';
import type { Merge } from '../../merge/types.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { mergesOf } from '../../records/kept-merges.ts';
import { RunStore, type Selection as StoredRuns } from '../../records/store.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { amount, withJson, withResults, withSelection } from '../options/common-options.ts';
import { answerFields, answerLines } from '../output/answer-text.ts';
import { makeOutput } from '../output/print.ts';
import { mergeTable } from '../output/tables.ts';

/** The form of `--json`; another number where a field is renamed, removed or means something else. */
const REPORT_SCHEMA = 'outcry/report@2';

export interface Selection {
  results: string;
  frameworks?: string[];
  transports?: string[];
  scenario?: string;
  session?: string;
  includeInvalid: boolean;
}

/** Finds the runs that a selection names. @throws OutcryError when there are none */
async function selectRuns(store: RunStore, wanted: Selection): Promise<StoredRuns> {
  const filter = wanted.session === undefined ? {} : { session: [wanted.session] };
  const found = await store.selection(
    filter,
    ({ identity }) =>
      (wanted.frameworks?.some((name) => [identity.framework, frameworkName(identity)].includes(name)) ?? true) &&
      (wanted.transports?.includes(identity.transport) ?? true) &&
      (wanted.scenario === undefined || wanted.scenario === identity.scenario),
  );
  if (found.runs > 0) return found;
  throw new OutcryError(
    `no runs in ${store.folder} match; make some with ./outcry run, or import some with ./outcry import`,
    EXIT.usage,
  );
}

/** The records that a selection names. @throws as {@link selectRuns} */
export async function selectRecords(wanted: Selection): Promise<RunRecord[]> {
  return await (await selectRuns(new RunStore(wanted.results), wanted)).records();
}

/** The merges of the runs that a selection names. @throws as {@link selectRuns} */
async function selectMerges(wanted: Selection): Promise<Merge[]> {
  const store = new RunStore(wanted.results);
  return await mergesOf(store, await selectRuns(store, wanted), { includeInvalid: wanted.includeInvalid });
}

export function addReportCommand(program: Command): void {
  withSelection(withJson(withResults(program.command('report'))))
    .description('merge runs and print or write their figures')
    .option(
      '--detect <percent>',
      'a difference worth showing; the report says how many runs show it (default: 10)',
      amount(false, 1000),
    )
    .option('--html <file>', 'write the charts and tables as one self-contained HTML file')
    .action(async (options: Selection & { html?: string; detect?: number; json: boolean }) => {
      const output = makeOutput(options.json);
      const merges = await selectMerges(options);
      const scenarios = await aboutsOf(merges);
      if (options.html !== undefined) {
        const { buildChartsPage } = await import('../../chart-merger/build-page.ts');
        await buildChartsPage(output.say);
        const { renderReport } = await import('../../chart-merger/report.ts');
        const meta = { title: 'Outcry report', createdAt: new Date().toISOString() };
        const html = renderReport(merges, scenarios, meta);
        const file = resolve(options.html);
        try {
          writeFileSync(file, html);
        } catch (error) {
          throw new OutcryError(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
        }
        output.say(`written: ${file}`);
      }
      output.result(
        () => [mergeTable(merges, scenarios), answerLines(merges, scenarios, options)].filter(Boolean).join('\n\n'),
        () => {
          const answers = answerFields(merges, scenarios, options);
          const rows = merges.map((merge, index) => ({ ...exportMerge(merge, scenarios), answer: answers[index] }));
          return { schema: REPORT_SCHEMA, rows };
        },
      );
    });
}
