import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../system/root.ts';
import { moduleOf } from '../../system/testing/program.ts';

/** A driver that writes into its folder for as long as it runs, as a browser does. */
const WRITES =
  "trap '' TERM; echo Listening on 127.0.0.1:1; while :; do mkdir -p profile; echo more > profile/$$; done";

/**
 * Starts a driver in a process of its own, which prints the driver's folder and then runs `then`.
 * @param then more of the script; `start` starts another driver
 */
async function startedElsewhere(then: string): Promise<{ owner: ChildProcess; folder: string }> {
  const script = `
    import { startDriver } from './client-launcher/browser/driver-process.ts';
    import { runCleanups } from './system/processes.ts';
    const start = () => startDriver('firefox', { browser: '', driver: ['sh', '-c', ${JSON.stringify(WRITES)}] });
    const { folder } = await start();
    console.log(folder);
    ${then}`;
  const owner = spawn(process.execPath, moduleOf(script), { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [folder] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
  return { owner, folder };
}

async function gone(path: string): Promise<void> {
  while (existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('what a browser writes', () => {
  test('is gone when Outcry was interrupted, with the folder that it was in', async () => {
    const { owner, folder } = await startedElsewhere('await runCleanups(); process.exit(130);');
    await once(owner, 'exit');
    expect(existsSync(dirname(folder))).toBe(false);
  });

  test('does not come again by a browser that is launched while Outcry ends', async () => {
    const again = 'const ending = runCleanups(); await start().catch(() => {}); await ending; process.exit(130);';
    const { owner, folder } = await startedElsewhere(again);
    await once(owner, 'exit');
    expect(existsSync(dirname(folder))).toBe(false);
  });

  test('is removed though Outcry was killed, and nothing is started again', async () => {
    const { owner, folder } = await startedElsewhere('setInterval(() => {}, 1000);');
    owner.kill('SIGKILL');
    await gone(dirname(folder));
  });

  test('is removed though Outcry gave up while it ended', async () => {
    const { folder } = await startedElsewhere('void runCleanups(); process.exit(130);');
    await gone(dirname(folder));
  });
});
