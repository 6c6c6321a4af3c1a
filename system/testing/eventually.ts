/** The one way in which tests wait: they look at what they wait for, and give up by what the machine has had time to do. */
import { performance } from 'node:perf_hooks';
import { slowness } from '../slowness.ts';

/** The usual time limit of a wait on a machine that has nothing else to do, ms. */
const LIMIT_MS = 20_000;
/** Between two looks, ms. */
const LOOK_AGAIN_MS = 30;

/**
 * Resolves with what `look` gives as soon as that is truthy. A second in which the machine has eight times as much to do as it has cores counts as an
 * eighth of one.
 * @param what the expected state, for people: "the list was empty"
 * @param options `limitMs`: on a machine that has nothing else to do
 * @throws Error that says what was never seen, with what `look` threw last, if it did
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  what: string,
  { limitMs = LIMIT_MS }: { limitMs?: number } = {},
): Promise<T> {
  let left = limitMs;
  let before = performance.now();
  for (;;) {
    let problem: unknown;
    try {
      const seen = await look();
      if (seen) return seen;
    } catch (error) {
      // A page that is being changed loses what was being looked at.
      problem = error;
    }
    const at = performance.now();
    left -= (at - before) / slowness();
    before = at;
    if (left <= 0)
      throw new Error(`never seen within ${limitMs / 1_000} s of a quiet machine: ${what}`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
