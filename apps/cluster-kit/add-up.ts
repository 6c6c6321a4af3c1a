/** Adds up what several processes have counted. */
import type { VerbCounts } from '../../protocol/control.ts';

/** Bucket by bucket; the lists are as long as the longest of `shares`. */
export function addUp(shares: readonly VerbCounts[]): VerbCounts {
  const sum = (list: keyof VerbCounts): number[] => {
    const length = Math.max(0, ...shares.map((share) => share[list].length));
    return Array.from({ length }, (_, bucket) =>
      shares.reduce((total, share) => total + (share[list][bucket] ?? 0), 0),
    );
  };
  return { received: sum('received'), sent: sum('sent') };
}
