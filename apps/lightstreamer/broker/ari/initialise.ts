import type { AdapterConnection } from './adapter-connection.ts';
import { entryValues, type LineTokens } from './codec.ts';
import type { AriLimits } from './limits.ts';
import type { Requests } from './requests.ts';

/** What the broker offers. */
export const ARI_VERSION = '1.8.3';

const SPOKEN_VERSIONS: readonly (string | null)[] = [null, '1.8.0', '1.8.1', '1.8.2', ARI_VERSION];

/**
 * The first request of every adapter: `MPI` for metadata, `DPI` for data. `names` are parameters of the Adapter Set that
 * the adapter is told (`adapters_conf.id`, …). An adapter that tells no version back speaks 1.8.0 or older, as was then
 * the custom. Rejects with AdapterRefusal, AdapterGone, or an Error when it speaks another version.
 */
export async function initialise(
  requests: Requests,
  method: 'MPI' | 'DPI',
  names: readonly (readonly [string, string])[],
  limits: AriLimits,
  connections: readonly AdapterConnection[],
): Promise<void> {
  const parameters = [
    ...names,
    ['ARI.version', ARI_VERSION] as const,
    ['keepalive_hint.millis', String(limits.keepaliveMillis)] as const,
  ];
  const version = await requests.ask(method, entryValues(parameters), readVersion).answer;
  if (!SPOKEN_VERSIONS.includes(version)) {
    throw new Error(`it speaks ARI ${version}, this broker speaks 1.8.0 to ${ARI_VERSION}`);
  }
  for (const connection of connections) connection.initialised(version);
}

function readVersion(tokens: LineTokens): string | null {
  if (tokens.nextType === 'V') {
    tokens.nothing();
    return null;
  }
  const parameters = new Map(tokens.list(() => [tokens.text('a parameter name'), tokens.string('a parameter')]));
  return parameters.get('ARI.version') ?? null;
}
