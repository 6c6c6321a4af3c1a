/** An app that serves with several processes. */
import type { Server } from 'node:http';
import type { Auction, ConnectionEvents } from '../node/house.ts';
import type { Attached } from '../node/server.ts';
import type { WorkerOutputs } from './worker-room.ts';

/** The results of the app's preparation in the coordinator, before there are other processes. */
export interface Prepared {
  /** Variables for the environment of the processes that serve. */
  env?: Record<string, string>;
  /** The software besides Node.js that the server runs on, for the ready line, such as `redis 7.0.15`. */
  runtime?: string;
  /** The reason why CPU and memory of the whole server are unknown, for the ready line. */
  otherProcess?: string;
  /** A program that was started and ends with the server. */
  program?: Program;
}

export interface Program {
  /** Null when it could not be started. */
  pid: number | null;
  kill(): void;
  /** Resolves when it has ended, with a sentence that says what and how. */
  ended: Promise<string>;
}

/** A server process's events: those of its connections, and those that the framework brings from other processes. */
export interface WorkerEvents<Connection> extends ConnectionEvents<Connection> {
  /** This process's number, from 1 on. */
  readonly number: number;
  /** Called once for each broadcast, of this process or another, when it is handed to the connections of this one. */
  handedOn(event: string, data: unknown): void;
  /** Takes the `mark` of another process. */
  hearMark(mark: number): void;
  /** Ends the server, with the sentence `why`: this process cannot go on. */
  fail(why: string): void;
}

/** An app's framework, attached in one of the processes that serve. */
export interface AttachedWorker<Connection> extends Attached<Connection>, WorkerOutputs<Connection> {
  /** The number of the process that has the session a request to `url` is for; null: none, or unknown. */
  sessionAt(url: string): number | null;
}

export interface ClusterApp<Connection> {
  /** Version of the framework, for the ready line. */
  framework: string;
  /** The auction house, if the app has one: `auctionIn()` of `kits/node/auction/auction-house.ts`. */
  auction?: Auction;
  /**
   * Called in the coordinator, first of all.
   * @param folder for what it needs of files and sockets; gone when the server has ended
   * @throws Error, a sentence for people
   */
  prepare?(folder: string): Prepared | Promise<Prepared>;
  /** Attaches the framework to `http` and its connections to `events`, in each of the processes that serve. */
  attach(
    http: Server,
    events: WorkerEvents<Connection>,
  ): AttachedWorker<Connection> | Promise<AttachedWorker<Connection>>;
}
