/** The receiving end of a feed in one client. Its work per delivery is part of what is measured, so it is little. */
import type { Test } from '../../../member/scenario-client.ts';
import { Seen } from '../../../member/seen.ts';
import type { Hops } from '../../../protocol/verbs.ts';

/** A body that a backend feeds and clients get. */
export interface FedBody {
  /** 0, 1, 2 ... */
  seq: number;
  /** The time it was fed, by the backend's clock, which is the server's: ms, to the microsecond. */
  sent: number;
  payload: string;
}

/** A time as bodies carry it. */
export const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Tells whether a delivery can be of a test of this many bodies; anything else must not touch the counters. */
export function isFedBody(body: unknown, bodies: number): body is FedBody {
  if (typeof body !== 'object' || body === null) return false;
  const { seq, sent } = body as Partial<FedBody>;
  return Number.isInteger(seq) && Number.isFinite(sent) && seq! >= 0 && seq! < bodies;
}

/** The metrics that the receivers of one member share: asked for once, before the start. */
export function receiverMetrics(test: Test) {
  return {
    delivery: test.trend('delivery'),
    receivedByClients: test.counter('receivedByClients'),
    duplicates: test.counter('duplicates'),
    outOfOrder: test.counter('outOfOrder'),
    missing: test.counter('missing'),
  };
}

export class Receiver {
  readonly #seen: Seen;

  /** @param bodies the number of bodies */
  constructor(
    private readonly test: Test,
    private readonly metrics: ReturnType<typeof receiverMetrics>,
    private readonly bodies: number,
  ) {
    this.#seen = new Seen(1, bodies);
  }

  get complete(): boolean {
    return this.#seen.count === this.bodies;
  }

  receive(body: unknown, hops: Hops, arrived: number): void {
    if (!isFedBody(body, this.bodies)) return;
    const { metrics, test } = this;
    metrics.receivedByClients.add(arrived);
    const arrival = this.#seen.note(0, body.seq);
    if (arrival === 'duplicate') {
      metrics.duplicates.add(arrived);
      return;
    }
    if (arrival === 'first-out-of-order') metrics.outOfOrder.add(arrived);
    const sent = test.fromServer(body.sent);
    if (sent === null) return;
    metrics.delivery.record(sent, arrived - sent);
    test.hops(sent, hops, arrived);
  }

  giveUp(): void {
    this.metrics.missing.add(this.test.now(), this.bodies - this.#seen.count);
  }
}
