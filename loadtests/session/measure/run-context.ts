/** The facts of one run, stage by stage: the input of its record. */

import type { HostReport, SwarmVersions, TestOutcome } from '../../../client-launcher/swarm.ts';
import type { MetricRoles } from '../../../metrics/metric.ts';
import type { Transport } from '../../../metrics/transports.ts';
import type { Counts } from '../../../protocol/control.ts';
import type { HarnessOverhead } from '../../../protocol/harness-overhead.ts';
import type { PreflightCheck } from '../../../protocol/preflight-check.ts';
import type { Arm, RunMachine, RunSession, RunSlices, SwarmKind } from '../../../protocol/run-record.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import type { ServerHost } from '../../../setup/apps/places/place.ts';
import type { FoundConditions, PreparedConditions } from '../../conditions/condition.ts';
import type { MonitorSamples } from '../../monitor/monitor-samples.ts';
import type { ServersUse } from '../../monitor/servers-meter.ts';
import type { Account, DisturbanceScript } from '../../scenarios/disturbance-script.ts';
import type { Judge, Scenario, Step } from '../../scenarios/scenario.ts';
import type { BackendReport } from '../backend/ipc.ts';
import type { Window } from '../record/gauges.ts';
import type { Asked } from '../record/run-id.ts';
import type { WarmedUp } from './warm-up.ts';
import type { WireCounted } from './wire-count.ts';

/** Facts that all runs of a session have in common. */
export interface SessionContext extends Omit<RunSession, 'until' | 'look'> {
  until: { percent: number } | null;
  /** The planned look that its runs are made for, 1 being the first. */
  look: number;
  /** The request for its plain runs. */
  asked: Asked;
  swarm: SwarmKind;
  browser: string | null;
  /** Members there are; a run with fewer clients than that has fewer. */
  members: number;
  machine: RunMachine;
  /** The check before the session; null: not made. */
  preflight: PreflightCheck | null;
  /** The overhead of the bench itself; null: not measured. */
  harnessOverhead: HarnessOverhead | null;
  /** The conditions in force. */
  conditions: PreparedConditions;
  swarmVersions: SwarmVersions;
  outcry: string | null;
}

/** Facts of a run that are known before any part of it is started. */
export interface PlannedRun {
  session: SessionContext;
  app: App;
  transport: Transport;
  /** Of a framework that is measured as two; absent: it is measured as itself. */
  arm?: Arm;
  step: Step;
  scenario: Scenario;
  judge: Judge;
  /** The metrics that rows of the scenario may be ranked by, best first. */
  ranked: readonly string[];
  /** The metrics that have a role in the scenario. */
  roles: MetricRoles;
  /** Path of the scenario's `backend.ts`; null: nothing is fed. */
  backendEntry: string | null;
  /** The scenario's `disturbance.ts`; absent: nothing is disturbed. */
  disturbance?: DisturbanceScript;
}

/** The server is up. */
export interface Started {
  serverVersions: { framework: string | null; runtime: string | null };
  /** Facts that conditions found out from the server. */
  found: FoundConditions;
  /** On which machine the server ran. */
  serverHost: ServerHost;
  /** The notice that must stand wherever figures are shown; null: none. */
  notice: string | null;
  /** The reason why a proxy before the server's port would not see the clients; null: it would. */
  otherPort: string | null;
  otherProcess: string | null;
}

/** The clients are connected, or connect when they are told. */
export interface Connected {
  /** The number of members for the clients; of fewer clients than that, each has one. */
  members: number;
}

export interface WarmedUpRun {
  warmedUp: WarmedUp;
}

/** The test is over. */
export interface Measured {
  startedAt: Date;
  outcome: TestOutcome;
  /** The machines elsewhere that members are on; none: they are processes of this one, or browsers. */
  hosts: HostReport[];
  /** The backend's measurements; null where there is none, or no test. */
  backend: BackendReport | null;
  /** What followed from all logs of a disturbed run; absent: it was not disturbed. */
  account?: Account;
  /** The server's counts, without what began the test, and why they are missing; null when it could not be asked. */
  counts: Counts | null;
  countsMissing: string | null;
  /** Null when the test did not begin. */
  window: Window | null;
  samples: MonitorSamples | null;
  samplesMissing: string | null;
  /** The traffic over the wire during the test; null when not counted. */
  wire: WireCounted | null;
  /** The slices of the test; null: it was not cut. */
  slices: RunSlices | null;
  /** The use of servers that were up beside this one, while it was loaded; null: there was none, or they cannot be seen. */
  idle: ServersUse | null;
}

export interface Stopped {
  finishedAt: Date;
  /** The end of a server that ended before it was told to; null: it did not. */
  serverEnded: string | null;
  /** The lines that it wrote to its log, from its start on; absent: they are not counted. */
  serverLogged?: number;
}

/** All stages of a run that is over. Stages that a run did not reach are as in {@link notReached}. */
export interface RunContext extends PlannedRun, Started, Connected, WarmedUpRun, Measured, Stopped {}

/** The result of a run's stage. A test gets its value in parts, so that what is known of it survives a failure. */
export type Stage = Readonly<Started | Connected | WarmedUpRun | Partial<Measured>>;

export const NO_WARM_UP: WarmedUp = { seconds: 0, wanted: 0, unlevel: null, error: null };

/** A planned run of which no stage was reached. @param samplesMissing why this machine cannot be monitored */
export function notReached(run: PlannedRun, samplesMissing: string | null): RunContext {
  const now = new Date();
  const started: Started = {
    serverVersions: { framework: null, runtime: null },
    found: new Map(),
    serverHost: 'this',
    notice: null,
    otherPort: null,
    otherProcess: null,
  };
  const measured: Measured = {
    startedAt: now,
    outcome: { reports: [], died: [], error: null },
    hosts: [],
    backend: null,
    counts: null,
    countsMissing: 'the test did not begin',
    window: null,
    samples: null,
    samplesMissing,
    wire: null,
    slices: null,
    idle: null,
  };
  const { members } = run.session;
  return { ...run, ...started, members, warmedUp: NO_WARM_UP, ...measured, finishedAt: now, serverEnded: null };
}
