/** Which runs belong together, and how to name what they have in common. */
import type { RunRecord } from '../protocol/run-record.ts';
import type { Combination, Merge } from './types.ts';

/** All of a record's identity but the repetition and the label, which is for people and may change. */
function distinguishing({ identity, kind, perSecond }: RunRecord): string {
  const { repetition: _, frameworkLabel: __, ...rest } = identity;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([kind, perSecond.bucketSeconds, sorted]);
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
export function combinationKey(record: RunRecord): string {
  return `${record.identity.framework}.${record.identity.transport}.${hash(distinguishing(record))}`;
}

export function combinationOf({ identity }: RunRecord): Combination {
  const { repetition: _, ...combination } = identity;
  return combination;
}

/** What two combinations may differ in besides framework and transport, in the order to name it. */
const DETAILS: { of: (merge: Merge) => string }[] = [
  { of: ({ combination }) => combination.scenario },
  { of: ({ combination }) => combination.testType },
  { of: ({ kind }) => kind },
  { of: ({ combination }) => `${combination.swarm} swarm` },
  { of: ({ combination }) => combination.browser ?? 'no browser' },
  { of: ({ combination }) => `${combination.clients} clients` },
  { of: ({ combination }) => `${combination.members} ${combination.swarm === 'browser' ? 'browsers' : 'workers'}` },
  { of: ({ combination }) => `${combination.rate}/s` },
  { of: ({ combination }) => `${combination.messages} messages` },
  { of: ({ combination }) => `${combination.payloadBytes} B` },
  { of: ({ combination }) => combination.phase },
  { of: ({ perSecond }) => `${perSecond.bucketSeconds} s buckets` },
  { of: ({ sessions }) => `session ${sessions.join('+') || 'none'}` },
];

/** As much of a stand-in's sentence as a legend has room for. */
const STAND_IN_LENGTH = 60;

function standInMark({ standIn }: Combination): string {
  if (standIn === null) return '';
  return ` (${standIn.length > STAND_IN_LENGTH ? `${standIn.slice(0, STAND_IN_LENGTH - 1)}…` : standIn})`;
}

/**
 * Names for `merges`, in their order: framework and transport, what stood in for a part of the framework, and whatever
 * else is needed to tell those with the same name apart.
 */
export function labelMerges(merges: Merge[]): string[] {
  const base = ({ combination }: Merge) =>
    `${combination.frameworkLabel} ${combination.transport}${standInMark(combination)}`;
  const label = (merge: Merge, details: typeof DETAILS) =>
    [base(merge), ...details.map(({ of }) => of(merge))].join(', ');
  return merges.map((merge) => {
    const alike = merges.filter((other) => base(other) === base(merge));
    const used: typeof DETAILS = [];
    for (const detail of DETAILS) {
      const same = alike.filter((other) => label(other, used) === label(merge, used));
      if (same.some((other) => detail.of(other) !== detail.of(merge))) used.push(detail);
    }
    return label(merge, used);
  });
}
