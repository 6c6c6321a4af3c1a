/** How a test begins. Pure. */
import type { Connects } from '../../scenarios/scenario.ts';
import type { PlannedRun } from './run-context.ts';

type About = Pick<PlannedRun, 'scenario' | 'step' | 'backendEntry'>;

/** When clients connect. */
export function connectsOf({ scenario: { connects }, step }: Pick<About, 'scenario' | 'step'>): Connects {
  return (typeof connects === 'function' ? connects(step.params) : connects) ?? 'before';
}

/**
 * Whether the start travels as a `publish` of the coordinator member: it must be connected, and everybody with it. A backend begins when members are
 * known to have, which they are when they are told.
 */
export const startsByPublish = (context: About): boolean =>
  context.backendEntry === null && context.scenario.needs.includes('publish') && connectsOf(context) === 'before';
