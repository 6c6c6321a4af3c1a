/** `./outcry report`: the merges with their figures, as a table, JSON or one self-contained HTML file. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { buildChartsPage } from '../chart-merger/build-page.ts';
import { exportMerge } from '../chart-merger/merge-export.ts';
import { findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { mergeRuns } from '../merge/index.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { RunStore } from '../web-api/store.ts';
import { answerFields, answerLines } from './answers.ts';
import { frameworkName } from './framework-name.ts';
import { amount, withJson, withResults, withSelection } from './options.ts';
import { makeOutput } from './output.ts';
import { mergeTable } from './tables.ts';

export interface Selection {
  results: string;
  frameworks?: string[];
  transports?: string[];
  scenario?: string;
  session?: string;
  includeInvalid: boolean;
}

/** The records that a selection names. @throws OutcryError when there are none */
export async function selectRecords(selection: Selection): Promise<RunRecord[]> {
  const store = new RunStore(selection.results);
  const records = (await store.records(selection.session === undefined ? {} : { session: [selection.session] })).filter(
    ({ identity }) =>
      (selection.frameworks?.some((name) => [identity.framework, frameworkName(identity)].includes(name)) ?? true) &&
      (selection.transports?.includes(identity.transport) ?? true) &&
      (selection.scenario === undefined || selection.scenario === identity.scenario),
  );
  if (records.length === 0) {
    throw new OutcryError(
      `no runs in ${store.folder} match; ./outcry run makes some, ./outcry import takes some in`,
      EXIT.usage,
    );
  }
  return records;
}

export function addReportCommand(program: Command): void {
  withSelection(withJson(withResults(program.command('report'))))
    .description('merge runs and print or write their figures')
    .option(
      '--detect <percent>',
      'a difference worth showing: says what it would take (default: 10)',
      amount(false, 1000),
    )
    .option('--html <file>', 'write the charts and tables as one HTML file that needs nothing else')
    .action(async (options: Selection & { html?: string; detect?: number; json: boolean }) => {
      const output = makeOutput(options.json);
      const merges = mergeRuns(await selectRecords(options), { includeInvalid: options.includeInvalid });
      const scenarios = scenarioAbouts(await findScenarios());
      if (options.html !== undefined) {
        await buildChartsPage(output.say);
        const { renderReport } = await import('../chart-merger/report.ts');
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
          return merges.map((merge, index) => ({ ...exportMerge(merge), answer: answers[index] }));
        },
      );
    });
}
