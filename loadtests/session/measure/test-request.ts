/** The requests for a run's tests, the pieces of its warm-up among them, and how a test begins. */
import type { TestRequest } from '../../../member/contract.ts';
import type { Params } from '../../../protocol/run-record.ts';
import type { Connects, Scenario } from '../../scenarios/scenario.ts';
import type { PlannedRun } from './run-context.ts';

/** A member that has what it waited for reports at once; the others wait this long after the planned end for what is late. */
const GIVE_UP_MS = 15_000;
/** A load that piles up may take a multiple of its time; a member stops waiting then and says what is missing. */
const GIVE_UP_FACTOR = 3;
/** A test that is this much longer than its members' own limits will not end any more. */
const PATIENCE_MS = 30_000;

let tests = 0;

type About = Pick<PlannedRun, 'scenario' | 'step' | 'backendEntry'>;

interface ConnectingLoad {
  scenario: Pick<Scenario, 'connects'>;
  step: { params: Params };
}

/** The time at which clients connect. */
export function connectsOf({ scenario: { connects }, step }: ConnectingLoad): Connects {
  return (typeof connects === 'function' ? connects(step.params) : connects) ?? 'before';
}

/**
 * Tells whether the start travels as a `publish` of the coordinator member: all members must be connected. A backend begins when
 * members are known to have begun: when they are told.
 */
export const startsByPublish = (context: About): boolean =>
  context.backendEntry === null && context.scenario.needs.includes('publish') && connectsOf(context) === 'before';

/** @returns what the swarm is told of a test, and how long it may take at most, ms */
export function requestOf(
  run: PlannedRun,
  params: Params,
  bucketMs: number,
): { request: TestRequest; limitMs: number } {
  const { scenario, step } = run;
  tests += 1;
  const plannedMs = scenario.plannedSeconds(params, step.clients) * 1000;
  const mostSeconds = scenario.mostSeconds?.(params, step.clients);
  const giveUpMs =
    mostSeconds === undefined ? Math.max(plannedMs + GIVE_UP_MS, plannedMs * GIVE_UP_FACTOR) : mostSeconds * 1000;
  const request: TestRequest = {
    test: `${process.pid}-${tests}`,
    scenario: scenario.name,
    params,
    bucketMs,
    metrics: Object.fromEntries(Object.entries(scenario.metrics).map(([name, { kind }]) => [name, { kind }])),
    giveUpMs,
    seed: step.repetition,
    start: startsByPublish(run) ? 'publish' : 'told',
  };
  return { request, limitMs: giveUpMs + PATIENCE_MS };
}
