/** A browser that swarms and tests can drive. */
import { ensureTool } from './install.ts';

/**
 * Has the browser (`firefox` or `chrome`) and its driver on this machine, installed first if need be and possible.
 * @throws OutcryError (missing) that says how to get them
 */
export async function ensureBrowser(browser: string, say: (line: string) => void): Promise<void> {
  for (const tool of browser === 'chrome' ? ['chromium', 'chromedriver'] : ['firefox', 'geckodriver']) {
    await ensureTool(tool, say);
  }
}
