/** Made-up conditions of an identity, as the folders of conditions put them into records. */
import type { ConditionIdentity, Conditions, ConditionValue } from '../../protocol/conditions.ts';

type Made = { conditions: Conditions };

const made = (name: string, condition: ConditionIdentity): Made => ({ conditions: { [name]: condition } });

/** A substitute server in the place of a part of the framework. */
export const withSubstitute = (sentence: string): Made =>
  made('substitute-server', { value: sentence, text: sentence, mark: `(${sentence})`, unranked: 'substitute' });

/** An edition that has limits. */
export const withLimits = (sentence: string): Made =>
  made('edition-limits', { value: sentence, text: sentence, unranked: 'limited edition' });

/** A network of this name and round trip, ms. */
export const overNetwork = (name: string, roundTripMs: number): Made =>
  made('network', {
    value: { name, roundTripMs },
    text: `${name} (round trip ${roundTripMs} ms)`,
    mark: `over ${name}`,
    otherwise: 'local',
  });

/** A server that was placed elsewhere. */
export const placed = (value: ConditionValue, text: string, mark: string): Made =>
  made('placement', { value, text, mark, otherwise: 'side by side' });

export const ON_OWN_CORES = placed({ server: 'process', serverCpus: '1' }, 'server on CPU 1', 'on cores of its own');
