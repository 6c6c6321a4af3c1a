/** What is known of one run when it is over: what the record is made from. */
import type { HostReport, SwarmVersions, TestOutcome } from '../../client-launcher/swarm.ts';
import type { Counts } from '../../protocol/control.ts';
import type { Floor } from '../../protocol/floor.ts';
import type { MachineLook } from '../../protocol/machine-look.ts';
import type { Network, NetworkMeasured } from '../../protocol/network.ts';
import type { Placement, ServerEngine } from '../../protocol/placement.ts';
import type { Half, RunMachine, RunSession, SwarmKind } from '../../protocol/run-record.ts';
import type { Transport } from '../../protocol/transports.ts';
import type { App } from '../../setup/apps/manifest.ts';
import type { ServerHost } from '../../setup/apps/places/place.ts';
import type { BackendReport } from '../backend/ipc.ts';
import type { PreparedConditions } from '../conditions/condition.ts';
import type { MonitorSamples } from '../monitor/monitor.ts';
import type { Judge, Scenario, Step } from '../scenarios/scenario.ts';
import type { Window } from './gauges.ts';
import type { Asked } from './run-id.ts';
import type { WarmedUp } from './warm-up.ts';
import type { WireCounted } from './wire-count.ts';

/** What all runs of a session have in common. */
export interface SessionContext extends RunSession {
  /** What its plain runs are. */
  asked: Asked;
  swarm: SwarmKind;
  browser: string | null;
  /** Members there are; a run with fewer clients than that has fewer. */
  members: number;
  machine: RunMachine;
  /** What it was like before the session; null: nobody looked. */
  look: MachineLook | null;
  /** What the bench itself adds; null: nobody has measured it. */
  floor: Floor | null;
  /** What is shaped between clients and server, and what it was found to be; null: nothing is. */
  network: { asked: Network; measured: NetworkMeasured } | null;
  /** Who runs where, as it was asked for; null: nobody asked. */
  placement: Placement | null;
  /** What else is in force. */
  conditions: PreparedConditions;
  swarmVersions: SwarmVersions;
  outcry: string | null;
}

export interface RunContext {
  session: SessionContext;
  app: App;
  transport: Transport;
  /** Of a framework that is measured as two; absent: it is measured as itself. */
  half?: Half;
  step: Step;
  /** How many members there were for the clients; of fewer clients than that, each has one. */
  members: number;
  scenario: Scenario;
  judge: Judge;
  /** The metrics that rows of the scenario may be ranked by, best first. */
  ranked: readonly string[];
  /** Path of the scenario's `backend.ts`; null: nothing is fed. */
  backendEntry: string | null;
  startedAt: Date;
  finishedAt: Date;
  serverVersions: { framework: string | null; runtime: string | null };
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
  /** Of a server that is a container. */
  serverEngine: ServerEngine | null;
  /** On which machine the server ran. */
  serverHost: ServerHost;
  serverEnded: string | null;
  standIn: string | null;
  /** What the edition that runs limits; null: nothing that is known. */
  limits: string | null;
  /** What must be said wherever figures are shown; null: nothing. */
  notice: string | null;
  /** Why a proxy before the server's port would not see the clients; null: it would. */
  otherPort: string | null;
  otherProcess: string | null;
  warmedUp: WarmedUp;
  samples: MonitorSamples | null;
  samplesMissing: string | null;
  /** What went over the wire during the test; null when nobody counted it. */
  wire: WireCounted | null;
}
