/** Go modules, as Go lists those that the code imports from. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askTool } from './ask-tool.ts';
import type { PackageManager } from './packages.ts';

/** Prints the module of each imported package: neither the code's own module nor one that is a folder of the checkout. */
const MODULE =
  '{{with .Module}}{{if not .Main}}{{if or (not .Replace) .Replace.Version}}{{.Path}}{{end}}{{end}}{{end}}';

export const GO: PackageManager = {
  kind: () => 'Go',
  async packagesOf(asked) {
    if (!existsSync(join(asked.dir, 'go.mod'))) return null;
    const list = await askTool('Go', asked, [['go', 'list', '-deps', '-f', MODULE, './...']]);
    return [...new Set(list.split('\n').filter((line) => line !== ''))];
  },
};
