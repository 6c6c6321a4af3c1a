/** `./outcry generate`: writes the files that are generated from `apps/`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { composeFile } from '../../docker/compose.ts';
import { BESIDE_PAGE, withBeside } from '../../setup/apps/manifest/beside-table.ts';
import { withFrameworks } from '../../setup/apps/manifest/framework-table.ts';
import { type App, readApps } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';

interface Generated {
  /** From the root. */
  file: string;
  /** The text the file must have, given its present text. */
  text(apps: App[], now: string): string;
}

export const GENERATED: readonly Generated[] = [
  { file: 'docker-compose.yml', text: composeFile },
  { file: 'README.md', text: (apps, now) => withFrameworks(now, apps) },
  { file: BESIDE_PAGE, text: (apps, now) => withBeside(now, apps) },
];

/** The outdated files, each with the text it must have. */
export function outdated(apps: App[]): { file: string; text: string }[] {
  return GENERATED.flatMap(({ file, text }) => {
    const now = readFileSync(join(ROOT, file), 'utf8');
    const wanted = text(apps, now);
    return wanted === now ? [] : [{ file, text: wanted }];
  });
}

export function addGenerateCommand(program: Command): void {
  program
    .command('generate')
    .description(`write the files generated from apps/: ${GENERATED.map(({ file }) => file).join(', ')}`)
    .action(() => {
      const files = outdated(readApps());
      for (const { file, text } of files) {
        writeFileSync(join(ROOT, file), text);
        console.error(`written: ${file}`);
      }
      if (files.length === 0) console.error('nothing to write: all files are up to date');
    });
}
