/** Which runs belong together. */
import type { Conditions } from '../protocol/conditions.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { formerIdentity } from '../protocol/upgrade.ts';
import type { Combination } from './types.ts';

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * All of an identity but the repetition and the label, which is for people and may change; as text that does not depend on
 * the order of fields.
 */
function distinguishing({ identity, kind, plan }: Pick<RunRecord, 'kind' | 'plan'> & { identity: object }): string {
  const entries = Object.entries({ ...identity, ...conditionValues(identity) })
    .filter(([name]) => name !== 'repetition' && name !== 'frameworkLabel')
    .map(([name, value]): [string, unknown] =>
      typeof value === 'object' && value !== null ? [name, Object.entries(value).sort(byName)] : [name, value],
    );
  return JSON.stringify([kind, plan.bucketSeconds, entries.sort(byName)]);
}

/** Of conditions the values alone: their texts may change. */
function conditionValues({ conditions }: { conditions?: Conditions }): object {
  if (conditions === undefined) return {};
  return { conditions: Object.fromEntries(Object.entries(conditions).map(([name, { value }]) => [name, value])) };
}

/** FNV-1a, 32 bits: short enough for an address bar; a clash would need the same framework and transport as well. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

const keyOf = ({ framework, transport }: RunRecord['identity'], text: string) =>
  `${framework}.${transport}.${hash(text)}`;

/** The same for runs of one combination, in every program that merges them. */
export function combinationKey(record: RunRecord): string {
  return keyOf(record.identity, distinguishing(record));
}

/** The keys that a combination had while records were of the first schema: links made then still name it. */
export function formerKeysOf({ identity, kind, plan }: RunRecord): string[] {
  const former = formerIdentity(identity);
  return former === null ? [] : [keyOf(identity, distinguishing({ identity: former, kind, plan }))];
}

export function combinationOf({ identity }: RunRecord): Combination {
  const { repetition: _, ...combination } = identity;
  return combination;
}
