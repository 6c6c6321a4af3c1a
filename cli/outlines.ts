/**
 * Outlines of commands: their options and arguments, kept between starts in `.outcry/outlines/`. A shell asks for them at each press of the
 * key, and loading a command's code takes longer than people wait. Sources that changed make an outline void.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { ROOT } from '../system/root.ts';
import { writeWhole } from '../system/write-whole.ts';

const FOLDER = join(ROOT, '.outcry', 'outlines');
/** The rooms that options are declared in, or take their values from. */
const ROOMS = ['cli', 'loadtests', 'merge', 'metrics', 'setup'];
/** Folders with scenarios and conditions of the user's own, whose options are not kept. */
const ELSEWHERE = ['OUTCRY_SCENARIOS', 'OUTCRY_CONDITIONS'];

interface Outline {
  /** The state of the sources that it was made of. */
  key: string;
  options: { flags: string; description: string; choices?: readonly string[] }[];
  words: { usage: string; choices?: readonly string[] }[];
}

interface Place {
  folder: string;
  /** Null: nothing is kept. */
  key: string | null;
}

const usualPlace = (): Place => ({
  folder: FOLDER,
  key: ELSEWHERE.some((name) => process.env[name]) ? null : keyOfSources(),
});

/** By the files' times: to read them all would take longer than loading one command. */
function keyOfSources(): string {
  const hash = createHash('sha256');
  for (const room of ROOMS) {
    const names = readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => each.endsWith('.ts')).sort()) {
      const { mtimeMs, size } = statSync(join(ROOT, room, name));
      hash.update(`${room}/${name} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}

/** Adds the command `name` by its outline; where none is kept, loads the command. */
export async function addOutline(
  program: Command,
  name: string,
  load: () => Promise<(program: Command) => void | Promise<void>>,
  { folder, key } = usualPlace(),
): Promise<void> {
  const file = join(folder, `${name}.json`);
  const kept = key === null ? null : read(file, key);
  if (kept !== null) return draw(program.command(name), kept);
  await (await load())(program);
  const command = program.commands.find((each) => each.name() === name);
  if (key === null || command === undefined) return;
  try {
    writeWhole(file, JSON.stringify(outlineOf(command, key)));
  } catch {
    // The checkout is read-only: the command is loaded each time.
  }
}

function read(file: string, key: string): Outline | null {
  try {
    const outline = JSON.parse(readFileSync(file, 'utf8')) as Outline;
    return outline.key === key ? outline : null;
  } catch {
    return null;
  }
}

const outlineOf = ({ options, registeredArguments }: Command, key: string): Outline => ({
  key,
  options: options.map(({ flags, description, argChoices }) => ({ flags, description, choices: argChoices })),
  words: registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return { usage: argument.required ? `<${word}>` : `[${word}]`, choices: argument.argChoices };
  }),
});

function draw(command: Command, { options, words }: Outline): void {
  for (const { flags, description, choices } of options) {
    const option = new Option(flags, description);
    command.addOption(choices ? option.choices(choices) : option);
  }
  for (const { usage, choices } of words) {
    const argument = new Argument(usage);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
}
