/** How a group of load clients stands, for whoever watches it. */

/**
 * `connected`: no test yet. `running`: from the first `testStarted`. `harvesting`: from the first `harvest`.
 * `reported`: the report is sent. `finished`: the dataset has come (the master's group alone gets one).
 */
export type GroupPhase =
  | 'new'
  | 'connecting'
  | 'connected'
  | 'running'
  | 'harvesting'
  | 'reported'
  | 'finished'
  | 'failed'
  | 'closed';

export interface GroupState {
  phase: GroupPhase;
  connected: number;
  /** Messages sent and delivered in this test. */
  sent: number;
  received: number;
  /** Connections that ended without being asked to. */
  closed: number;
  /** A sentence, or null. */
  error: string | null;
}
