import { lookup } from 'node:dns/promises';
import { EXIT, OutcryError } from '../system/errors.ts';

/**
 * Finds out before the first run that clients reach servers, which listen on IPv4, under the name `advertise`.
 * @throws OutcryError (wrong use) for a name that leads to IPv6 alone; a name that is not known here may be known to the clients
 */
export async function demandReachable(advertise: string): Promise<void> {
  const found = await lookup(advertise.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => []);
  if (found.length === 0 || found.some(({ family }) => family === 4)) return;
  const { address } = found[0]!;
  throw new OutcryError(
    `--advertise ${advertise}: leads to ${address} only, and servers listen on IPv4; name an IPv4 address of this machine`,
    EXIT.usage,
  );
}

/**
 * The server's origin as browsers and workers elsewhere reach it.
 * @param advertise the server's machine by a name or address that they know; null when they run on it
 */
export function advertisedUrl(url: string, advertise: string | null): string {
  if (advertise === null) return url;
  const advertised = new URL(url);
  advertised.hostname = advertise.includes(':') ? `[${advertise}]` : advertise;
  return advertised.origin;
}
