/** `./outcry charts`: serves the chart merger until Ctrl-C. */
import { cpSync, existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { EXAMPLE, type Problem } from '../../records/problems.ts';
import { RunStore } from '../../records/store.ts';
import { noSuchSession } from '../../records/unknown-session.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { onExit } from '../../system/processes.ts';
import { IS_INSTALLED, ROOT } from '../../system/root.ts';
import { whole, withResults } from '../options/common-options.ts';
import { sayProblems } from '../options/runs-selected.ts';
import { CHARTS_PORT, chartsLink, startChartsServer } from '../output/charts-server.ts';
import type { Say } from '../output/print.ts';

interface Options {
  results: string;
  session?: string;
  host: string;
  port: number;
}

export function addChartsCommand(program: Command): void {
  withResults(program.command('charts'))
    .description('serve the chart merger and the web API until Ctrl-C')
    .option('--session <id>', 'open with this session')
    .option('--port <n>', 'the port to serve on', whole(0, 65_535), CHARTS_PORT)
    .option(
      '--host <address>',
      'the address to listen on; with any other than loopback, other machines can read and add runs',
      '127.0.0.1',
    )
    .action(async (options: Options) => {
      const say = (line: string): void => console.error(line);
      if (IS_INSTALLED && !existsSync(options.results)) bringExample(options.results, say);
      if (options.session !== undefined) await demandSession(options.session, options.results);
      const server = await startChartsServer(resolve(options.results), options.host, options.port, say);
      console.log(`Charts: ${chartsLink(server.url, options.session)}`);
      say('Ctrl-C ends it.');
      void sayUnreadable(server.url, say);
      let interrupted = false;
      onExit(() => {
        interrupted = true;
        return server.stop();
      });
      await server.exited;
      if (interrupted) return;
      throw new OutcryError('the web API ended unexpectedly', EXIT.failed);
    });
}

/** Makes the folder with the session that a checkout has in its own. */
function bringExample(results: string, say: Say): void {
  cpSync(join(ROOT, 'results', EXAMPLE), join(results, EXAMPLE), { recursive: true });
  say(`there are no runs yet: an example session is in ${join(results, EXAMPLE)}`);
}

/** @throws OutcryError (wrong use) that names the nearest sessions; one whose first run is not over has a folder and no record */
async function demandSession(id: string, results: string): Promise<void> {
  const store = new RunStore(results);
  const ids = (await store.sessions()).map((session) => session.id);
  if (ids.includes(id) || (isFileName(id) && existsSync(join(store.folder, id)))) return;
  throw new OutcryError(noSuchSession(id, ids, store.folder), EXIT.usage);
}

const isFileName = (id: string): boolean => basename(id) === id && !id.startsWith('.');

/** Prints which files the page is without. The page says so too, so this waits for nothing and fails in silence. */
async function sayUnreadable(url: string, say: Say): Promise<void> {
  const response = await fetch(`${url}/api/problems`).catch(() => null);
  if (response?.ok) sayProblems((await response.json()) as Problem[], null, say);
}
