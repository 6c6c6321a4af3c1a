/** `./outcry completion SHELL`: prints the script by which a shell completes commands, options and their values. */
import { Argument, type Command } from 'commander';
import { findScenarios } from '../../loadtests/scenarios/find.ts';
import { profilesOf } from '../../loadtests/scenarios/profiles.ts';
import { TRANSPORTS } from '../../metrics/transports.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { completionScript, type KnownValues, SHELLS, type Shell, shownCommands } from '../output/completion.ts';

async function knownValues(): Promise<KnownValues> {
  const found = await findScenarios();
  const ids = findApps().map(({ id }) => id);
  const scenarios = found.map(({ scenario }) => scenario.name);
  return {
    frameworks: ids,
    framework: ids,
    transports: [...TRANSPORTS, 'all'],
    transport: TRANSPORTS,
    scenario: scenarios,
    of: scenarios,
    profile: profilesOf(found).map(({ name }) => name),
  };
}

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the script by which a shell completes commands, options and values')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Use it:
  eval "$(./outcry completion bash)"        in ~/.bashrc, with the path of this checkout
  source <(./outcry completion zsh)         in ~/.zshrc, after compinit
  ./outcry completion fish | source         in ~/.config/fish/config.fish`,
    )
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(shell, shownCommands(program, await knownValues())));
    });
}
