/** The plan of most scenarios: every step once, then every step again, so that what changes with time changes for all. Pure. */
import type { Plan, Step } from '../scenarios/scenario.ts';

/**
 * @param steps the runs of each round, in this order
 * @param runs the number of rounds
 */
export function rounds(steps: readonly Omit<Step, 'repetition'>[], runs: number): Plan {
  const most = steps.length * runs;
  return {
    most,
    mostClients: Math.max(...steps.map(({ clients }) => clients)),
    next: (done) => {
      if (done.length >= most) return null;
      const step = steps[done.length % steps.length]!;
      return { ...step, repetition: Math.floor(done.length / steps.length) + 1 };
    },
  };
}
