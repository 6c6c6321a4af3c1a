/** `./outcry charts`: serves the chart merger until Ctrl-C. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { onExit } from '../../system/processes.ts';
import { whole, withResults } from '../options/common-options.ts';
import { CHARTS_PORT, chartsLink, startChartsServer } from '../output/charts-server.ts';

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
      const server = await startChartsServer(resolve(options.results), options.host, options.port, say);
      console.log(`Charts: ${chartsLink(server.url, options.session)}`);
      say('Ctrl-C ends it.');
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
