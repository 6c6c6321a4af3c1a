/** What servers that take turns cannot be asked for. */

import { EXIT, OutcryError } from '../../../system/errors.ts';
import { type FoundScenario, scenarioNamed } from '../../scenarios/find.ts';
import type { RunOptions, SessionPlan } from './session-plan.ts';

/** As much of a command's options as speaks against it. */
export interface AskedBeside extends RunOptions {
  wire: boolean;
  join?: unknown;
  again?: number;
}

/** @throws OutcryError (wrong use) that says what needs one server at a time */
export function demandSliceable(
  { asked: { scenario }, search }: Pick<SessionPlan, 'asked' | 'search'>,
  scenarios: readonly FoundScenario[],
  { wire, join, again = 0 }: AskedBeside,
): void {
  const because = [
    search === null ? null : `${search.name} follows from run to run`,
    scenarioNamed(scenarios, scenario).scenario.slices === undefined
      ? `a test of ${scenario} cannot be cut into slices`
      : null,
    wire ? '--wire counts the bytes of one server' : null,
    join === undefined ? null : '--join connects workers to one server',
    again > 0 ? '--retries repeats the run of one server' : null,
  ].find((reason) => reason !== null);
  if (because === undefined) return;
  throw new OutcryError(`${because}: measure one server at a time, without --interleaved`, EXIT.usage);
}
