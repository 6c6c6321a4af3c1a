/**
 * A scenario is a folder beside this file, found and not registered, whose `scenario.ts` has a {@link Scenario} as its default
 * export. `client.ts` is the work of one client (`member/scenario-client.ts`), `charts.ts` how it is shown
 * (`protocol/scenario-charts.ts`); a `backend.ts`, where there is one, is the source of a feed (`backend-script.ts`), a
 * `disturbance.ts` what cuts connections and ends servers (`disturbance-script.ts`).
 */
import type { TestOutcome } from '../../client-launcher/swarm.ts';
import type { Metric, MetricSpec } from '../../metrics/metric.ts';
import type { Counts } from '../../protocol/control.ts';
import type { Derived } from '../../protocol/derived-metric.ts';
import type { ParamLabel } from '../../protocol/param-label.ts';
import type { Flag, FlagLevel, Params, ParamValue, SwarmKind } from '../../protocol/run-record.ts';
import type { Asked, Counted, Verb } from '../../protocol/verbs.ts';
import type { AppManifest } from '../../setup/apps/manifest/manifest.ts';
import type { Profile } from './profile.ts';

/** A parameter: an option of the command line, a part of a run's identity, a label. */
export interface ParamSpec {
  default: ParamValue;
  /** One sentence for `--help`. */
  about: string;
  /** `whole` and `amount` are numbers; `choice` is one of `choices`. */
  type: 'whole' | 'amount' | 'choice' | 'text' | 'flag';
  /** Of numbers, both included. */
  least?: number;
  most?: number;
  choices?: readonly string[];
  /** The label of its values: `2/s`, `30 messages`. Default: the parameter's name, then the value. */
  label?: ParamLabel;
}

/** Evidence for the judge (`judge.ts`). The runner has already judged what every run must hold: no member died, nothing fell back, no saturation. */
export interface Evidence<P extends Params = Params> {
  params: P;
  clients: number;
  /** The metrics as they will stand in the record. */
  metrics: Record<string, Metric>;
  outcome: TestOutcome;
  /** The server's counts; null when it could not be asked. */
  counts: Counts | null;
  plannedSeconds: number;
  bucketSeconds: number;
}

/**
 * Two counts that must agree. A count is called by its metric's name (its total) or by one of these:
 * - `name.expected`, what it must be; `name.short`, how much it lacks; `name.unique`, without `duplicates`; `name.late`, what fell more than a
 *   bucket after the planned end
 * - of a trend `name.values`, how many there are, and `name.negative`, how many of them are below zero
 * - `clients`; `ended`, connections that were lost; `refused`, events that the server refused; `unasked`, 1 where
 *   the server could not be asked for its counts
 */
export interface Check {
  /** The code that a run gets where it does not hold: a standard one, or one of the scenario's `flags`. */
  flag: string;
  /** The relation that must hold; several counts on the left are added up. A server's count that is not known agrees with all. */
  holds: readonly [count: string | readonly string[], must: '=' | '>=', other: string | 0];
  /** The sentence where it does not; counts and parameters stand in it as `{name}`, and `{plannedSeconds}`, `{refusal}` (the first reason). */
  says: string;
  /** Flags of earlier checks that explain a difference, so that it says nothing more; `client-died`: a member died. */
  unless?: readonly string[];
  /** The sentence ends with the first error that a member reported. */
  withError?: boolean;
}

/** The time at which clients connect: all before the test, or each by itself in it. */
export type Connects = 'before' | 'themselves';

