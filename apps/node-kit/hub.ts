/**
 * The hub: the server-side state machine of a load test, `idle -> running -> harvesting -> idle`. It knows no transport
 * and no clock but those it is given. `protocol/README.md` is its specification.
 */
import {
  type DeliveredMessage,
  HUB_DEADLINES,
  type HubDeadlines,
  type HubState,
  type InitTest,
  type LoadMessage,
  type RefusalCode,
  type Report,
} from '../../protocol/messages.ts';
import { type Fault, isFields, NOT_AN_OBJECT } from './fault.ts';
import { faultInComplete, faultInInitTest, faultInMessage } from './hub-shapes.ts';
import { copyReport, faultInReport } from './report-shape.ts';
import { Roster } from './roster.ts';

/** Reports of one test together may not weigh more: a character of a histogram weighs 1. */
export const DATASET_LIMIT = 64 * 1_048_576;
/** What an entry of a report with a sentence in it weighs, where a number weighs 8. */
const TEXT_WEIGHT = 1_000;
/** A longer event name is not repeated to whoever sent it. */
const EVENT_NAME_LIMIT = 100;

/** How the hub reaches the connections. `broadcast` reaches every connection the hub has been told of. */
export interface HubOutputs<Connection> {
  send(connection: Connection, event: string, data: unknown): void;
  broadcast(event: string, data: unknown): void;
}

export interface HubOptions {
  /** The server's clock: ms since the epoch, with fractions, never going back. */
  now?: () => number;
  deadlines?: HubDeadlines;
}

interface Test<Connection> {
  init: InitTest;
  master: Connection;
  roster: Roster<Connection>;
  startedAt: number;
  bucketMs: number;
  receivedByServer: number[];
  sentByServer: number[];
  broadcasts: number;
  refused: number;
  /** When the last valid event came. */
  lastHeardAt: number;
  /** Connections that ended, oldest first, with the clients that spoke on them. */
  departures: { at: number; clientIds: number[] }[];
  /** When the harvest was asked for; null while running. */
  harvestAt: number | null;
  reports: Report[];
  reportedSize: number;
}

const clock = () => performance.timeOrigin + performance.now();

export class Hub<Connection> {
  readonly #outputs: HubOutputs<Connection>;
  readonly #now: () => number;
  readonly #deadlines: HubDeadlines;
  readonly #connections = new Set<Connection>();
  #test: Test<Connection> | null = null;

  constructor(outputs: HubOutputs<Connection>, options: HubOptions = {}) {
    this.#outputs = outputs;
    this.#now = options.now ?? clock;
    this.#deadlines = options.deadlines ?? HUB_DEADLINES;
  }

