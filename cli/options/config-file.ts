/**
 * `outcry.json` in the working directory: defaults for options. The command line comes first, then the file, then Outcry's own defaults.
 *
 *     { "all": { "results": "bench/results" }, "run": { "swarm": "console", "clients": 60, "fail-if": ["lost > 0"] } }
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { didYouMean } from '../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { readInputFile } from '../../system/input-file.ts';

export const CONFIG_FILE = 'outcry.json';

/** The section of all commands, and the options that it may have: each command takes those that it knows. */
const ALL = 'all';
const SHARED = ['results', 'apps'];

const LIMIT_BYTES = 100_000;

type Section = Record<string, unknown>;
type Config = Record<string, Section>;

const isObject = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mistake = (where: string, what: string): OutcryError =>
  new OutcryError(`${CONFIG_FILE}: ${where}: ${what}`, EXIT.usage);

/**
 * Reads the file in `folder`; null where there is none.
 * @throws OutcryError (wrong use), as {@link parseConfig}
 */
export function readConfig(folder: string, commands: readonly string[]): Config | null {
  const path = join(folder, CONFIG_FILE);
  return existsSync(path) ? parseConfig(readInputFile(path, LIMIT_BYTES, 'the options'), commands) : null;
}

/**
 * @param commands the names that sections may have
 * @throws OutcryError (wrong use) that names the file and the key
 */
export function parseConfig(text: string, commands: readonly string[]): Config {
  const config = parseObject(text);
  const names = [ALL, ...commands];
  for (const [name, section] of Object.entries(config)) {
    if (!names.includes(name)) throw mistake(name, `there is no such command${didYouMean(name, names)}`);
    if (!isObject(section)) throw mistake(name, 'expected an object with options, such as { "runs": 5 }');
  }
  for (const name of Object.keys(config[ALL] ?? {})) {
    if (SHARED.includes(name)) continue;
    throw mistake(
      `${ALL}.${name}`,
      `it may have ${SHARED.join(' and ')}; other options belong into a command's section`,
    );
  }
  return config;
}

function parseObject(text: string): Config {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    throw new OutcryError(`${CONFIG_FILE} is not JSON: ${(error as Error).message}`, EXIT.usage);
  }
  if (isObject(config)) return config as Config;
  throw new OutcryError(`${CONFIG_FILE}: expected an object with a section for each command`, EXIT.usage);
}

/** An option as a person writes it, without its dashes. */
const keyOf = ({ long, negate }: Option): string => long!.slice(negate ? '--no-'.length : 2);

/**
 * Gives the options of `command` the values of the file.
 * @returns what was taken from the file, as one would write it; null: nothing
 * @throws OutcryError (wrong use) that names the file and the key
 */
export function applyConfig(command: Command, config: Config): string | null {
  const options = new Map(command.options.map((option) => [keyOf(option), option]));
  const own = config[command.name()] ?? {};
  const shared = Object.entries(config[ALL] ?? {}).filter(([key]) => options.has(key) && !Object.hasOwn(own, key));
  const taken = [
    ...shared.map(([key, value]) => ({ section: ALL, key, value })),
    ...Object.entries(own).map(([key, value]) => ({ section: command.name(), key, value })),
  ];
  for (const { section, key, value } of taken) {
    const option = options.get(key);
    if (option === undefined) {
      throw mistake(
        `${section}.${key}`,
        `./outcry ${section} has no option --${key}${didYouMean(key, [...options.keys()])}`,
      );
    }
    setOption(command, option, value, `${section}.${key}`);
  }
  return taken.length === 0 ? null : taken.map(({ key, value }) => written(key, value)).join(' ');
}

function written(key: string, value: unknown): string {
  if (value === true) return `--${key}`;
  if (value === false) return `--no-${key}`;
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return `--${key} ${/^\S+$/.test(text) ? text : `'${text}'`}`;
}

/** @param where the key, for what is wrong with its value */
function setOption(command: Command, option: Option, value: unknown, where: string): void {
  command.setOptionValueWithSource(option.attributeName(), read(option, value, where), 'config');
  const { parseArg } = option;
  if (parseArg === undefined || !isRepeatable(option)) return;
  // On the command line a repeated option begins anew.
  const fromFile: unknown = command.getOptionValue(option.attributeName());
  option.argParser((text: string, before: unknown) => parseArg(text, before === fromFile ? undefined : before));
}

/** Tells whether values of the option add up: its reader takes the value before. */
const isRepeatable = ({ parseArg, argChoices }: Option): boolean =>
  argChoices === undefined && (parseArg?.length ?? 0) > 1;

function read(option: Option, value: unknown, where: string): unknown {
  if (typeof value === 'boolean') {
    if (option.required) throw mistake(where, 'expected a text or a number');
    return value;
  }
  if (option.isBoolean()) throw mistake(where, `expected true or false, not ${JSON.stringify(value)}`);
  const items = Array.isArray(value) ? value : [value];
  const good = items.length > 0 && items.every((item) => ['string', 'number'].includes(typeof item));
  if (!good) throw mistake(where, 'expected a text, a number, or a list of them');
  if (isRepeatable(option))
    return items.reduce((before, item) => parsed(option, String(item), before, where), undefined);
  return parsed(option, items.join(option.flags.includes('<dir>') ? delimiter : ','), undefined, where);
}

/** Parses `text` with the option's own reader, as on the command line. */
function parsed(option: Option, text: string, before: unknown, where: string): unknown {
  const parse = option.parseArg as ((text: string, before: unknown) => unknown) | undefined;
  try {
    return parse === undefined ? text : parse(text, before);
  } catch (error) {
    if (error instanceof InvalidArgumentError) {
      throw mistake(where, `"${text}" is invalid. ${error.message}${didYouMean(text, option.argChoices ?? [])}`);
    }
    if (error instanceof OutcryError)
      throw new OutcryError(`${CONFIG_FILE}: ${where}: ${error.message}`, error.exitCode);
    throw error;
  }
}
