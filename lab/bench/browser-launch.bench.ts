/** Measures the launch of study A's browsers, and what they take of the machine: 30 headless Firefox, until all have settled. */

import { BrowserSwarm } from '../../client-launcher/browser/swarm.ts';
import { readyBrowser } from '../../client-launcher/index.ts';
import { OutcryError } from '../../system/errors.ts';
import { onExit, runCleanups } from '../../system/processes.ts';
import { cpuSecondsOfTrees, cpuSecondsWithEndedChildren, proportionalBytesOfTrees } from './process-cost.ts';

const BROWSERS = 30;
const AIM_SECONDS = 30;
const AIM_BYTES = 7e9;

export interface BrowserLaunchResult {
  browsers: number;
  /** Null when this machine cannot hold them; `reason` says why. */
  launchSeconds: number | null;
  aimSeconds: number;
  /** Until all answer; the rest of the launch waits for them to settle. */
  upSeconds: number | null;
  closeSeconds: number | null;
  /** Of the browsers, their drivers and of this process, until the launch was over. */
  cpuSeconds: number | null;
  /** Proportional set size of all browsers and drivers. */
  memoryBytes: number | null;
  aimBytes: number;
  reason: string | null;
  browserVersion: string | null;
  driverVersion: string | null;
}

async function run(say: (line: string) => void): Promise<BrowserLaunchResult> {
  await readyBrowser('firefox', say);
  const swarm = new BrowserSwarm({ browser: 'firefox', browsers: BROWSERS, headless: true, grid: null, say });
  onExit(() => swarm.close());
  const result: BrowserLaunchResult = {
    browsers: BROWSERS,
    launchSeconds: null,
    aimSeconds: AIM_SECONDS,
    upSeconds: null,
    closeSeconds: null,
    cpuSeconds: null,
    memoryBytes: null,
    aimBytes: AIM_BYTES,
    reason: null,
    browserVersion: null,
    driverVersion: null,
  };
  const cpuBefore = cpuSecondsWithEndedChildren();
  const start = performance.now();
  const since = (): number => (performance.now() - start) / 1000;
  const looking = setInterval(() => {
    if (swarm.progress().membersUp === BROWSERS) result.upSeconds ??= since();
  }, 100);
  try {
    await swarm.launch();
    result.launchSeconds = since();
    result.cpuSeconds = cpuSecondsWithEndedChildren() - cpuBefore + cpuSecondsOfTrees(swarm.pids());
    result.memoryBytes = proportionalBytesOfTrees(swarm.pids());
    result.browserVersion = swarm.versions.browser;
    result.driverVersion = swarm.versions.driver;
    const closing = since();
    await swarm.close();
    result.closeSeconds = since() - closing;
  } catch (error) {
    if (!(error instanceof OutcryError)) throw error;
    result.reason = error.message;
  } finally {
    clearInterval(looking);
    await runCleanups();
  }
  return result;
}

export default { name: 'browser-launch', run };
