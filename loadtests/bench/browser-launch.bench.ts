/** How long the browsers of study A take to launch: 30 headless Firefox, until all of them answer. */

import { BrowserSwarm } from '../../client-launcher/browser/swarm.ts';
import { ensureBrowser } from '../../setup/tools/browser.ts';
import { OutcryError } from '../../system/errors.ts';
import { onExit, runCleanups } from '../../system/processes.ts';

const BROWSERS = 30;

export interface BrowserLaunchResult {
  browsers: number;
  /** Null when this machine cannot hold them; `reason` says why. */
  launchSeconds: number | null;
  closeSeconds: number | null;
  reason: string | null;
  browserVersion: string | null;
  driverVersion: string | null;
}

async function run(say: (line: string) => void): Promise<BrowserLaunchResult> {
  await ensureBrowser('firefox', say);
  const swarm = new BrowserSwarm({ browser: 'firefox', browsers: BROWSERS, headless: true, grid: null, say });
  onExit(() => swarm.close());
  const seconds = async (work: () => Promise<void>): Promise<number> => {
    const start = performance.now();
    await work();
    return (performance.now() - start) / 1000;
  };
  const result = { browsers: BROWSERS, browserVersion: null, driverVersion: null };
  try {
    const launchSeconds = await seconds(() => swarm.launch());
    const { browser: browserVersion, driver: driverVersion } = swarm.versions;
    const closeSeconds = await seconds(() => swarm.close());
    return { ...result, launchSeconds, closeSeconds, reason: null, browserVersion, driverVersion };
  } catch (error) {
    if (!(error instanceof OutcryError)) throw error;
    return { ...result, launchSeconds: null, closeSeconds: null, reason: error.message };
  } finally {
    await runCleanups();
  }
}

export default { name: 'browser-launch', run };
