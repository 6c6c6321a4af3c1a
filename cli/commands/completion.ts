/**
 * `./outcry completion SHELL` prints the script by which a shell completes commands, options and their values. The script asks the hidden
 * command `complete` at each press of the key.
 */
import { join } from 'node:path';
import { type Complete, RootCommand } from '@bomb.sh/tab';
import { Argument, type Command } from 'commander';
import { TRANSPORTS } from '../../metrics/transports.ts';
import { ROOT } from '../../system/root.ts';

/** The values that Outcry knows, by the name of the option without dashes or of the argument. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const APPS = ['frameworks', 'framework'];
const SCENARIOS = ['scenario', 'of', 'profile'];

/** Finds values for what `words` may need: their command's arguments, and the option that the last one is a value of. */
async function knownValues(program: Command, words: readonly string[]): Promise<KnownValues> {
  const command = program.commands.find((each) => each.name() === words[0]);
  const last = words.slice(-2).map((word) => word.replace(/^--|=.*$/g, ''));
  const names = [...last, ...(command?.registeredArguments.map((argument) => argument.name()) ?? [])];
  const isAskedFor = (those: string[]): boolean => names.some((name) => those.includes(name));
  const transports: readonly string[] = TRANSPORTS;
  return {
    ...{ transports: [...transports, 'all'], transport: transports },
    ...(isAskedFor(APPS) ? await knownApps() : {}),
    ...(isAskedFor(SCENARIOS) ? await knownScenarios() : {}),
  };
}

// Loaded when they are asked for: a shell waits for each answer.

async function knownApps(): Promise<KnownValues> {
  const { findApps } = await import('../../setup/apps/manifest/elsewhere.ts');
  const ids = findApps().map(({ id }) => id);
  return { frameworks: ids, framework: ids };
}

async function knownScenarios(): Promise<KnownValues> {
  const { findScenarios } = await import('../../loadtests/scenarios/find.ts');
  const { profilesOf } = await import('../../loadtests/scenarios/profiles.ts');
  const found = await findScenarios();
  const names = found.map(({ scenario }) => scenario.name);
  return { scenario: names, of: names, profile: profilesOf(found).map(({ name }) => name) };
}

const firstSentence = (text: string): string => text.split(/[;:] |\n/)[0]!;

/** The commands, options and arguments of `program`, as the library wants them. @param word that is completed */
function completed(program: Command, known: KnownValues, word: string): RootCommand {
  const root = new RootCommand();
  // The value of an option such as `--frameworks <ids>` is a list, which is completed behind its last comma.
  const before = /^.*,/.exec(word)?.[0] ?? '';
  for (const command of program.createHelp().visibleCommands(program)) {
    const own = root.command(command.name(), firstSentence(command.description()));
    for (const { long, description, flags, required, optional, argChoices } of command.options) {
      const name = long!.slice(2);
      const prefix = /<(ids|names)>/.test(flags) ? before : '';
      const offer = offering(argChoices ?? known[name] ?? [], prefix);
      if (required || optional) own.option(name, firstSentence(description), offer);
      else own.option(name, firstSentence(description));
    }
    for (const argument of command.registeredArguments) {
      const values = argument.argChoices ?? known[argument.name()] ?? [];
      own.argument(argument.name(), offering(values, ''), argument.variadic);
    }
  }
  return root;
}

const offering =
  (values: readonly string[], prefix: string) =>
  (complete: Complete): void => {
    for (const value of values) complete(`${prefix}${value}`, '');
  };

/**
 * Gives what a shell is offered for the last of `words`, in the form that the scripts read: a line per word, then a directive.
 * Where nothing is known, the directive 0 has the shell complete paths.
 */
export function offered(program: Command, words: readonly string[], known: KnownValues): string {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  try {
    completed(program, known, words.at(-1) ?? '').parse([...words]);
  } finally {
    console.log = log;
  }
  return lines.length > 1 ? lines.join('\n') : ':0';
}

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the script by which a shell completes commands, options and values')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText(
      'after',
      `
Use it:
  eval "$(./outcry completion bash)"        in ~/.bashrc, with the path of this checkout; needs bash-completion
  source <(./outcry completion zsh)         in ~/.zshrc, after compinit
  ./outcry completion fish | source         in ~/.config/fish/config.fish`,
    )
    .action((shell: string) => {
      new RootCommand().setup('outcry', `'${join(ROOT, 'outcry')}'`, shell);
      // The library's script leaves out that bash completes paths where it is offered nothing.
      if (shell === 'bash') console.log('complete -o default -F __outcry_complete outcry');
    });
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => console.log(offered(program, words, await knownValues(program, words))));
}
