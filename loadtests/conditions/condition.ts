/**
 * The contract of a run condition: something that a session is measured under which is neither framework nor scenario. Each is a folder
 * here with a `condition.ts`; records, merges, tables and charts know conditions by this contract and none by name.
 */
import type { BrowserSettings } from '../../client-launcher/browser/preferences.ts';
import type { Transport } from '../../metrics/transports.ts';
import type { ConditionIdentity, ConditionMeasured } from '../../protocol/conditions.ts';
import type { Flag, SwarmKind } from '../../protocol/run-record.ts';
import type { ConnectOptions } from '../../protocol/socket.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import type { Place, PlacedServer } from '../../setup/apps/places/place.ts';

/** An option of the commands that measure, as commander takes it. */
export interface ConditionOption {
  flags: string;
  about: string;
  /** Default: the text itself. @throws Error that says what is wrong with it */
  parse?(text: string): unknown;
}

/** Facts about a session that a condition is given. */
export interface SessionAbout {
  /** The interface that servers listen on, and what stands before them. */
  host: string;
  /** The name under which clients elsewhere reach this machine; null: there are none. */
  advertise: string | null;
  /** True if the swarm's workers are on machines that `--on` names. */
  elsewhere: boolean;
  /** The server of a run is another one later; absent: it is not, or is not known yet. */
  switches?: boolean;
  /** Absent: not known yet, which it is when a condition is prepared. */
  swarm?: SwarmKind;
}

/** Changes that a condition makes in the plan of a session, before anything is built. */
export interface PlannedCondition {
  /** The number of cores that the swarm can use; absent: all. */
  swarmCores?: number;
  /** Processes between clients and server; default 0. */
  between?: number;
  /**
   * The servers of a round are up together, and the load goes from one to the next in slices of this many whole seconds; absent: one server at a
   * time.
   */
  sliceSeconds?: number;
  /** True if requests of a browser share connections, as they do over HTTP/2; absent: each takes one. */
  sharedConnections?: boolean;
  /** The place where servers run; absent: they are processes of this machine. */
  place?: Place;
}

/** The subject of a run, as conditions see it. */
export interface MeasuredApp {
  app: App;
  transport: Transport;
  swarm: SwarmKind;
}

/** @typeParam Asked what a user asks for: plain JSON, which the session keeps; null: nothing */
export interface Condition<Asked = unknown> {
  name: string;
  /** True if the conformance suite can be run under it. */
  verifiable?: true;
  /** Absent: a run finds the condition out. */
  options?: readonly ConditionOption[];
  /** For the end of `--help`: what its options may be; absent: nothing. */
  help?(): string;
  /** The value that a session asks for if the user gives none; default null. */
  fallback?: Asked;
  /**
   * The same where the user leaves it to Outcry how servers are loaded; default: `fallback`.
   * @param cuttable the session's test can be cut into slices
   */
  usual?(session: { cuttable: boolean }): Asked | null;
  /**
   * Reads the user's request; default: the value of the first option.
   * @param given values of its options, by their names in camel case; those that were not given are absent
   * @throws OutcryError (wrong use) for options that contradict each other, (missing) for what this machine lacks
   */
  asked?(given: Readonly<Record<string, unknown>>): Promise<Asked | null>;
  plan?(asked: Asked | null, session: SessionAbout): Promise<PlannedCondition>;
  /** The reason why this cannot be measured under it, after the app's name, such as `has no compression`; null: it can. */
  refuses?(asked: Asked | null, measured: MeasuredApp): string | null;
  /**
   * Gets what the condition needs, before a session.
   * @param say called with a line for each step
   * @returns null: the session runs under the default
   */
  prepare?(asked: Asked | null, session: SessionAbout, say: (line: string) => void): Promise<PreparedCondition | null>;
}

/** The roots of the process trees on this machine. */
interface MeasuredProcesses {
  /** Null: the server is in a container, or elsewhere. */
  server: number | null;
  swarm: readonly number[];
}

/** A stage of the path that clients reach instead of a server, or of what stands before that. */
export interface PathBefore {
  port: number;
  /** True if clients must use TLS. */
  secure?: boolean;
  /** Root of the process tree whose CPU and memory are measured apart; absent: none is. */
  pid?: number;
  /** Called before each measurement, when clients are connected. @param swarm roots of its members' process trees here, in their order */
  beforeTest?(swarm: readonly number[]): void;
  /** Called after each measurement, while clients are still connected. @param from when it began, as `to` by the monotonic clock, ms */
  afterTest?(from: number, to: number): void;
  /** Of a session whose servers change: where a backend hands over its feed, to whichever server clients reach, and how it points at another. */
  next?: { feedPort: number; pointAt(port: number): Promise<void> };
  stop(): Promise<void>;
  /** Facts that it found out about its run. Called when it has stopped. */
  found?(): FoundCondition;
}

/** The server that a path leads to. */
export type ReachedServer = Pick<PlacedServer, 'url' | 'port' | 'host' | 'handedOn' | 'otherPort'>;

/** Facts that a run found out from its server, or from what stood before it. */
interface FoundCondition {
  /** Absent: that of the session. */
  identity?: ConditionIdentity;
  measured?: ConditionMeasured;
  flags?: Flag[];
  /** The reason why the run cannot be made; absent: it can. */
  refusal?: string;
}

/** The options of a connection that a condition may set. */
type RecoveryOptions = Readonly<Pick<ConnectOptions, 'recovery'>>;

/** A condition that is in force. All parts are optional; one without an identity is known when a run finds it. */
export interface PreparedCondition {
  /** Its paths can point at another server. */
  switches?: true;
  identity?: ConditionIdentity;
  /** CPUs that the swarm is kept to. */
  swarmCpus?: readonly number[];
  browserSettings?: BrowserSettings;
  /** Variables that clients on this machine need in their environment. */
  clientEnvironment?: Readonly<Record<string, string>>;
  /** Variables that servers get in their environment (`protocol/server-process.md`). */
  serverEnvironment?: Readonly<Record<string, string>>;
  /** Options that clients connect with. */
  connectOptions?: RecoveryOptions;
  /** Called once, before there is a swarm. */
  beforeSwarm?(): Promise<void>;
  /** The measured value of the condition, from before the first run or from the last one. */
  measured?(): ConditionMeasured | null;
  /** Called when the server of a run is up. @param run its name for people, and its number of clients */
  ofServer?(server: PlacedServer, run: { name: string; clients: number }): FoundCondition | null;
  /** Stands between the clients of a run and `port` of this machine. @throws OutcryError when that cannot be done before this server */
  pathTo?(server: ReachedServer, port: number): Promise<PathBefore>;
  /** Called before each measurement. */
  beforeTest?(processes: MeasuredProcesses): Promise<void>;
  /** Codes of the machine's disturbances that the condition causes itself: runs are not flagged for them. */
  expects?: readonly string[];
  /** Flags that the condition reports about the run that was measured last. */
  flags?(): Flag[];
  /** Takes back what can be taken back. */
  end?(): Promise<void>;
}

/** By the condition's name. */
export type PreparedConditions = ReadonlyMap<string, PreparedCondition>;
export type FoundConditions = ReadonlyMap<string, FoundCondition>;
