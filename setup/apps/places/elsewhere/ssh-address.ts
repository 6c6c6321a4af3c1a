/** The address at which clients reach a server on a machine that `ssh` leads to, and the one that it listens on there. */
import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ServerAddress {
  /** The interface there that servers listen on: one address, or `0.0.0.0`. */
  listen: string;
  /** The name or address that clients use. */
  clients: string;
}

/** The host name in the output of `ssh -G HOST`, which is the user's own configuration as `ssh` reads it; null: there is none. */
export const hostNameIn = (configuration: string): string | null =>
  /^hostname (\S+)$/m.exec(configuration)?.[1] ?? null;

/**
 * The address there at which sshd was reached.
 * @param connection the variable SSH_CONNECTION that sshd sets: address and port of the client, address and port of the server
 */
export const addressIn = (connection: string): string | null =>
  /^\S+ \d+ (\S+) \d+$/.exec(connection.trim())?.[1] ?? null;

/** Asks `ssh` which host name stands behind `host` in the user's configuration. */
export async function configuredName(host: string): Promise<string | null> {
  const { stdout } = await run('ssh', ['-G', '--', host], { timeout: 10_000, env: process.env });
  return hostNameIn(stdout);
}

/** The addresses of a name; none where it has none here. */
async function addressesOf(name: string): Promise<string[]> {
  return lookup(name, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}

/**
 * Chooses the addresses. Without `advertise` servers listen on the one address at which sshd was reached: on loopback alone if that was
 * loopback, and never on another interface.
 * @param connection SSH_CONNECTION there; empty where it is not known
 * @param name of the machine in the configuration of `ssh`
 * @param advertise the name that the user gave; null: none
 * @returns null when the address must be named
 */
export async function serverAddress(
  connection: string,
  name: string | null,
  advertise: string | null,
): Promise<ServerAddress | null> {
  if (advertise !== null) return { listen: '0.0.0.0', clients: advertise };
  const listen = addressIn(connection);
  if (listen === null || name === null) return null;
  // The address itself, where the name leads to it: a name with several would let clients try another one first.
  return { listen, clients: (await addressesOf(name)).includes(listen) ? listen : name };
}
