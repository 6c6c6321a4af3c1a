/** `./outcry generate`: the files that are made from what is under `apps/`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { composeFile } from '../docker/compose.ts';
import { withFrameworks } from '../setup/apps/framework-table.ts';
import { type App, readApps } from '../setup/apps/manifest.ts';
import { ROOT } from '../system/root.ts';

interface Generated {
  /** From the root. */
  file: string;
  /** What the file has to hold, given what it holds now. */
  text(apps: App[], now: string): string;
}

export const GENERATED: readonly Generated[] = [
  { file: 'docker-compose.yml', text: composeFile },
  { file: 'README.md', text: (apps, now) => withFrameworks(now, apps) },
];

/** The files that are not what they have to be for `apps`, each with what it has to hold. */
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
    .description(`write what is made from apps/: ${GENERATED.map(({ file }) => file).join(', ')}`)
    .action(() => {
      const files = outdated(readApps());
      for (const { file, text } of files) {
        writeFileSync(join(ROOT, file), text);
        console.error(`${file} is written`);
      }
      if (files.length === 0) console.error('nothing to write: all is as it has to be');
    });
}
