/** The options by which workers of other machines join a console swarm, for `run` and `swarm`. */
import { type Command, InvalidArgumentError } from 'commander';
import { type JoinAddress, joinAddress } from '../client-launcher/console/joining/address.ts';
import { JOIN_TOKEN, makeToken, takeTokenFromEnvironment } from '../client-launcher/console/joining/token.ts';
import type { JoiningRequest } from '../client-launcher/index.ts';
import { outcryVersion } from '../loadtests/runner/machine.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { whole } from './options.ts';
import type { Say } from './output.ts';

export interface JoinOptions {
  /** How many workers are to join. */
  workers?: number;
  /** Where this Outcry listens for them. */
  join?: JoinAddress;
}

export function withJoin(command: Command): Command {
  return command
    .option('--workers <n>', 'with --join: so many workers join from elsewhere, and share the clients', whole(1, 500))
    .option(
      '--join <[host:]port>',
      `with --workers: listen there for ./outcry worker (default host: loopback); the token is in ${JOIN_TOKEN}, or made and shown`,
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
    throw new OutcryError('--workers N and --join [HOST:]PORT belong together', EXIT.usage);
  }
  if (options.swarm !== 'console') throw new OutcryError('--join is for --swarm console', EXIT.usage);
  if (options.clientsPerWorker !== undefined) {
    throw new OutcryError(
      '--clients-per-worker is for workers of this machine; with --join there are --workers',
      EXIT.usage,
    );
  }
  joinToken();
}

let known: { token: string; tokenIsNew: boolean } | undefined;

/** The token of this session: asked for more than once, it is the same. */
function joinToken(): { token: string; tokenIsNew: boolean } {
  known ??= findToken();
  return known;
}

function findToken(): { token: string; tokenIsNew: boolean } {
  const token = takeTokenFromEnvironment();
  if (token !== undefined) return { token, tokenIsNew: false };
  if (process.stderr.isTTY) return { token: makeToken(), tokenIsNew: true };
  // What is no terminal may be a log, which a token must not be in.
  throw new OutcryError(`--join needs a token in ${JOIN_TOKEN}: without a terminal none can be shown`, EXIT.usage);
}

/** What the swarm is told of the workers that are to join; null where none are. */
export async function joiningOf(
  { workers, join, advertise }: JoinOptions & { advertise?: string },
  say: Say,
): Promise<JoiningRequest | null> {
  if (workers === undefined || join === undefined) return null;
  const commit = await outcryVersion();
  return { workers, address: join, advertise: advertise ?? null, commit, say, ...joinToken() };
}
