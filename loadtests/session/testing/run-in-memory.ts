/** For tests: makes the runs of a plan and keeps no record. */
import { EventEmitter } from 'node:events';
import { processes } from '../../../setup/apps/places/processes.ts';
import { makeRuns, type SessionResult } from '../session.ts';
import { type Records, type RunnerParts, SessionRunner } from '../session-runner.ts';

/** Keeps nothing, and has nothing. */
export const NO_RECORDS: Records = {
  get: async () => null,
  add: async () => {},
  discard: async () => {},
  discardedOf: async () => [],
};

export function runInMemory(
  parts: Pick<RunnerParts, 'plan' | 'scenarios' | 'swarm'> & Partial<RunnerParts>,
): Promise<Pick<SessionResult, 'records' | 'found'>> {
  const { plan, scenarios } = parts;
  const runner = new SessionRunner({
    store: NO_RECORDS,
    place: processes({ host: plan.host }),
    conditions: new Map(),
    events: new EventEmitter(),
    ready: async () => true,
    overhead: async () => null,
    ...parts,
  });
  return makeRuns(plan, scenarios, runner);
}
