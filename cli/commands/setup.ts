/** `./outcry setup`: installs missing tools and builds every app that can run here. */
import type { Command } from 'commander';
import { installTools, makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { namesSome, selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { ensureBrowser } from '../../setup/tools/browser.ts';
import { list } from '../options/common-options.ts';

export function addSetupCommand(program: Command): void {
  program
    .command('setup')
    .description('install missing tools (browser, driver, compilers, packages) and build the apps')
    .option('--frameworks <ids>', 'only these frameworks, with commas between them', list)
    .option('--browser <name>', 'firefox, chrome, or none', 'firefox')
    .action(async (options: { frameworks?: string[]; browser: string }) => {
      const say = (line: string): void => console.error(line);
      const apps = selectApps(readApps(), options.frameworks);
      if (options.browser !== 'none') await ensureBrowser(options.browser, say);
      await installTools(apps, say, say);
      const ready = await makeReady(apps, namesSome(options.frameworks), say);
      say(`ready: ${ready.map((app) => app.id).join(', ')}`);
    });
}
