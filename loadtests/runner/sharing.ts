/**
 * How many members of a swarm share the clients. As few as the swarm sees fit at first: each costs a process. Where they do not keep up
 * in the warm-up, twice as many, up to what the swarm can have. All runs of a combination in a session have as many.
 */
import type { Swarm } from '../../client-launcher/swarm.ts';
import type { MemberReport } from '../../member/contract.ts';
import type { Step } from '../scenarios/scenario.ts';
import type { Combination } from './plan.ts';

/**
 * From here on what a member measures is in part its own doing: half of what makes a run say that its swarm was saturated, or less, since
 * a warm-up sees only a part of what the run will.
 */
const STRAINED_LOOP_MS = 20;
const STRAINED_LOOP_SHARE = 0.5;
/** Without a warm-up nobody sees whether members keep up: then a member has so many clients, which even clients that do much leave time. */
const CAUTIOUS_CLIENTS = 250;

/** Whether one of the members did not keep up. */
export const strained = (reports: readonly Pick<MemberReport, 'loopDelay' | 'busy'>[]): boolean =>
  reports.some(
    ({ loopDelay, busy }) => (loopDelay?.p99 ?? 0) >= STRAINED_LOOP_MS || (busy ?? 0) >= STRAINED_LOOP_SHARE,
  );

/** A combination under one load. */
function loadKey({ app, transport }: Combination, { scenario, params, clients }: Step): string {
  return JSON.stringify([app.id, transport, scenario, Object.entries(params).sort(), clients]);
}

/** What a session has found out of how many members it takes. */
export class Sharing {
  readonly #found = new Map<string, number>();

  /** What was found out before. @param members null: not known */
  note(combination: Combination, step: Step, members: number | null): void {
    if (members !== null) this.#found.set(loadKey(combination, step), members);
  }

  /** Null: as the swarm sees fit, and more if that is too few. */
  known(combination: Combination, step: Step): number | null {
    return this.#found.get(loadKey(combination, step)) ?? null;
  }
}

/** How many members are begun with; undefined: as the swarm sees fit. @param watched whether there will be a warm-up */
export function firstMembers({ mostMembers }: Swarm, clients: number, watched: boolean): number | undefined {
  if (watched || mostMembers === undefined) return undefined;
  return Math.min(mostMembers, Math.ceil(clients / CAUTIOUS_CLIENTS));
}

/** How many to go on with when `members` did not keep up; null: there are no more to be had. */
export function moreMembers({ mostMembers }: Swarm, members: number, clients: number): number | null {
  const more = Math.min(mostMembers ?? members, clients, 2 * members);
  return more > members ? more : null;
}
