/** The options that describe a swarm, for `run` and `swarm`. */
import { type Command, Option } from 'commander';
import type { BrowserSettings } from '../../client-launcher/browser/preferences.ts';
import { makeSwarm, readyBrowser } from '../../client-launcher/index.ts';
import type { Swarm } from '../../client-launcher/swarm.ts';
import { scenarioFolders } from '../../loadtests/scenarios/find.ts';
import type { SwarmKind } from '../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Say } from '../output/print.ts';
import { whole } from './common-options.ts';
import { checkJoinOptions, type JoinOptions, joiningOf, withJoin } from './join-options.ts';

export interface SwarmOptions extends JoinOptions {
  swarm?: SwarmKind;
  browsers?: number;
  clientsPerBrowser?: number;
  crowded?: boolean;
  clients?: number;
  clientsPerWorker?: number;
  browser: 'firefox' | 'chrome';
  headful: boolean;
  grid?: string;
  advertise?: string;
}

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
export function checkSwarmOptions(options: SwarmOptions & { server?: object }): void {
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

/** Makes the swarm for a plan. It installs the browser and its driver first, if they run on this machine. */
export async function swarmFor(
  plan: { swarm: SwarmKind; browsers: number; clients: number },
  options: SwarmOptions,
  settings: BrowserSettings,
  say: Say,
): Promise<Swarm> {
  if (plan.swarm === 'console') {
    return makeSwarm({
      kind: 'console',
      clients: plan.clients,
      clientsPerWorker: options.clientsPerWorker ?? null,
      scenarioDirs: scenarioFolders(),
      joining: await joiningOf(options, say),
    });
  }
  if (options.grid === undefined) await readyBrowser(options.browser, say);
  return makeSwarm({
    kind: 'browser',
    browser: options.browser,
    browsers: plan.browsers,
    headful: options.headful,
    grid: options.grid ?? null,
    advertise: options.advertise ?? null,
    settings,
    say,
  });
}

/** The interface that servers listen on: loopback, unless `--advertise` names a host for browsers elsewhere. */
export function serverHost(options: SwarmOptions): string {
  return options.advertise === undefined ? '127.0.0.1' : '0.0.0.0';
}
