/** `./outcry compose`: docker-compose.yml from the apps there are. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { COMPOSE_FILE, composeFile } from '../docker/compose.ts';
import { readApps } from '../setup/apps/manifest.ts';

export function addComposeCommand(program: Command): void {
  program
    .command('compose')
    .description('print docker-compose.yml for the apps there are, or write it')
    .option('--write', 'write docker-compose.yml instead of printing it', false)
    .action(({ write }: { write: boolean }) => {
      const text = composeFile(readApps());
      if (!write) process.stdout.write(text);
      else {
        writeFileSync(COMPOSE_FILE, text);
        console.error('docker-compose.yml is written');
      }
    });
}
