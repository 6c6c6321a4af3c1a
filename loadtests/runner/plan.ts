/** Turns options into the list of runs of a session. Pure. */

import type { SwarmKind } from '../../protocol/run-record.ts';
import type { Transport } from '../../protocol/socket.ts';
import { TRANSPORTS } from '../../protocol/socket.ts';
import { type App, selectApps, transportsOf } from '../../setup/apps/manifest.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { type Profile, profiles } from '../scenarios/profiles.ts';
import { SCENARIOS, type Scenario } from '../scenarios/scenarios.ts';

/** What `./outcry run` was asked for; what is undefined comes from the profile. */
export interface RunOptions {
  profile?: string;
  scenario?: string;
  swarm?: SwarmKind;
  frameworks?: string[];
  transports?: string[];
  browsers?: number;
  clientsPerBrowser?: number;
  /** Console swarms only. */
  clients?: number;
  clientsPerWorker?: number;
  rate?: number;
  messages?: number;
  payload?: number;
  runs?: number;
  /** Seconds, instead of each app's own. */
  warmup?: number;
}

/** One run to be done. */
export interface PlannedRun {
  app: App;
  transport: Transport;
  repetition: number;
}

export interface SessionPlan {
  profile: string | null;
  scenario: Scenario;
  swarm: SwarmKind;
  /** Browsers, or 0 for a console swarm (its workers follow from the clients). */
  browsers: number;
  clients: number;
  runs: PlannedRun[];
  warmupSeconds: number | null;
}

/** Clients of a console session where none are asked for: study A's number. */
const CONSOLE_CLIENTS = 60;

function find<T extends { name: string }>(what: string, all: T[], name: string): T {
  const found = all.find((entry) => entry.name === name);
  if (!found) throw new OutcryError(`no ${what} "${name}"; there is: ${all.map((e) => e.name).join(', ')}`, EXIT.usage);
  return found;
}

function scenarioOf(options: RunOptions, profile: Profile): Scenario {
  const scenario = find('scenario', SCENARIOS, options.scenario ?? profile.scenario);
  return {
    ...scenario,
    rate: options.rate ?? scenario.rate,
    messages: options.messages ?? scenario.messages,
    payloadBytes: options.payload ?? scenario.payloadBytes,
  };
}

function chosenTransports(options: RunOptions, profile: Profile, app: App, swarm: SwarmKind): Transport[] {
  const usable = transportsOf(app, swarm);
  if (options.transports === undefined) return profile.transports === 'main' ? usable.slice(0, 1) : usable;
  for (const asked of options.transports) {
    if (asked !== 'all' && !TRANSPORTS.includes(asked as Transport)) {
      throw new OutcryError(`no transport "${asked}"; there is: ${TRANSPORTS.join(', ')}`, EXIT.usage);
    }
  }
  if (options.transports.includes('all')) return usable;
  return usable.filter((transport) => options.transports!.includes(transport));
}

/**
 * The runs of a session: each repetition goes once through every framework and transport before the next begins, so
 * that a machine that slows down during the session slows all of them.
 * @throws OutcryError (wrong use) for what does not exist or gives no run at all
 */
export function planSession(options: RunOptions, apps: App[], cores: number): SessionPlan {
  const profile = find('profile', profiles(cores), options.profile ?? 'quick');
  const swarm = options.swarm ?? profile.swarm;
  if (swarm === 'browser' && options.clients !== undefined) {
    throw new OutcryError(
      '--clients is for console swarms; a browser swarm takes --browsers and --clients-per-browser',
      EXIT.usage,
    );
  }
  if (swarm === 'console' && (options.browsers ?? options.clientsPerBrowser) !== undefined) {
    throw new OutcryError(
      '--browsers and --clients-per-browser are for browser swarms; a console swarm takes --clients',
      EXIT.usage,
    );
  }
  const browsers = swarm === 'browser' ? (options.browsers ?? profile.browsers) : 0;
  const clients =
    swarm === 'browser'
      ? browsers * (options.clientsPerBrowser ?? profile.clientsPerBrowser)
      : (options.clients ?? CONSOLE_CLIENTS);
  const chosen = selectApps(apps, options.frameworks).filter((app) => app.features.includes('load'));
  const combinations = chosen.flatMap((app) =>
    chosenTransports(options, profile, app, swarm).map((transport) => ({ app, transport })),
  );
  if (combinations.length === 0) {
    throw new OutcryError(
      `nothing to run: none of ${chosen.map((a) => a.id).join(', ') || 'the frameworks'} has ${options.transports?.join(' or ') ?? 'a transport'} for a ${swarm} swarm`,
      EXIT.usage,
    );
  }
  const repetitions = Array.from({ length: options.runs ?? profile.runs }, (_, index) => index + 1);
  return {
    profile: profile.name,
    scenario: scenarioOf(options, profile),
    swarm,
    browsers,
    clients,
    runs: repetitions.flatMap((repetition) => combinations.map((combination) => ({ ...combination, repetition }))),
    warmupSeconds: options.warmup ?? null,
  };
}
