/** The options that describe a swarm, for the commands that measure. */
import { type Command, Option } from 'commander';
import type { SessionOptions } from '../../loadtests/session/plan/session-options.ts';
import { readMachines } from '../../system/elsewhere/machine-spec.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { whole } from './common-options.ts';

export function withSwarm(command: Command): Command {
  return command
    .addOption(
      new Option('--swarm <kind>', 'run clients in real browsers or in Node processes').choices(['browser', 'console']),
    )
    .option('--browsers <n>', 'number of browsers', whole(1, 1000))
    .option('--clients-per-browser <n>', 'clients in each browser', whole(1, 1000))
    .option(
      '--crowded',
      'allow more clients per browser than its connections to one host bear: they wait for each other',
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
      '--on <machines>',
      "run the workers of a console swarm on these machines: ssh:HOST*4, docker:CONTEXT*8, exec:'PROGRAM'*16; several with commas. With --grid: measure these machines of its nodes",
      machines,
    )
    .option(
      '--advertise <host>',
      'with --grid, --on or --server: listen on all interfaces, and let clients reach the servers under this name',
    );
}

/** Checks the names of machines before anything else is done. The text itself is kept, for a session that is resumed. */
function machines(text: string): string {
  readMachines(text);
  return text;
}

/** Checks options that contradict each other. */
export function checkSwarmOptions(options: SessionOptions & { server?: object }): void {
  const { advertise, grid, server, on, resume } = options;
  if (advertise !== undefined && (grid ?? server ?? on) === undefined) {
    throw new OutcryError(
      '--advertise needs --grid, --on or --server: without one of them, servers listen on loopback only',
      EXIT.usage,
    );
  }
  if (options.grid !== undefined && options.swarm === 'console') {
    throw new OutcryError('--grid is for browser swarms', EXIT.usage);
  }
  // A session that is resumed has its own swarm, whose machines the command may name again.
  if (on === undefined || grid !== undefined || resume !== undefined) return;
  if (options.swarm !== 'console') {
    throw new OutcryError('--on is for --swarm console, and for --grid, whose nodes it measures', EXIT.usage);
  }
  if (options.clientsPerWorker !== undefined) {
    throw new OutcryError(
      '--clients-per-worker is for workers on this machine; with --on, write how many workers each machine has',
      EXIT.usage,
    );
  }
}
