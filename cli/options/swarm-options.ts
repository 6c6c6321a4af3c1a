/** The options that describe a swarm, for the commands that measure. */
import { type Command, Option } from 'commander';
import type { SessionOptions } from '../../loadtests/session/plan/session-options.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { whole } from './common-options.ts';
import { checkJoinOptions, withJoin } from './join-options.ts';

export function withSwarm(command: Command): Command {
  return withJoin(command)
    .addOption(
      new Option('--swarm <kind>', 'run clients in real browsers or in Node processes').choices(['browser', 'console']),
    )
    .option('--browsers <n>', 'number of browsers', whole(1, 1000))
    .option('--clients-per-browser <n>', 'clients in each browser', whole(1, 1000))
    .option(
      '--crowded',
      'allow more clients per browser than its connections to one host: requests wait for each other',
    )
    .option('--clients <n>', 'clients of a console swarm', whole(1, 100_000))
    .option(
      '--clients-per-worker <n>',
      'clients in each process of a console swarm (default: 1000, fewer when a process is overloaded)',
      whole(1, 10_000),
    )
    .addOption(new Option('--browser <name>', 'which browser').choices(['firefox', 'chrome']).default('firefox'))
    .option('--headful', 'show the browsers', false)
    .option('--grid <url>', 'use the browsers of this Selenium Grid instead of local ones')
    .option(
      '--advertise <host>',
      'with --grid, --join or --server docker: listen on all interfaces, and let clients reach the servers under this name',
    );
}

/** Checks options that contradict each other. */
export function checkSwarmOptions(options: SessionOptions & { server?: object }): void {
  const { advertise, grid, server, join } = options;
  if (advertise !== undefined && (grid ?? server ?? join) === undefined) {
    throw new OutcryError(
      '--advertise needs --grid, --join or --server: without one of them, servers listen on loopback only',
      EXIT.usage,
    );
  }
  if (options.grid !== undefined && options.swarm === 'console') {
    throw new OutcryError('--grid is for browser swarms', EXIT.usage);
  }
  checkJoinOptions(options);
}
