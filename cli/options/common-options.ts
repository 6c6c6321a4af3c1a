/** Options that several commands share, and how their values are read. */
import { delimiter, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { PREFLIGHT_SECONDS } from '../../loadtests/session/plan/session-options.ts';
import { whyNoFile } from '../../system/output-paths.ts';
import { IS_INSTALLED, ROOT } from '../../system/root.ts';

/** A comma-separated list. */
export function list(value: string): string[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0) throw new InvalidArgumentError('expected one name, or several with commas between them');
  return items;
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most = 1_000_000): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

/** A number above 0 (or from 0 where `zero` is true). */
export function amount(zero = false, most = 100_000): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number) || number < 0 || (number === 0 && !zero) || number > most) {
      throw new InvalidArgumentError(`expected a number ${zero ? 'from' : 'above'} 0, at most ${most}`);
    }
    return number;
  };
}

/** A share such as `10%` or `10`. @returns percent */
export function percent(value: string): number {
  const number = Number(value.replace(/ ?%$/, ''));
  if (value.trim() === '' || !(number > 0 && number <= 1000))
    throw new InvalidArgumentError('expected a share such as 10%');
  return number;
}

const SECONDS = { s: 1, m: 60, h: 3600 } as const;

/** A time such as `90s`, `12m` or `1.5h`. @returns seconds */
export function duration(value: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(value) ?? [];
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds > 0)) throw new InvalidArgumentError('expected a time such as 90s, 12m or 1.5h');
  return seconds;
}

/** Beside the code in a checkout, in the working directory otherwise. */
export const DEFAULT_RESULTS = IS_INSTALLED ? resolve('results') : join(ROOT, 'results');

/** A folder's path. An empty one would mean the working directory, which is a mistake. */
export function folder(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('expected the path of a folder');
  return value;
}

/** The path of a file to write, made absolute. What stands in its way is found before the work, not after it. */
export function outputFile(value: string): string {
  const why = whyNoFile(value);
  if (value.trim() === '' || why !== null) throw new InvalidArgumentError(why ?? 'expected the path of a file');
  return resolve(value);
}

/** `--results DIR`, on every command that reads or writes records. */
export function withResults(command: Command): Command {
  return command.option('--results <dir>', 'the folder of run records', folder, DEFAULT_RESULTS);
}

/** `--json`, on every command with a result. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON document on stdout, everything else on stderr', false);
}

/** Paths of folders, with the system's delimiter between several; made absolute, since a session may be resumed from elsewhere. */
export function folders(value: string): string[] {
  return value.split(delimiter).map((one) => resolve(folder(one)));
}

/** `--apps DIR`, on every command that builds or runs apps. */
export function withApps(command: Command): Command {
  return command.addOption(
    new Option('--apps <dir>', `a folder with your own apps, besides apps/ (separate several with ${delimiter})`)
      .env('OUTCRY_APPS')
      .argParser(folders),
  );
}

/** `--retries N`; undefined without the option. @param usual the default that help names */
export function withRetries(command: Command, usual: number): Command {
  const about = `retry a run that another program on the machine disturbed, up to N times; disturbed runs are discarded (default: ${usual})`;
  return command.option('--retries <n>', about, whole(0, 20));
}

/**
 * Has `--help` show some options and `--help all` every one.
 * @param shown long names without dashes
 * @param after the text that follows the options, in the short help and in the whole one
 */
export function withShortHelp(command: Command, shown: readonly string[], after: { short: string; all: string }): void {
  const [, wanted] = process.argv.slice(process.argv.findIndex((each) => each === '--help' || each === '-h'));
  if (wanted === 'all') {
    command.addHelpText('after', after.all);
    return;
  }
  for (const option of command.options) if (!shown.includes(option.long!.slice(2))) option.hideHelp();
  command.addHelpText(
    'after',
    `\nEvery option, profile and scenario: ./outcry ${command.name()} --help all\n${after.short}`,
  );
}

/** `--preflight SECONDS` */
export function withPreflight(command: Command): Command {
  const about = 'preflight check: watch the idle machine for so long before the session; 0 skips the check';
  return command.option('--preflight <seconds>', about, amount(true, 600), PREFLIGHT_SECONDS);
}

/** The filters that choose runs among those of sessions. */
export function withFilters(command: Command): Command {
  return command
    .option('--frameworks <ids>', 'only these frameworks', list)
    .option('--transports <names>', 'only these transports', list)
    .option('--scenario <name>', 'only this scenario')
    .option('--include-invalid', 'also take runs with fatal flags', false);
}

/** The filters and `--session`, for `report`. */
export function withSelection(command: Command): Command {
  return withFilters(command).option(
    '--session <ids>',
    'these sessions, merged; all for every one (default: the newest that has an answer)',
    list,
  );
}
