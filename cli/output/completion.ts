/** Completion for bash, zsh and fish: scripts written from the definitions of commands and options. Pure. */
import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The values that Outcry knows, such as the ids of frameworks, by the name of the option without dashes or of the argument. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

interface ShownOption {
  /** With its dashes. */
  long: string;
  about: string;
  takesValue: boolean;
  /** Several values, with commas between them. */
  isList: boolean;
  values: readonly string[];
}

interface ShownCommand {
  name: string;
  about: string;
  options: ShownOption[];
  /** What its first argument may be. */
  words: readonly string[];
}

const firstSentence = (text: string): string => text.split(/[;:] |\n/)[0]!;

function shownOption(
  { long, description, required, optional, flags, argChoices }: Option,
  known: KnownValues,
): ShownOption {
  return {
    long: long!,
    about: firstSentence(description),
    takesValue: required || optional,
    isList: /<(ids|names)>/.test(flags),
    values: argChoices ?? known[long!.slice(2)] ?? [],
  };
}

/** Lists what there is to complete. */
export function shownCommands(program: Command, known: KnownValues): ShownCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    about: firstSentence(command.description()),
    options: [
      ...command.options.map((option) => shownOption(option, known)),
      { long: '--help', about: 'show help', takesValue: false, isList: false, values: [] },
    ],
    words: command.registeredArguments
      .slice(0, 1)
      .flatMap((argument) => argument.argChoices ?? known[argument.name()] ?? []),
  }));
}

export function completionScript(shell: Shell, commands: ShownCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

/** One word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const longs = ({ options }: ShownCommand): string[] => options.map(({ long }) => long);
const withValues = ({ options }: ShownCommand): ShownOption[] => options.filter(({ values }) => values.length > 0);

/** Paths are completed by the shell itself where nothing else fits. */
function bash(commands: ShownCommand[]): string {
  const values = commands.flatMap((command) =>
    withValues(command).map(
      ({ long, values, isList }) =>
        `    ${quoted(`${command.name} ${long}`)}) words=${quoted(values.join(' '))}${isList ? ' list=yes' : ''} ;;`,
    ),
  );
  const takers = commands.flatMap((command) =>
    command.options.flatMap(({ long, takesValue, values }) =>
      takesValue && values.length === 0 ? [quoted(`${command.name} ${long}`)] : [],
    ),
  );
  const own = commands.map(
    (command) => `      ${command.name}) words=${quoted([...longs(command), ...command.words].join(' '))} ;;`,
  );
  return `# Completion of ./outcry for bash. Use it: eval "$(./outcry completion bash)"
_outcry() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words= list= before=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(['--help', '--version', ...commands.map(({ name }) => name)].join(' '))} -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${values.join('\n')}
    ${takers.join('|')}) return ;;
    *)
      case "\${COMP_WORDS[1]}" in
${own.map((line) => `  ${line}`).join('\n')}
      esac ;;
  esac
  if [ -n "$list" ] && [[ $current == *,* ]]; then
    before=\${current%,*},
    current=\${current##*,}
  fi
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "$current"))
}
complete -o default -F _outcry outcry
`;
}

function zsh(commands: ShownCommand[]): string {
  const values = commands.flatMap((command) =>
    withValues(command).map(({ long, values, isList }) => {
      const words = values.map(quoted).join(' ');
      const call = isList ? `_sequence compadd - ${words}` : `compadd -- ${words}`;
      return `    ${quoted(`${command.name} ${long}`)}) ${call}; return ;;`;
    }),
  );
  const described = (items: { name: string; about: string }[]): string =>
    items.map(({ name, about }) => quoted(`${name.replaceAll(':', '\\:')}:${about}`)).join(' ');
  const own = commands.map((command) => {
    const items = [
      ...command.options.map(({ long, about }) => ({ name: long, about })),
      ...command.words.map((name) => ({ name, about: '' })),
    ];
    return `    ${command.name}) items=(${described(items)}) ;;`;
  });
  return `#compdef outcry
# Completion of ./outcry for zsh. Use it: source <(./outcry completion zsh)
_outcry() {
  local -a items
  if (( CURRENT == 2 )); then
    items=(${described(commands)})
    _describe command items
    return
  fi
  case "$words[2] $words[CURRENT-1]" in
${values.join('\n')}
  esac
  case "$words[2]" in
${own.join('\n')}
  esac
  [[ $words[CURRENT] == -* ]] || _files
  _describe option items
}
compdef _outcry outcry
`;
}

function fish(commands: ShownCommand[]): string {
  const single = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const names = commands.map(
    ({ name, about }) => `complete -c outcry -n __fish_use_subcommand -f -a ${single(name)} -d ${single(about)}`,
  );
  const own = commands.flatMap((command) => {
    const on = `complete -c outcry -n '__fish_seen_subcommand_from ${command.name}'`;
    const options = command.options.map(({ long, about, takesValue, isList, values }) => {
      const all = values.join(' ');
      const words = isList ? `(__fish_append , ${all})` : all;
      const argument = values.length > 0 ? ` -x -a ${single(words)}` : takesValue ? ' -r' : '';
      return `${on} -l ${long.slice(2)} -d ${single(about)}${argument}`;
    });
    return [...options, ...(command.words.length > 0 ? [`${on} -f -a ${single(command.words.join(' '))}`] : [])];
  });
  return `# Completion of ./outcry for fish. Use it: ./outcry completion fish | source
${[...names, ...own].join('\n')}
`;
}
