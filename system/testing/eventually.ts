/** The one way in which tests wait: they look at what they wait for, and give up by what the machine has had time to do. */
import { performance } from 'node:perf_hooks';
import { slowness } from '../slowness.ts';

/** The time limit of a wait on a machine that has nothing else to do, ms. */
const LIMIT_MS = 20_000;
/** Between two looks, ms. */
const LOOK_AGAIN_MS = 30;

export interface EventuallyOptions {
  /** On a machine that has nothing else to do, ms; default 20,000. */
  limitMs?: number;
  /** For tests of this: how slow the machine is now, and what time it is, ms. */
  slow?: () => number;
  now?: () => number;
}

/**
 * Resolves with what `look` gives as soon as that is truthy. A second in which the machine has eight times as much to do as it has cores counts as an
 * eighth of one.
 * @param what the expected state, for people: "the list was empty"
 * @throws Error that says what was never seen, with what `look` threw last, if it did
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  what: string,
  options: EventuallyOptions = {},
): Promise<T> {
  const { limitMs = LIMIT_MS, slow = slowness, now = () => performance.now() } = options;
  let left = limitMs;
  let before = now();
  for (;;) {
    let problem: unknown;
    try {
      const seen = await look();
      if (seen) return seen;
    } catch (error) {
      // A page that is being changed loses what was being looked at.
      problem = error;
    }
    const at = now();
    left -= (at - before) / slow();
    before = at;
    if (left <= 0)
      throw new Error(`never seen within ${limitMs / 1_000} s of a quiet machine: ${what}`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
