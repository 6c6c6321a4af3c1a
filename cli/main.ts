/** The command line's entry: commands, signals, exit codes. Each command is a file of its own, loaded when it is used. */
import { Command, CommanderError } from 'commander';
import { EXIT, type ExitCode, OutcryError } from '../system/errors.ts';
import { cleanUpLeftovers } from '../system/leftovers.ts';
import { cleanUpOrphans, killOwned, runCleanups } from '../system/processes.ts';
import { onReaderGone } from './closed-output.ts';

const program = new Command('outcry')
  .description('A testbed for real-time web frameworks.')
  .addHelpText(
    'after',
    `
Exit codes: 0 done; 1 a bug in Outcry; 2 wrong use; 3 something needed is missing here;
4 a run or a test failed, a run is invalid, or what --fail-if says is shown to hold; 130 interrupted, or nobody reads any more
what it prints (nothing is left running).`,
  )
  .exitOverride()
  .showSuggestionAfterError();

/** Loading all commands takes longer than most of them; only `--help` and mistakes need them all. */
const COMMANDS: Record<string, () => Promise<(program: Command) => void | Promise<void>>> = {
  setup: async () => (await import('./setup.ts')).addSetupCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  run: async () => (await import('./run.ts')).addRunCommand,
  aa: async () => (await import('./aa.ts')).addAaCommand,
  swarm: async () => (await import('./swarm.ts')).addSwarmCommand,
  worker: async () => (await import('./worker.ts')).addWorkerCommand,
  verify: async () => (await import('./verify.ts')).addVerifyCommand,
  auction: async () => (await import('./auction.ts')).addAuctionCommand,
  footprint: async () => (await import('./footprint.ts')).addFootprintCommand,
  charts: async () => (await import('./charts.ts')).addChartsCommand,
  study: async () => (await import('./study.ts')).addStudyCommand,
  findings: async () => (await import('./findings.ts')).addFindingsCommand,
  report: async () => (await import('./report.ts')).addReportCommand,
  compare: async () => (await import('./compare.ts')).addCompareCommand,
  import: async () => (await import('./import.ts')).addImportCommand,
  new: async () => (await import('./new.ts')).addNewCommand,
  test: async () => (await import('./test.ts')).addTestCommand,
  generate: async () => (await import('./generate.ts')).addGenerateCommand,
};

async function addCommands(asked: string | undefined): Promise<void> {
  const names = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? [asked] : Object.keys(COMMANDS);
  for (const name of names) await (await COMMANDS[name]!())(program);
  for (const command of program.commands) command.exitOverride();
}

let ending = false;

/** Ends everything that was started, then this process. The first caller wins: a second Ctrl-C ends at once. */
async function end(code: ExitCode): Promise<void> {
  if (ending) {
    killOwned();
    process.exit(EXIT.interrupted);
  }
  ending = true;
  await runCleanups();
  // What was written to a pipe must arrive before the process goes.
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exit(code);
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof OutcryError) {
    console.error(`outcry: ${error.message}`);
    return error.exitCode;
  }
  console.error('outcry: this is a bug in Outcry; please report it with these lines:');
  console.error(error);
  return EXIT.internal;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error(`outcry: interrupted (${signal}); ending what was started`);
    void end(EXIT.interrupted);
  });
}
onReaderGone(() => {
  if (!ending) void end(EXIT.interrupted);
});
process.on('uncaughtException', (error) => void end(explain(error)));
process.on('unhandledRejection', (error) => void end(explain(error)));

try {
  await addCommands(process.argv[2]);
  for (const label of await cleanUpOrphans()) console.error(`outcry: ended ${label}, left behind by an earlier start`);
  for (const label of await cleanUpLeftovers())
    console.error(`outcry: removed ${label}, left behind by an earlier start`);
  await program.parseAsync();
  await end((process.exitCode ?? EXIT.ok) as ExitCode);
} catch (error) {
  await end(explain(error));
}
