/**
 * The runner's view of a swarm, browser or console. A swarm is a number of members (browser pages or worker processes), each holding
 * several clients. One swarm serves all runs of a session:
 *
 *     launch -> (connect -> (prepare -> run) x N -> disconnect) x N -> close
 *
 * `prepare` and `run` may be repeated on the same connections (a warm-up, then the run). The next `connect` gives every member a fresh page
 * (or a fresh group of clients).
 */
import type { ClockRelation, ConnectRequest, MemberReport, TestRequest } from '../member/contract.ts';
import type { Transport } from '../metrics/transports.ts';
import type { SwarmKind } from '../protocol/run-record.ts';
import type { HostAbout, HostSamples } from './member-host.ts';

/** The plan that every member gets before it connects. */
export interface ConnectPlan {
  /** The app's id (its adapter) and its server's origin. */
  framework: string;
  /** Path of its adapter for Node, where that is not the one of `apps/<framework>`; browsers get theirs with the page. */
  adapter?: string;
  url: string;
  transport: Transport;
  /** Clients in all; the swarm divides them over its members, numbers 1..clients, member by member. */
  clients: number;
  /** False: the scenario's clients connect themselves. Default true. */
  now?: boolean;
  /** Options of each connection besides its transport; default: none. */
  options?: ConnectRequest['options'];
  /** A client that connects to an origin of its own; default: none. Of a console swarm on the server's machine. */
  apart?: ConnectRequest['apart'];
  /** So many members share the clients, {@link Swarm.mostMembers} at most; default: as many as the swarm sees fit. */
  members?: number;
}

/** The result of `run`. A member that died or did not report in time has no report here. */
export interface TestOutcome {
  reports: MemberReport[];
  /** Members that died (a crashed browser, a killed worker) since `connect`, each with what is known. */
  died: { member: number; reason: string }[];
  /** The reason why there are fewer reports than members with clients, if no member died; null: there are not. */
  error: string | null;
}

export interface SwarmVersions {
  browser: string | null;
  driver: string | null;
}

/** One machine that holds members, or one container of it, as it is known after a test. */
export interface HostReport {
  host: HostAbout;
  /** True for the machine that the runner runs on. */
  here: boolean;
  members: number;
  /** Its members' processes are not known there: they look like other programs. Absent: they are known. */
  membersUnknown?: true;
  /** Its own measurements in the test; null: `missing` gives the reason. */
  samples: HostSamples | null;
  missing: string | null;
  /** The relation of its clock to the server's before the test, and the change of that relation after it. Null: unknown. */
  clock: ClockRelation | null;
}

/** The machines that members run on, where that is not this one alone. */
export interface SwarmHosts {
  /** Has each of them measure itself from now on. Never rejects for what one of them does. */
  begin(): Promise<void>;
  /**
   * Ends that, and gives what each measured.
   * @param reports of the test that has ended, which say how clocks are related
   */
  end(reports: readonly MemberReport[]): Promise<HostReport[]>;
}

/** The progress of the swarm, for progress displays. */
export interface SwarmProgress {
  members: number;
  membersUp: number;
  clients: number;
  clientsConnected: number;
}

export interface Swarm {
  readonly kind: SwarmKind;
  /** Known after `launch`. */
  readonly versions: SwarmVersions;
  /** `firefox`, `chrome`, or null. */
  readonly browser: string | null;
  /** Number of members that hold (or will hold) the clients. */
  readonly members: number;
  /** The most members it can have when its members are overloaded; absent: no more than it has. */
  readonly mostMembers?: number;
  /** Absent: members run on this machine, or where nobody measures. */
  readonly hosts?: SwarmHosts;
  /** Returns the number of members that it chooses for this many clients; absent: all. */
  membersFor?(clients: number): number;
  /**
   * Swarms like this one, `count` with itself, which are connected to different servers at the same time and loaded in turn. They are closed
   * with this one; absent: it can be connected to one server only.
   */
  lanes?(count: number): Promise<Swarm[]>;
  /** Starts the members. Rejects with an `OutcryError` (exit code 3) when they cannot be had or do not fit. */
  launch(): Promise<void>;
  /**
   * Waits until members have finished what they do after their start, replaces those that died, then connects all clients. Rejects when any
   * client cannot connect as asked.
   */
  connect(plan: ConnectPlan): Promise<void>;
  /**
   * Says what the next test is. Rejects when a member cannot take part in it. Members relate their clocks to the server's by requests, so
   * what the server is to count begins after this.
   */
  prepare(test: TestRequest): Promise<void>;
  /**
   * Begins the test that was prepared; resolves when all have reported, at most after `timeoutMs`. Never rejects for what a member did.
   * @param begun called once, when every member that is told to begin has begun: what begins then is missed by none
   * @param quietMs members are asked for reports so long after the begin, and not before it: for a slice, which is as short as the time that
   * calls need to arrive
   */
  run(timeoutMs: number, begun?: () => void, quietMs?: number): Promise<TestOutcome>;
  /** Members that have died since `connect`, each with what is known: also where there was no test that could tell. */
  died(): TestOutcome['died'];
  /**
   * Relates the clocks of members once more, where they are not the server's own; absent: nobody can. For this members ask the server, so what it
   * counted is read before.
   * @returns the reports, with what is known of clocks now
   */
  relateAgain?(reports: MemberReport[]): Promise<MemberReport[]>;
  disconnect(): Promise<void>;
  /** Ends everything the swarm started. Safe to call at any time, and twice. */
  close(): Promise<void>;
  /** Root process ids of the members on this machine, for the monitor; empty when they run elsewhere. */
  pids(): number[];
  progress(): SwarmProgress;
}
