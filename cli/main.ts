/** The entry of the command line: commands, signals, exit codes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { EXIT, type ExitCode, OutcryError } from '../system/errors.ts';
import { fileRefusal } from '../system/file-errors.ts';
import { cleanUpLeftovers } from '../system/leftovers.ts';
import { demandOwnFolder } from '../system/output-paths.ts';
import { cleanUpOrphans, killOwned, runCleanups } from '../system/processes.ts';
import { IS_INSTALLED, ROOT } from '../system/root.ts';
import { addCommands, COMMANDS, neededFor } from './command-table.ts';
import { applyConfig, CONFIG_FILE, readConfig } from './options/config-file.ts';
import { withSuggestion } from './options/suggest-choice.ts';
import { onReaderGone } from './output/closed-output.ts';
import { nameAsInstalled } from './output/command-name.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const program = new Command('outcry')
  .version(version)
  .description('A testbed for real-time web frameworks.')
  .addHelpText(
    'after',
    `
Exit codes: 0 done; 1 a bug in Outcry; 2 wrong use; 3 something needed is missing here;
4 a run or a test failed, a run is invalid, or a condition of --fail-if failed; 130 interrupted, or the reader of the
output is gone (no process stays behind).`,
  )
  .exitOverride()
  .showSuggestionAfterError()
  .configureOutput({ outputError: (text, write) => write(withSuggestion(text)) });

/** Takes the defaults of options from the working directory's file, and says which. */
function useConfig([asked, ...rest]: string[]): void {
  if (rest.some((each) => each === '--help' || each === '-h')) return;
  const command = program.commands.find((each) => each.name() === asked);
  const config = command === undefined ? null : readConfig(process.cwd(), Object.keys(COMMANDS));
  const taken = config === null ? null : applyConfig(command!, config);
  if (taken !== null) console.error(`outcry: from ${CONFIG_FILE}: ${taken}`);
}

if (IS_INSTALLED) nameAsInstalled();
let ending = false;

/** Ends all started processes, then this one. A second Ctrl-C ends this one at once. */
async function end(code: ExitCode): Promise<void> {
  if (ending) {
    killOwned();
    process.exit(EXIT.interrupted);
  }
  ending = true;
  await runCleanups();
  // Output written to a pipe must arrive before the process ends.
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exit(code);
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof OutcryError) {
    console.error(`outcry: ${error.message}`);
    return error.exitCode;
  }
  const refusal = fileRefusal(error);
  if (refusal !== null) {
    console.error(`outcry: ${refusal}`);
    return EXIT.missing;
  }
  console.error('outcry: this is a bug in Outcry. Please report it with these lines:');
  console.error(error);
  return EXIT.internal;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error(`outcry: interrupted (${signal}); ending all started processes`);
    void end(EXIT.interrupted);
  });
}
onReaderGone(() => {
  if (!ending) void end(EXIT.interrupted);
});
process.on('uncaughtException', (error) => void end(explain(error)));
process.on('unhandledRejection', (error) => void end(explain(error)));

try {
  if (process.env.NODE_USE_ENV_PROXY) {
    const why = 'Node.js would send control tokens and test traffic through a proxy';
    throw new OutcryError(`NODE_USE_ENV_PROXY is set: ${why}; unset it, or start Outcry with ./outcry`, EXIT.missing);
  }
  const needed = neededFor(process.argv.slice(2));
  const isHelp = process.argv.some((word) => word === '--help' || word === '-h');
  if (!isHelp && needed.code.some((name) => COMMANDS[name]?.builds)) demandOwnFolder();
  await addCommands(program, needed);
  for (const command of program.commands) command.exitOverride();
  useConfig(process.argv.slice(2));
  for (const label of await cleanUpOrphans())
    console.error(`outcry: ended ${label}, which an earlier start left behind`);
  for (const label of await cleanUpLeftovers())
    console.error(`outcry: removed ${label}, which an earlier start left behind`);
  await program.parseAsync();
  await end((process.exitCode ?? EXIT.ok) as ExitCode);
} catch (error) {
  await end(explain(error));
}
