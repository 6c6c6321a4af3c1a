/** `./outcry export --format FORMAT [SESSION…]`: records in the formats of other tools, on stdout. */
import { type Command, Option } from 'commander';
import { aboutsOf } from '../../loadtests/scenarios/find.ts';
import { FORMATS, loadExporter } from '../export/exporter.ts';
import { withFilters, withResults } from '../options/common-options.ts';
import { type Selection, selectMerges, selectRecords } from '../options/runs-selected.ts';
import { makeOutput } from '../output/print.ts';

export async function addExportCommand(program: Command): Promise<void> {
  const lines: string[] = [];
  for (const format of FORMATS) lines.push(`  ${format.padEnd(12)}${(await loadExporter(format)).about}`);
  withFilters(withResults(program.command('export')))
    .description('print records in the format of another tool')
    .argument('[sessions...]', 'ids of sessions; all for every one (default: the newest that has an answer)')
    .addOption(new Option('--format <format>', 'the format').choices(FORMATS).makeOptionMandatory())
    .addHelpText(
      'after',
      `\nFormats:\n${lines.join('\n')}\n\nExample:\n  ./outcry export --format prometheus >outcry.prom`,
    )
    .action(async (named: string[], options: Omit<Selection, 'session'> & { format: string }) => {
      const { say } = makeOutput(true);
      const selection = named.length === 0 ? options : { ...options, session: named };
      const { merges, sessions } = await selectMerges(selection, say);
      const records = await selectRecords({ ...options, session: sessions.map(({ id }) => id) }, () => {});
      const isFit = ({ validity }: (typeof records)[number]): boolean =>
        options.includeInvalid || validity.every(({ level }) => level !== 'fatal');
      const exporter = await loadExporter(options.format);
      const scenarios = await aboutsOf(merges);
      process.stdout.write(exporter.write({ records: records.filter(isFit), merges, scenarios }));
    });
}
