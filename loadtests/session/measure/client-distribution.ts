/**
 * Decides how many members of a swarm share the clients. The swarm begins with few, since each costs a process. If they do not keep up in the
 * warm-up, their number doubles, up to the swarm's limit. All runs of a combination in a session have the same number.
 */
import type { Swarm } from '../../../client-launcher/swarm.ts';
import type { MemberReport } from '../../../member/contract.ts';
import type { Step } from '../../scenarios/scenario.ts';
import type { Combination } from '../plan/session-plan.ts';

/**
 * From here on a member's own delays distort what it measures. The limits are at most half of those for the flag `swarm-saturated`,
 * since a warm-up carries only a part of the run's load.
 */
const OVERLOADED_LOOP_MS = 20;
const OVERLOADED_LOOP_SHARE = 0.5;
/** Clients per member without a warm-up, which would show whether members keep up. Even busy clients leave a member time. */
const CAUTIOUS_CLIENTS = 250;

/** Tells whether one of the members did not keep up. */
export const overloaded = (reports: readonly Pick<MemberReport, 'loopDelay' | 'busy'>[]): boolean =>
  reports.some(
    ({ loopDelay, busy }) => (loopDelay?.p99 ?? 0) >= OVERLOADED_LOOP_MS || (busy ?? 0) >= OVERLOADED_LOOP_SHARE,
  );

/** A combination under one load. */
function loadKey({ app, transport }: Combination, { scenario, params, clients }: Step): string {
  return JSON.stringify([app.id, transport, scenario, Object.entries(params).sort(), clients]);
}

/** The number of members that each combination needs, as the session found out. */
export class ClientDistribution {
  readonly #found = new Map<string, number>();

  /** Notes an earlier result. @param members null: not known */
  note(combination: Combination, step: Step, members: number | null): void {
    if (members !== null) this.#found.set(loadKey(combination, step), members);
  }

  /** Null: as the swarm sees fit, and more if that is too few. */
  known(combination: Combination, step: Step): number | null {
    return this.#found.get(loadKey(combination, step)) ?? null;
  }
}

/** The number of members to begin with; undefined: the swarm decides. @param watched true if there will be a warm-up */
export function firstMembers({ mostMembers }: Swarm, clients: number, watched: boolean): number | undefined {
  if (watched || mostMembers === undefined) return undefined;
  return Math.min(mostMembers, Math.ceil(clients / CAUTIOUS_CLIENTS));
}

/** The number of members to go on with when `members` did not keep up; null: there are no more to be had. */
export function moreMembers({ mostMembers }: Swarm, members: number, clients: number): number | null {
  const more = Math.min(mostMembers ?? members, clients, 2 * members);
  return more > members ? more : null;
}
