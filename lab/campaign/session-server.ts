/** Finds a session's server. The campaign does not read what the server says to Outcry. */
import { listeningPorts } from '../../system/ports.ts';
import type { Part, Target } from './fault.ts';
import { VICTIMS } from './session-parts.ts';

/** The session's server, once it listens. */
export function serverOf(target: Target): (Part & { port: number }) | null {
  const server = VICTIMS.find(({ name }) => name === 'server')!.find(target)[0];
  const port = server === undefined ? undefined : listeningPorts(server.pid)?.[0];
  return port === undefined ? null : { ...server!, port };
}
