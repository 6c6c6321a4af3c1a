/** The events of a session, for those who show how it goes. */
import type { SwarmProgress } from '../../client-launcher/swarm.ts';
import type { PreflightCheck } from '../../protocol/preflight-check.ts';
import type { Flag, RunRecord } from '../../protocol/run-record.ts';
import type { Step } from '../scenarios/scenario.ts';
import type { FirstFigure } from './interleaved/round.ts';
import type { RunStep } from './measure/run-one.ts';
import type { Combination, SessionPlan } from './plan/session-plan.ts';

export interface SessionEvents {
  /** The plan is ready. `browserIsThere`: no browser has to be installed first. */
  planned: [{ plan: SessionPlan; browserIsThere: boolean }];
  /** A remark that a reader needs later too, such as what is skipped. */
  remark: [string];
  /** The current activity. */
  doing: [string];
  /** A part of the session (`plan/session-estimate.ts`) begins, or is over. */
  part: [{ name: string; over: boolean }];
  /** The swarm is being launched, or clients are connecting; several times a second at most. */
  swarm: [SwarmProgress];
  /** The preflight check begins: for this many seconds nothing else is done. */
  checking: [number];
  checked: [PreflightCheck];
  /** The reason why there is no preflight check, a sentence. The session goes on without. */
  notChecked: [string];
  /** A run has gone on to its next step. `number` counts from 1; `of` is null when their number is unknown. */
  step: [{ run: Combination & Step; step: RunStep; number: number; of: number | null }];
  /** A server of the first round has warmed up, or had its first slice: a figure long before there is a record. */
  firstFigure: [FirstFigure];
  /** A disturbed run is discarded, and retried. */
  discarded: [{ record: RunRecord; because: Flag[] }];
  /** A run is over and its record kept. */
  record: [RunRecord];
}
