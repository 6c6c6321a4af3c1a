/** Runs of `idle` with several client counts in turn, and the slope over them. Pure. */
import { significantGrouped as n } from '../../../metrics/numbers.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { rounds } from '../../plans/rounds.ts';
import type { Plan, PlanContext, PlanResult, StepDone } from '../scenario.ts';
import type { IdleParams } from './params.ts';
import { leastSquares, type Slope } from './slope.ts';

const STEPS = /^\s*\d+(\s*,\s*\d+)*\s*$/;

/** @throws OutcryError (wrong use) for what are no client counts, or more than the swarm can hold */
function clientCounts({ steps }: IdleParams, { clients, room }: PlanContext): number[] {
  if (steps === '') return [clients];
  const counts = STEPS.test(steps) ? steps.split(',').map(Number) : [0];
  if (counts.some((count) => count < 1)) {
    throw new OutcryError(`--steps: expected client counts such as 100,500,1000, not "${steps}"`, EXIT.usage);
  }
  const most = Math.max(...counts);
  if (most > room) {
    throw new OutcryError(`--steps: ${most} clients are more than this swarm holds, which is ${room}`, EXIT.usage);
  }
  return [...new Set(counts)].sort((a, b) => a - b);
}

export function idlePlan(params: IdleParams, context: PlanContext): Plan {
  const counts = clientCounts(params, context);
  const steps = counts.map((clients) => ({ scenario: 'idle', params: { ...params, steps: '' }, clients }));
  const plan = rounds(steps, context.runs);
  return counts.length === 1 ? plan : { ...plan, found: slopes };
}

function sentence(what: string, unit: string, slope: Slope | null): string {
  if (slope === null) return `${what} per connection: too few runs`;
  const interval =
    slope.low === null || slope.high === null ? 'no interval from two runs' : `${n(slope.low)} to ${n(slope.high)}`;
  return `${what} per connection ${n(slope.slope)} ${unit} (95 %: ${interval})`;
}

/** Slopes of the server's memory (a run's largest, bytes) and CPU (a run's typical, % of a core) over the client counts. */
function slopes(done: readonly StepDone[]): PlanResult {
  const over = (figure: string): Slope | null =>
    leastSquares(
      done
        .filter((step) => step.valid)
        .flatMap((step) => {
          const y = step.figure(figure);
          return y === null ? [] : [{ x: step.clients, y }];
        }),
    );
  const memory = over('serverMemory.max');
  const cpu = over('serverCpu.typical');
  return {
    sentence: `${sentence('server memory', 'bytes', memory)}; ${sentence('server CPU', '% of a core', cpu)}`,
    figures: {
      memoryPerConnection: memory?.slope ?? null,
      memoryLow: memory?.low ?? null,
      memoryHigh: memory?.high ?? null,
      memoryWithout: memory?.intercept ?? null,
      cpuPerConnection: cpu?.slope ?? null,
      cpuLow: cpu?.low ?? null,
      cpuHigh: cpu?.high ?? null,
      runs: memory?.points ?? 0,
    },
  };
}
