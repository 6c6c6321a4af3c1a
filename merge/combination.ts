/** The rule for runs that belong together. */
import { valueText } from '../protocol/conditions.ts';
import type { RunIdentity, RunRecord } from '../protocol/run-record.ts';
import type { Combination } from './types.ts';

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * All of an identity but the repetition and the label, which is for people and may change; in an order that does not depend on that of
 * the fields.
 */
export function distinguishing(identity: RunIdentity): [name: string, value: unknown][] {
  const { conditions = {}, repetition: _, frameworkLabel: __, ...rest } = identity;
  // Of conditions the values alone count: their texts may change.
  const values = Object.entries(conditions).map(([name, { value }]) => [name, valueText(value)]);
  const entries = Object.entries({ ...rest, conditions: Object.fromEntries(values) }).map(
    ([name, value]): [string, unknown] =>
      typeof value === 'object' && value !== null ? [name, Object.entries(value).sort(byName)] : [name, value],
  );
  return entries.sort(byName);
}

/** FNV-1a, 32 bits: short enough for an address bar; a clash would need the same framework and transport as well. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** The same for runs of one combination, in every program that merges them. */
export function combinationKey({ identity, kind, plan }: RunRecord): string {
  const { framework, transport } = identity;
  return `${framework}.${transport}.${hash(JSON.stringify([kind, plan.bucketSeconds, distinguishing(identity)]))}`;
}

export function combinationOf({ identity }: RunRecord): Combination {
  const { repetition: _, ...combination } = identity;
  return combination;
}
