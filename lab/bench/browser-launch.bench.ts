/** Measures the launch of study A's browsers, and what they take of the machine: 30 headless Firefox, until all have settled. */

import { BrowserSwarm } from '../../client-launcher/browser/swarm.ts';
import { readyBrowser } from '../../client-launcher/index.ts';
import { OutcryError } from '../../system/errors.ts';
import { onExit, runCleanups } from '../../system/processes.ts';
import { cpuSecondsOfTrees, cpuSecondsWithEndedChildren, proportionalBytesOfTrees } from './process-cost.ts';

const BROWSERS = 30;
const AIM_SECONDS = 30;
const AIM_BYTES = 7e9;

async function run(say: (line: string) => void) {
  await readyBrowser('firefox', say);
  const swarm = new BrowserSwarm({ browser: 'firefox', browsers: BROWSERS, headless: true, grid: null, say });
  onExit(() => swarm.close());
  const found = {
    /** Until they have settled. */
    launchSeconds: null as number | null,
    /** Until all answer. */
    upSeconds: null as number | null,
    closeSeconds: null as number | null,
    /** Of the browsers, their drivers and of this process, until the launch was over. */
    cpuSeconds: null as number | null,
    /** Proportional set size of all browsers and drivers. */
    memoryBytes: null as number | null,
    /** The reason why this machine cannot hold them. */
    reason: null as string | null,
  };
  const cpuBefore = cpuSecondsWithEndedChildren();
  const start = performance.now();
  const since = (): number => (performance.now() - start) / 1000;
  try {
    await swarm.launch();
    found.upSeconds = since();
    await swarm.settled();
    found.launchSeconds = since();
    found.cpuSeconds = cpuSecondsWithEndedChildren() - cpuBefore + cpuSecondsOfTrees(swarm.pids());
    found.memoryBytes = proportionalBytesOfTrees(swarm.pids());
    const closing = since();
    await swarm.close();
    found.closeSeconds = since() - closing;
  } catch (error) {
    if (!(error instanceof OutcryError)) throw error;
    found.reason = error.message;
  } finally {
    await runCleanups();
  }
  const { browser: browserVersion, driver: driverVersion } = swarm.versions;
  return { browsers: BROWSERS, aimSeconds: AIM_SECONDS, aimBytes: AIM_BYTES, ...found, browserVersion, driverVersion };
}

export default { name: 'browser-launch', run };
