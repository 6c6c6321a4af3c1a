/** What a session is given, and the events that it emits. */
import type { EventEmitter } from 'node:events';
import type { Swarm, SwarmProgress } from '../../client-launcher/swarm.ts';
import type { HarnessOverhead } from '../../protocol/harness-overhead.ts';
import type { PreflightCheck } from '../../protocol/preflight-check.ts';
import type { Flag, RunRecord } from '../../protocol/run-record.ts';
import type { Place } from '../../setup/apps/places/place.ts';
import type { PreparedConditions } from '../conditions/condition.ts';
import type { FoundScenario } from '../scenarios/find.ts';
import type { Step } from '../scenarios/scenario.ts';
import type { RunStep } from './measure/run-one.ts';
import type { Combination, SessionPlan } from './plan/session-plan.ts';

export interface SessionEvents {
  /** The swarm is being launched, or clients are connecting; several times a second at most. */
  swarm: [SwarmProgress];
  /** The machine is left alone for this many seconds, and looked at. */
  checking: [number];
  checked: [PreflightCheck];
  /** The machine could not be looked at; why, a sentence. The session goes on without. */
  notChecked: [string];
  /** A run has gone on to its next step. `number` counts from 1; `of` is null when their number is unknown. */
  step: [{ run: Combination & Step; step: RunStep; number: number; of: number | null }];
  /** A run that something else on the machine disturbed is discarded, and done again. */
  again: [{ record: RunRecord; because: Flag[] }];
  /** A run is over and its record kept. */
  record: [RunRecord];
}

/** Where records are kept, as far as a session knows. */
export interface Records {
  get(id: string): Promise<RunRecord | null>;
  /** @throws Error when it cannot be kept */
  add(record: RunRecord): Promise<unknown>;
  /** Keeps an attempt that is no run of the session. @throws Error when it cannot be kept */
  setAside(record: RunRecord): Promise<unknown>;
  /** What was kept so of run `id`, oldest first. */
  asideOf(session: string, id: string): Promise<RunRecord[]>;
}

export interface SessionOptions {
  id: string;
  note: string | null;
  plan: SessionPlan;
  scenarios: readonly FoundScenario[];
  store: Records;
  swarm: Swarm;
  /** Interface the servers listen on. */
  host: string;
  /** Conditions that are in force; default: none. */
  conditions?: PreparedConditions;
  /** Where servers run; default: as processes of this machine. */
  place?: Place;
  /** The servers of a round are up together and loaded in turn, in slices of this many seconds; default null: one server at a time. */
  sliceSeconds?: number | null;
  /** Count bytes and HTTP requests. */
  wire: boolean;
  /** How long the machine is looked at before there is a swarm; default 0: not at all. */
  preflightSeconds?: number;
  /** How often a run that something else on the machine disturbed is done again at most; default 0: it counts, and says so. */
  again?: number;
  /** Gives what the bench itself adds here, when it is needed; default: unknown. */
  floor?: () => Promise<HarnessOverhead | null>;
  events?: EventEmitter<SessionEvents>;
  /** Gets a combination ready before its first run, and says whether it can be measured; default: all are, and can. */
  ready?: (combination: Combination) => Promise<boolean>;
  /**
   * Where the plan has no number of rounds: whether those that are over answer enough. Asked after each round from the third on.
   */
  enough?: (records: readonly RunRecord[]) => boolean;
  /** Keeps a record elsewhere too (a web API); what it throws is said and does not end the session. */
  alsoKeep?: (record: RunRecord) => Promise<void>;
}
