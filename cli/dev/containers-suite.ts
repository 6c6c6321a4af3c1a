/**
 * `./outcry test containers`: the tests that need a container engine (`*.containers.ts`). Their containers are not in this machine's process
 * tree, so this suite ends them itself.
 */
import { findComposeEngine } from '../../docker/compose-engine.ts';
import { endTrial, trialLeftover } from '../../docker/trial-project.ts';
import { noteLeftover } from '../../system/leftovers.ts';
import { withLock } from '../../system/lock.ts';
import { killTree, onExit, startedBy } from '../../system/processes.ts';
import { type Counts, runJest, type TestContext } from './jest-suite.ts';

/** @throws OutcryError (missing) where no engine is */
export async function runContainers(context: TestContext): Promise<Counts> {
  const { env } = await findComposeEngine();
  return withLock('containers', async () => {
    const gone = noteLeftover(trialLeftover());
    const endAll = async (): Promise<void> => {
      // Processes that start containers end first.
      for (const { pid } of startedBy(process.pid)) await killTree(pid);
      await endTrial();
      gone();
    };
    // An interruption also ends the tests, so `end` is called twice.
    let ending: Promise<void> | null = null;
    const end = (): Promise<void> => (ending ??= endAll());
    const forget = onExit(end);
    try {
      return await runJest('containers', context, env);
    } finally {
      forget();
      await end();
    }
  });
}
