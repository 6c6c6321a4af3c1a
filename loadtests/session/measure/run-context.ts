/** What is known of one run, stage by stage: what the record is made from. */

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
import type { MonitorSamples } from '../../monitor/monitor.ts';
import type { Judge, Scenario, Step } from '../../scenarios/scenario.ts';
import type { BackendReport } from '../backend/ipc.ts';
import type { IdleUse } from '../interleaved/idle-servers.ts';
import type { Window } from '../record/gauges.ts';
import type { Asked } from '../record/run-id.ts';
import type { WarmedUp } from './warm-up.ts';
import type { WireCounted } from './wire-count.ts';

/** What all runs of a session have in common. */
export interface SessionContext extends Omit<RunSession, 'until'> {
  until: { percent: number } | null;
  /** What its plain runs are. */
  asked: Asked;
  swarm: SwarmKind;
  browser: string | null;
  /** Members there are; a run with fewer clients than that has fewer. */
  members: number;
  machine: RunMachine;
  /** The check before the session; null: not made. */
  preflight: PreflightCheck | null;
  /** What the bench itself adds; null: not measured. */
  harnessOverhead: HarnessOverhead | null;
  /** What is in force. */
  conditions: PreparedConditions;
  swarmVersions: SwarmVersions;
  outcry: string | null;
}

/** What is known of a run before anything of it is started. */
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
}

/** The server is up. */
export interface Started {
  serverVersions: { framework: string | null; runtime: string | null };
  /** What conditions found out from the server. */
  found: FoundConditions;
  /** On which machine the server ran. */
  serverHost: ServerHost;
  /** What must be said wherever figures are shown; null: nothing. */
  notice: string | null;
  /** Why a proxy before the server's port would not see the clients; null: it would. */
  otherPort: string | null;
  otherProcess: string | null;
}

/** The clients are connected, or connect when they are told. */
export interface Connected {
  /** How many members there were for the clients; of fewer clients than that, each has one. */
  members: number;
}

export interface WarmedUpRun {
  warmedUp: WarmedUp;
}

/** The test is over. */
export interface Measured {
  startedAt: Date;
  outcome: TestOutcome;
  /** The machines that members joined from; none: they are processes of this one, or browsers. */
  hosts: HostReport[];
  /** What the backend measured; null where there is none, or no test. */
  backend: BackendReport | null;
  /** What the server counted, without what began the test; null when it could not be asked, and why. */
  counts: Counts | null;
  countsMissing: string | null;
  /** Null when the test did not begin. */
  window: Window | null;
  samples: MonitorSamples | null;
  samplesMissing: string | null;
  /** What went over the wire during the test; null when not counted. */
  wire: WireCounted | null;
  /** How the test was cut; null: it was not. */
  slices: RunSlices | null;
  /** What the servers used that were up beside this one, while it was loaded; null: there was none, or they cannot be seen. */
  idle: IdleUse | null;
}

export interface Stopped {
  finishedAt: Date;
  /** How the server ended before it was told to; null: it did not. */
  serverEnded: string | null;
}

/** All stages of a run that is over. What a run did not reach is as in {@link notReached}. */
export interface RunContext extends PlannedRun, Started, Connected, WarmedUpRun, Measured, Stopped {}

/** What a stage of a run came to. A test comes to its value in parts, so that what is known of it survives a failure. */
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