  get state(): HubState {
    if (this.#test === null) return 'idle';
    return this.#test.harvestAt === null ? 'running' : 'harvesting';
  }

  connect(connection: Connection): void {
    this.#connections.add(connection);
  }

  /** A connection has ended. Without its master a test is abandoned. */
  disconnect(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    const test = this.#test;
    if (test === null) return;
    if (connection === test.master) this.#test = null;
    else if (test.harvestAt === null) {
      test.departures.push({ at: this.#now(), clientIds: test.roster.depart(connection) });
    }
  }

  /** Takes what a client sent; what cannot be taken is refused. Never throws for it. */
  receive(connection: Connection, event: string, data: unknown): void {
    // What was still on its way when a connection was ended comes from nobody.
    if (!this.#connections.has(connection)) return;
    const fault = this.#take(connection, event, data);
    if (fault === null) return;
    this.refuse(connection, event.length <= EVENT_NAME_LIMIT ? event : null, fault.code, fault.reason);
  }

  /** Refuses what never became an event, such as text that is not JSON. */
  refuse(connection: Connection, event: string | null, code: RefusalCode, reason: string): void {
    if (this.#test !== null) this.#test.refused++;
    this.#outputs.send(connection, 'refused', { event, code, reason });
  }

  /** Looks at the deadlines; to be called a few times a second. */
  tick(): void {
    const test = this.#test;
    if (test === null) return;
    const now = this.#now();
    if (test.harvestAt === null) this.#tickRunning(test, now);
    else if (now - test.harvestAt >= this.#deadlines.report) {
      test.roster.countOutUnreported();
      this.#finish(test);
    }
  }

  #tickRunning(test: Test<Connection>, now: number): void {
    const { departures, roster } = test;
    while (departures.length > 0 && now - departures[0]!.at >= this.#deadlines.vanish) {
      const { clientIds } = departures.shift()!;
      if (clientIds.length === 0) roster.countOutNameless(this.#connections.size);
      for (const clientId of clientIds) roster.countOutDisconnected(clientId);
    }
    if (now - test.lastHeardAt >= this.#deadlines.silence) roster.countOutSilent();
    this.#harvestWhenSettled(test);
  }

  #take(connection: Connection, event: string, data: unknown): Fault | null {
    switch (event) {
      case 'message':
        return this.#message(connection, data);
      case 'complete':
        return this.#complete(connection, data);
      case 'report':
        return this.#report(data);
      case 'initTest':
        return this.#initTest(connection, data);
      default:
        return { code: 'unknown-event', reason: 'no such event' };
    }
  }

  #initTest(connection: Connection, data: unknown): Fault | null {
    if (!isFields(data)) return NOT_AN_OBJECT;
    const fault = faultInInitTest(data);
    if (fault) return fault;
    if (this.#test !== null) return this.#wrongState('initTest is taken only while no test is going on');
    const { testType, clientCount, spacing, startTime } = data as unknown as InitTest;
    const init = { testType, clientCount, spacing, startTime };
    const now = this.#now();
    this.#test = {
      init,
      master: connection,
      roster: new Roster(clientCount),
      startedAt: now,
      bucketMs: spacing * 1_000,
      receivedByServer: [],
      sentByServer: [],
      broadcasts: 0,
      refused: 0,
      lastHeardAt: now,
      departures: [],
      harvestAt: null,
      reports: [],
      reportedSize: 0,
    };
    this.#outputs.broadcast('testStarted', init);
    return null;
  }

  #message(connection: Connection, data: unknown): Fault | null {
    if (!isFields(data)) return NOT_AN_OBJECT;
    const fault = faultInMessage(data);
    if (fault) return fault;
    const test = this.#test;
    if (test === null || test.harvestAt !== null) return this.#wrongState('a message is taken only in a running test');
    const { id, clientId, seq, due, sent, payload } = data as unknown as LoadMessage;
    const claimFault = test.roster.claim(connection, clientId);
    if (claimFault) return claimFault;

    const received = this.#now();
    test.lastHeardAt = received;
    const bucket = Math.max(0, Math.floor((received - test.startedAt) / test.bucketMs));
    while (test.receivedByServer.length <= bucket) {
      test.receivedByServer.push(0);
      test.sentByServer.push(0);
    }
    test.receivedByServer[bucket]!++;
    const stamped: DeliveredMessage = { id, clientId, seq, due, sent, payload, received };
    if (test.init.testType === 'broadcast') {
      test.sentByServer[bucket]! += this.#connections.size;
      test.broadcasts++;
      this.#outputs.broadcast('message', stamped);
    } else {
      test.sentByServer[bucket]!++;
      this.#outputs.send(connection, 'message', stamped);
    }
    return null;
  }

  #complete(connection: Connection, data: unknown): Fault | null {
    if (!isFields(data)) return NOT_AN_OBJECT;
    const fault = faultInComplete(data);
    if (fault) return fault;
    const test = this.#test;
    if (test === null || test.harvestAt !== null) return this.#wrongState('complete is taken only in a running test');
    const clientId = data.clientId as number;
    const claimFault = test.roster.claim(connection, clientId);
    if (claimFault) return claimFault;
    test.lastHeardAt = this.#now();
    test.roster.complete(clientId);
    this.#harvestWhenSettled(test);
    return null;
  }

  #report(data: unknown): Fault | null {
    if (!isFields(data)) return NOT_AN_OBJECT;
    const fault = faultInReport(data);
    if (fault) return fault;
    const test = this.#test;
    if (test === null || test.harvestAt === null) return this.#wrongState('a report is taken only after harvest');
    const report = copyReport(data);
    const rosterFault = test.roster.faultInReported(report.clientIds);
    if (rosterFault) return rosterFault;
    const size = sizeOf(report);
    if (test.reportedSize + size > DATASET_LIMIT) {
      return { code: 'too-large', reason: `all reports of a test together may not be over ${DATASET_LIMIT} bytes` };
    }
    test.reportedSize += size;
    test.reports.push(report);
    test.roster.report(report.clientIds);
    if (test.roster.allReported) this.#finish(test);
    return null;
  }

  #harvestWhenSettled(test: Test<Connection>): void {
    if (!test.roster.settled) return;
    test.harvestAt = this.#now();
    this.#outputs.broadcast('harvest', { broadcasts: test.broadcasts });
    if (test.roster.allReported) this.#finish(test);
  }

  #finish(test: Test<Connection>): void {
    this.#test = null;
    const { init, startedAt, receivedByServer, sentByServer, broadcasts, refused, reports } = test;
    const finishedAt = this.#now();
    const server = {
      startedAt,
      finishedAt,
      spacing: init.spacing,
      receivedByServer,
      sentByServer,
      broadcasts,
      refused,
    };
    const { testType, clientCount } = init;
    const dataset = { testType, clientCount, server, reports, vanished: test.roster.vanished() };
    this.#outputs.send(test.master, 'harvestComplete', { dataset });
  }

  #wrongState(rule: string): Fault {
    return { code: 'wrong-state', reason: `${rule}; the hub is ${this.state}` };
  }
}

function sizeOf(report: Report): number {
  let size = 0;
  for (const value of Object.values(report)) {
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) size += 8 * value.length;
  }
  return size + TEXT_WEIGHT * (report.refused.length + report.closed.length);
}
