/**
 * Who takes part in a test: which connection speaks for which client, who has completed, who was counted out, whose
 * report has come. Everything a message touches here is an array index.
 */
import type { Vanished } from '../../protocol/messages.ts';
import type { Fault } from './fault.ts';

const WAITING = 0;
const COMPLETE = 1;
const COUNTED_OUT = 2;

export class Roster<Connection> {
  readonly #clientCount: number;
  readonly #owners: (Connection | undefined)[];
  readonly #states: Uint8Array;
  readonly #reported: Uint8Array;
  /** Open connections that speak for a client, and for which. */
  readonly #speakers = new Map<Connection, number[]>();
  readonly #named: Vanished[] = [];
  /** Clients that are neither complete nor counted out under their id. */
  #waiting: number;
  /** Clients that no connection has spoken for yet. */
  #unclaimed: number;
  /** Of the unclaimed, how many are not waited for: their connection ended, or they were silent. */
  #namelessDisconnected = 0;
  #namelessSilent = 0;
  #awaitedReports = 0;

  constructor(clientCount: number) {
    this.#clientCount = clientCount;
    this.#owners = new Array(clientCount + 1);
    this.#states = new Uint8Array(clientCount + 1);
    this.#reported = new Uint8Array(clientCount + 1);
    this.#waiting = clientCount;
    this.#unclaimed = clientCount;
  }

  /** Why `connection` may not speak for `clientId` now; null when it may. The first to speak for a client keeps it. */
  claim(connection: Connection, clientId: number): Fault | null {
    if (this.#owners[clientId] === connection) {
      if (this.#states[clientId] === WAITING) return null;
      return { code: 'wrong-state', reason: `client ${clientId} has sent complete already` };
    }
    if (clientId > this.#clientCount) {
      return { code: 'out-of-range', reason: `clientId must be an integer from 1 to ${this.#clientCount}` };
    }
    if (this.#owners[clientId] !== undefined) {
      return { code: 'client-taken', reason: `client ${clientId} belongs to another connection` };
    }
    this.#owners[clientId] = connection;
    const clients = this.#speakers.get(connection);
    if (clients) clients.push(clientId);
    else this.#speakers.set(connection, [clientId]);
    this.#unclaimed--;
    // A client taken for gone that speaks after all is waited for again.
    if (this.#namelessDisconnected > this.#unclaimed) this.#namelessDisconnected--;
    return null;
  }

  complete(clientId: number): void {
    this.#states[clientId] = COMPLETE;
    this.#waiting--;
    this.#awaitedReports++;
  }

  /** Nobody is waited for any more: all are complete or counted out. */
  get settled(): boolean {
    return this.#waiting - this.#namelessDisconnected - this.#namelessSilent <= 0;
  }

  /** `connection` has ended; gives the clients it spoke for. */
  depart(connection: Connection): number[] {
    const clients = this.#speakers.get(connection) ?? [];
    this.#speakers.delete(connection);
    return clients;
  }

  countOutDisconnected(clientId: number): void {
    if (this.#states[clientId] === WAITING) this.#countOut(clientId, 'disconnected');
  }

  /**
   * A connection that spoke for nobody has ended. It was a client only if the connections that are still open and
   * silent are too few to be all the clients not heard of yet; else it was a spectator.
   */
  countOutNameless(openConnections: number): void {
    const silentConnections = openConnections - this.#speakers.size;
    if (this.#unclaimed - this.#namelessDisconnected > silentConnections) this.#namelessDisconnected++;
  }

  /** Counts out everyone still waited for. */
  countOutSilent(): void {
    const nameThem = this.#namelessDisconnected === 0;
    this.#namelessSilent = nameThem ? 0 : this.#unclaimed - this.#namelessDisconnected;
    for (let clientId = 1; clientId <= this.#clientCount; clientId++) {
      if (this.#states[clientId] !== WAITING) continue;
      if (nameThem || this.#owners[clientId] !== undefined) this.#countOut(clientId, 'silent');
    }
  }

  /** Why these clients cannot be reported on; null when they can. */
  faultInReported(clientIds: number[]): Fault | null {
    const seen = new Set<number>();
    for (const clientId of clientIds) {
      if (clientId > this.#clientCount) {
        return { code: 'out-of-range', reason: `clientIds must be integers from 1 to ${this.#clientCount}` };
      }
      if (seen.has(clientId)) return { code: 'out-of-range', reason: `clientIds has ${clientId} twice` };
      if (this.#reported[clientId] === 1) {
        return { code: 'wrong-state', reason: `client ${clientId} has been reported already` };
      }
      seen.add(clientId);
    }
    return null;
  }

  report(clientIds: number[]): void {
    for (const clientId of clientIds) {
      this.#reported[clientId] = 1;
      if (this.#states[clientId] === COMPLETE) this.#awaitedReports--;
    }
  }

  get allReported(): boolean {
    return this.#awaitedReports === 0;
  }

  countOutUnreported(): void {
    for (let clientId = 1; clientId <= this.#clientCount; clientId++) {
      if (this.#states[clientId] === COMPLETE && this.#reported[clientId] === 0) {
        this.#named.push({ clientId, why: 'no-report' });
      }
    }
    this.#awaitedReports = 0;
  }

  /** Those counted out: first the ones with an id in the order it happened, then the nameless. */
  vanished(): Vanished[] {
    const nameless = (why: Vanished['why'], length: number) => Array.from({ length }, () => ({ clientId: null, why }));
    return [
      ...this.#named,
      ...nameless('disconnected', this.#namelessDisconnected),
      ...nameless('silent', this.#namelessSilent),
    ];
  }

  #countOut(clientId: number, why: Vanished['why']): void {
    this.#states[clientId] = COUNTED_OUT;
    this.#waiting--;
    this.#named.push({ clientId, why });
  }
}
