/** The web API as a process of its own. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OutcryError } from '../../system/errors.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';

export interface Api {
  /** Asks, and reads the whole answer. @returns ms */
  timed(path: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startApi(env: NodeJS.ProcessEnv): Promise<Api> {
  const argv = [process.execPath, '--import', 'tsx', join(ROOT, 'web-api', 'main.ts')];
  const child = spawnOwned(argv, { label: 'web API', cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], env });
  const { value } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next();
  if (value === undefined) throw new OutcryError('the web API did not start');
  const { port } = JSON.parse(value) as { port: number };
  return {
    async timed(path) {
      const start = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      await response.text();
      if (!response.ok) throw new OutcryError(`${path}: status ${response.status}`);
      return performance.now() - start;
    },
    stop: () => killTree(child.pid!),
  };
}
