/** `./outcry setup`: installs what is missing and builds every app that can run here. */
import type { Command } from 'commander';
import { readApps } from '../setup/apps/manifest.ts';
import { makeReady } from '../setup/apps/ready.ts';
import { selectApps } from '../setup/apps/select.ts';
import { ensureBrowser } from '../setup/tools/browser.ts';
import { list } from './options.ts';

export function addSetupCommand(program: Command): void {
  program
    .command('setup')
    .description('install what is missing (browser, driver, packages) and build the apps')
    .option('--frameworks <ids>', 'only these frameworks, with commas between them', list)
    .option('--browser <name>', 'firefox, chrome, or none', 'firefox')
    .action(async (options: { frameworks?: string[]; browser: string }) => {
      const say = (line: string): void => console.error(line);
      const apps = selectApps(readApps(), options.frameworks);
      if (options.browser !== 'none') await ensureBrowser(options.browser, say);
      const ready = await makeReady(apps, options.frameworks !== undefined, say);
      say(`ready: ${ready.map((app) => app.id).join(', ')}`);
    });
}
