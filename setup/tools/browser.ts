/** A browser that swarms and tests can drive. */
import { findTool } from './find.ts';
import { ensureTool } from './install.ts';
import type { Log } from './programs.ts';

export interface BrowserTools {
  /** Path of the browser's program. */
  browser: string;
  /** Path of its driver's program; null: there is none for this Firefox, and Outcry drives it by itself. */
  driver: string | null;
}

/**
 * Has the browser (`firefox` or `chrome`) and its driver on this machine, installed first if need be and possible.
 * @throws OutcryError (missing) that says how to get them
 */
export async function ensureBrowser(browser: string, log: Log): Promise<BrowserTools> {
  if (browser === 'chrome') {
    const { path } = await ensureTool('chromium', log);
    return { browser: path, driver: (await ensureTool('chromedriver', log)).path };
  }
  const { path } = await ensureTool('firefox', log);
  return { browser: path, driver: await geckodriver(log) };
}

/** @throws OutcryError (missing) when a variable names one that is not there: who names it wants no other */
async function geckodriver(log: Log): Promise<string | null> {
  const { path } = await findTool('geckodriver');
  if (path !== null) return path;
  if (process.env.GECKODRIVER) return (await ensureTool('geckodriver', log)).path;
  return ensureTool('geckodriver', log).then(
    (tool) => tool.path,
    () => {
      log('geckodriver is not available here: Outcry uses its own driver for Firefox');
      return null;
    },
  );
}
