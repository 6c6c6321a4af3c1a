/** The plan of a session: a plain value in which everything is decided and checked. */
import type { Transport } from '../../../metrics/transports.ts';
import type { Arm, SwarmKind } from '../../../protocol/run-record.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import type { MachineSpec } from '../../../system/elsewhere/machine-spec.ts';
import type { ConditionsAsked } from '../../conditions/find.ts';
import type { Load } from './load.ts';

/** A framework over a transport. */
export interface Combination {
  app: App;
  transport: Transport;
  /** The arm of a framework that is measured in two; absent: it is measured as itself. */
  arm?: Arm;
}

export interface SwarmSize {
  kind: SwarmKind;
  /** 0 for a console swarm: its workers follow from the clients. */
  browsers: number;
  clients: number;
}

export interface SwarmPlan extends SwarmSize {
  clientsPerWorker: number | null;
  browser: 'firefox' | 'chrome';
  headful: boolean;
  /** URL of a Selenium Grid; null: browsers of this machine. */
  grid: string | null;
  /** The name under which clients elsewhere reach this machine; null: there are none. */
  advertise: string | null;
  /** The machines that workers run on; null: this one. */
  on: readonly MachineSpec[] | null;
}

export interface SessionPlan extends Load {
  id: string;
  /** The planned look that its runs are made for, 1 being the first. */
  look: number;
  note: string | null;
  /** Path of the results folder. */
  results: string;
  profile: string | null;
  /** `clients`: the most of any run. */
  swarm: SwarmPlan;
  combinations: Combination[];
  /** The user named the frameworks: one that cannot run is an error. */
  named: boolean;
  /** The number of rounds; with `until`, more than there is time for. */
  rounds: number;
  /** The most runs of a combination. */
  mostRuns: number;
  /** Rounds go on for `seconds`, or until rows that differ by `percent` are told apart where that may end them; null: they are counted. */
  until: { percent: number; seconds: number; decided: boolean } | null;
  /** Rows that differ by less than this many percent are alike. */
  percent: number;
  /** Servers of a round are up together and loaded in turn, in slices of this many seconds; null: one server at a time. */
  sliceSeconds: number | null;
  /** Null: each app's own, and until it has levelled. */
  warmupSeconds: number | null;
  preflightSeconds: number;
  retries: number;
  wire: boolean;
  /** The interface that servers listen on. */
  host: string;
  /** By the conditions' names. */
  conditions: ConditionsAsked;
  /** A sentence for each group of combinations that cannot be measured. */
  skipped: string[];
}
