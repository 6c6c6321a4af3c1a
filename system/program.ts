/** The common exit of all programs besides the command line. */
import { EXIT, OutcryError } from './errors.ts';
import { runCleanups } from './processes.ts';

/**
 * Runs `main` and ends this process with its exit code, or with that of the error, which is printed: one for people without a stack. Nothing
 * that was started is left running.
 * @param interrupted called at the first Ctrl-C in place of ending at once
 */
export async function runProgram(main: () => Promise<void>, interrupted?: () => void): Promise<never> {
  const endAtOnce = async (): Promise<never> => {
    await runCleanups();
    process.exit(EXIT.interrupted);
  };
  process.once('SIGINT', () => {
    if (interrupted === undefined) return endAtOnce();
    process.once('SIGINT', endAtOnce);
    return interrupted();
  });
  try {
    await main();
  } catch (error) {
    console.error(error instanceof OutcryError ? error.message : error);
    process.exitCode = error instanceof OutcryError ? error.exitCode : EXIT.internal;
  }
  await runCleanups();
  process.exit();
}
