/** `./outcry report`: the merges with their figures, as a table, JSON or one self-contained HTML file. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { exportMerge } from '../../chart-merger/merge-export.ts';
import { aboutsOf } from '../../loadtests/scenarios/find.ts';
import { frameworkName } from '../../merge/run-facts.ts';
import type { Merge } from '../../merge/types.ts';
import type { RunIdentity, RunRecord } from '../../protocol/run-record.ts';
import { mergesOf } from '../../records/kept-merges.ts';
import { RunStore, type Selection as StoredRuns } from '../../records/store.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { amount, outputFile, withJson, withResults, withSelection } from '../options/common-options.ts';
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

type Named = Pick<RunIdentity, 'framework' | 'version' | 'transport' | 'scenario'>;

const isSelected = (named: Named, { frameworks, transports, scenario }: Selection): boolean =>
  (frameworks?.some((name) => [named.framework, frameworkName(named)].includes(name)) ?? true) &&
  (transports?.includes(named.transport) ?? true) &&
  (scenario === undefined || scenario === named.scenario);

const sessionFilter = ({ session }: Selection) => (session === undefined ? {} : { session: [session] });

/** @throws OutcryError (wrong use) when nothing was selected */
function demandSome(selected: number, store: RunStore): void {
  if (selected > 0) return;
  throw new OutcryError(
    `no runs in ${store.folder} match; make some with ./outcry run, or import some with ./outcry import`,
    EXIT.usage,
  );
}

/** The records that a selection names. @throws OutcryError (wrong use) when there are none */
export async function selectRecords(selection: Selection): Promise<RunRecord[]> {
  const store = new RunStore(selection.results);
  const found = await store.selection(sessionFilter(selection), ({ identity }) => isSelected(identity, selection));
  demandSome(found.runs, store);
  return await found.records();
}

/**
 * The merges that a selection names, and all that were measured with them: a selection hides rows, and changes no verdict.
 * @throws OutcryError (wrong use) when there are none
 */
async function selectMerges(selection: Selection): Promise<{ merges: Merge[]; family: Merge[] }> {
  const store = new RunStore(selection.results);
  const all: StoredRuns = await store.selection(sessionFilter(selection));
  const family = await mergesOf(store, all, { includeInvalid: selection.includeInvalid });
  const merges = family.filter(({ combination }) => isSelected(combination, selection));
  demandSome(merges.length, store);
  return { merges, family };
}

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
      const { merges, family } = await selectMerges(options);
      const scenarios = await aboutsOf(merges);
      const asked = { detect: options.detect, family };
      if (options.html !== undefined) {
        const { buildChartsPage } = await import('../../chart-merger/build-page.ts');
        await buildChartsPage(output.say);
        const { renderReport } = await import('../../chart-merger/report.ts');
        const meta = { title: 'Outcry report', createdAt: new Date().toISOString() };
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
        () => [answerLines(merges, scenarios, asked), mergeTable(merges, scenarios)].filter(Boolean).join('\n\n'),
        () => {
          const answers = answerFields(merges, scenarios, asked);
          const rows = merges.map((merge, index) => ({ ...exportMerge(merge, scenarios), answer: answers[index] }));
          return { schema: REPORT_SCHEMA, rows };
        },
      );
    });
}
