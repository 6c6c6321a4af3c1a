/** Clock and timers in a page of the browser swarm. */
import { build } from 'esbuild';
import { BrowserSwarm } from '../../client-launcher/browser/swarm.ts';
import { ensureBrowser } from '../../setup/tools/browser.ts';
import { onExit } from '../../system/processes.ts';
import type { TimerProbe } from './timer-probe.ts';

const PATIENCE_MS = 60_000;

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['./timer-probe.ts'],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'timers',
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

/** Opens a Firefox as the swarm does, and looks. @throws OutcryError (missing) when there is none to be had */
export async function probePage(
  seconds: number,
  say: (line: string) => void,
): Promise<TimerProbe & { browser: string }> {
  await ensureBrowser('firefox', say);
  const swarm = new BrowserSwarm({ browser: 'firefox', browsers: 1, headless: true, grid: null, say });
  const forget = onExit(() => swarm.close());
  try {
    await swarm.launch();
    await swarm.settled();
    const [driver] = swarm.drivers();
    await driver!.manage().setTimeouts({ script: PATIENCE_MS });
    const script = `${await bundled()}; const [seconds, done] = arguments; timers.probeTimers(seconds).then(done);`;
    const probe = await driver!.executeAsyncScript<TimerProbe>(script, seconds);
    return { ...probe, browser: `Firefox ${swarm.versions.browser ?? ''}`.trim() };
  } finally {
    forget();
    await swarm.close();
  }
}
