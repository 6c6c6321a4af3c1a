/** Options that several commands share, and how their values are read. */
import { delimiter, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ROOT } from '../system/root.ts';

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

export const DEFAULT_RESULTS = join(ROOT, 'results');

/** A folder's path. An empty one would be the working directory, which nobody means. */
export function folder(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('expected the path of a folder');
  return value;
}

/** `--results DIR`, on every command that reads or writes records. */
export function withResults(command: Command): Command {
  return command.option('--results <dir>', 'folder of the run records', folder, DEFAULT_RESULTS);
}

/** `--json`, on every command with a result. */
export function withJson(command: Command): Command {
  return command.option('--json', 'one JSON document on stdout, everything else on stderr', false);
}

/** Paths of folders, with the system's delimiter between several; made absolute, since a session may be resumed from elsewhere. */
export function folders(value: string): string[] {
  return value.split(delimiter).map((one) => resolve(folder(one)));
}

/** `--apps DIR`, on every command that builds or runs apps. */
export function withApps(command: Command): Command {
  return command.addOption(
    new Option(
      '--apps <dir>',
      `apps of yours, besides those in apps/: their folder (several with ${delimiter} between them)`,
    )
      .env('OUTCRY_APPS')
      .argParser(folders),
  );
}

/** `--again N`, on the commands that measure for long. @param most unless told otherwise */
export function againOption(most: number): Option {
  return new Option(
    '--again <n>',
    'do a run again that something else on the machine disturbed, so many times at most; what was disturbed is set aside',
  )
    .argParser(whole(0, 20))
    .default(most);
}

/** The filters that choose runs, for `report` and `charts`. */
export function withSelection(command: Command): Command {
  return command
    .option('--frameworks <ids>', 'only these frameworks', list)
    .option('--transports <names>', 'only these transports', list)
    .option('--scenario <name>', 'only this scenario')
    .option('--session <id>', 'only this session')
    .option('--include-invalid', 'with the runs that have fatal findings', false);
}
