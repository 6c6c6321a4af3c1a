/** Reads what the programs of this room are given. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { EXIT, OutcryError } from '../system/errors.ts';

/** The options and words of a command line. @throws OutcryError (wrong use) that names the option */
export function readOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new OutcryError((error as Error).message, EXIT.usage);
  }
}

/** The whole number in `text`. @throws OutcryError (wrong use) that names the option */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new OutcryError(`--${option}: expected a whole number, not "${text}"`, EXIT.usage);
}