export interface Scenario<P extends Params = Params> {
  /** The folder's name. */
  name: string;
  /** One sentence for `--help`, the docs and the pages. */
  about: string;
  params: { [Name in keyof P]: ParamSpec };
  /** Verbs that a transport must have for it; with none, a transport whose connections stay. `publish` is also how a test begins where it is among them and there is no backend. */
  needs: readonly Verb[];
  swarms: readonly SwarmKind[];
  /** The metrics of clients (and a backend), by name. */
  metrics: Record<string, MetricSpec>;
  /** Relations that must hold between counts, besides those that every run must hold. */
  checks: readonly Check[];
  /** Codes of flags that `checks`, and a disturbance, give besides those that every run may carry. */
  flags?: Record<string, FlagLevel>;
  /** `themselves`: clients open their connections in the test. Default: all are connected before it. */
  connects?: Connects | ((params: P) => Connects);
  /** Connections that are lost come back by themselves, as `reconnect` of the Socket contract says; apps without it are skipped. */
  reconnects?: true;
  /** The reason why an app cannot have these parameters, after its name, such as `has no names`; null: it can. Such apps are skipped. */
  refuses?(params: P, app: AppManifest, swarm: SwarmKind): string | null;
  /** The messages that every new connection gets at once. */
  greet?(params: P): Asked;
  /** The planned duration of the test, seconds. */
  plannedSeconds(params: P, clients: number): number;
  /**
   * For a test without a schedule, its clients give up after this many seconds. `plannedSeconds` is then
   * a guess that no run is held to, and the record's plan has none.
   */
  mostSeconds?(params: P, clients: number): number;
  /** Of a test that takes as long as its server needs: about how long, seconds. Only estimates of time use it. */
  usualSeconds?(params: P, clients: number): number;
  /** The same load for about `seconds`, to warm up; null: none is needed. */
  warmUp(params: P, seconds: number): P | null;
  /**
   * The same test in parts of about `seconds` each, all but the last of whole seconds: several servers take turns with theirs. Absent: the test
   * cannot be cut.
   */
  slices?(params: P, seconds: number): P[];
  /**
   * Tells whether all intervals of this length have the same share of a slice's load. The server's CPU is then sampled without the interval in
   * which the slice starts. Absent: they have not.
   */
  isEven?(params: P, clients: number, ms: number): boolean;
  /** The verbs that are `receivedByServer` and `sentByServer`. The message that begins a test is not counted among them. */
  counted: { received: readonly Counted[]; sent: readonly Counted[] };
  /** The totals that must be reached, by the metric's name. */
  expected(params: P, clients: number): Record<string, number>;
  /** Metrics that follow from those that were measured; charts may name them. */
  derived?: Record<string, Derived>;
  /** The plan of runs that follow from the records so far. Default: repetitions in rounds. */
  plan?: PlanMaker<P>;
  /** Sets of options for it, under names of their own. */
  profiles?: readonly Profile[];
  /** The scenario whose runs its plan makes, with that scenario's own parameters as further options. Default: its own runs. */
  wraps?(params: P): string;
}

export type Judge<P extends Params = Params> = (evidence: Evidence<P>) => Flag[];

/** One run to be done of one combination of framework and transport. */
export interface Step {
  scenario: string;
  params: Params;
  clients: number;
  repetition: number;
}

/**
 * A finished run, as a plan sees it. `figure` reads a number from its record, such as `fromSent.p99`; `p99` alone is of the
 * metric that rows are ranked by.
 */
export interface StepDone extends Step {
  valid: boolean;
  /** The run's fatal flags in a sentence; null when it is valid. */
  fatal: string | null;
  /** The evidence that the swarm was the bottleneck; null: it was not. */
  saturated: string | null;
  figure(path: string): number | null;
}

/**
 * A plan for one combination: asked for its next run with all that were done, gives null when there is none. It must be pure: a session that
 * is resumed asks it again with the records that were kept.
 */
export interface Plan {
  next(done: readonly StepDone[]): Step | null;
  /** The most runs there can be, for a progress display. */
  most: number;
  /** The most clients any of its runs has: what the swarm is made for. */
  mostClients: number;
  /** The findings, once there is no next run; null: nothing but the records. In sentences and figures for a table. */
  found?(done: readonly StepDone[]): PlanResult;
}

export interface PlanResult {
  sentence: string;
  /** For tables and `--json`. */
  figures: Record<string, number | string | null>;
}

export interface PlanContext {
  runs: number;
  clients: number;
  /** The most clients the swarm can be asked to hold. */
  room: number;
  /** Reads another scenario, for one that wraps it. */
  scenario(name: string): Scenario;
  /** The metrics that its rows may be ranked by, best first. */
  ranked(name: string): readonly string[];
  /** The parameters of the scenario that is wrapped, its defaults included; empty where none is. */
  given: Params;
}

type PlanMaker<P extends Params = Params> = (params: P, context: PlanContext) => Plan;
