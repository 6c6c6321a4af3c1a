/** The options by which workers of other machines join a console swarm, for `run` and `swarm`. */
import { type Command, InvalidArgumentError } from 'commander';
import { type JoinAddress, joinAddress } from '../../client-launcher/console/joining/address.ts';
import { JOIN_TOKEN, makeToken, takeTokenFromEnvironment } from '../../client-launcher/console/joining/token.ts';
import type { JoiningRequest } from '../../client-launcher/index.ts';
import { outcryVersion } from '../../loadtests/session/record/machine.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Say } from '../output/print.ts';
import { whole } from './common-options.ts';

export interface JoinOptions {
  /** How many workers are to join. */
  workers?: number;
  /** Where this Outcry listens for them. */
  join?: JoinAddress;
}

export function withJoin(command: Command): Command {
  return command
    .option(
      '--workers <n>',
      'with --join: the number of workers that join from other machines; they share the clients',
      whole(1, 500),
    )
    .option(
      '--join <[host:]port>',
      `with --workers: listen here for ./outcry worker (default host: loopback); the token is read from ${JOIN_TOKEN}, or made and shown`,
      readAddress,
    );
}

function readAddress(text: string): JoinAddress {
  const address = joinAddress(text);
  if (address === null)
    throw new InvalidArgumentError('expected a port, or an address and a port such as 10.0.0.1:7000');
  return address;
}

/** @throws OutcryError (wrong use) for options that contradict each other */
export function checkJoinOptions(options: JoinOptions & { swarm?: string; clientsPerWorker?: number }): void {
  if (options.join === undefined && options.workers === undefined) return;
  if (options.join === undefined || options.workers === undefined) {
    throw new OutcryError('use --workers N and --join [HOST:]PORT together', EXIT.usage);
  }
  if (options.swarm !== 'console') throw new OutcryError('--join is for --swarm console', EXIT.usage);
  if (options.clientsPerWorker !== undefined) {
    throw new OutcryError('--clients-per-worker is for workers on this machine; with --join use --workers', EXIT.usage);
  }
  joinToken();
}

let known: { token: string; tokenIsNew: boolean } | undefined;

/** The token of this session: the same at each call. */
function joinToken(): { token: string; tokenIsNew: boolean } {
  known ??= findToken();
  return known;
}

function findToken(): { token: string; tokenIsNew: boolean } {
  const token = takeTokenFromEnvironment();
  if (token !== undefined) return { token, tokenIsNew: false };
  if (process.stderr.isTTY) return { token: makeToken(), tokenIsNew: true };
  // Without a terminal the output may be a log, and a token must not get into one.
  throw new OutcryError(`--join needs a token in ${JOIN_TOKEN}: there is no terminal to show a new one on`, EXIT.usage);
}

/** What the swarm needs to know about joining workers; null when none join. */
export async function joiningOf(
  { workers, join, advertise }: JoinOptions & { advertise?: string },
  say: Say,
): Promise<JoiningRequest | null> {
  if (workers === undefined || join === undefined) return null;
  const commit = await outcryVersion();
  return { workers, address: join, advertise: advertise ?? null, commit, say, ...joinToken() };
}
