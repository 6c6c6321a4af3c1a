/** What the clients of one group saw in one test: counters, buckets and histograms, and how they become a report. */
import type { Report } from '../protocol/messages.ts';
import { buildHistogram, encode, record } from './histogram.ts';

/** The parts of a report that the tally does not know. */
export type ReportOf = Pick<Report, 'clientIds' | 'missing' | 'refused' | 'closed' | 'transports' | 'loopDelay'>;

function add(buckets: number[], index: number, amount: number): void {
  while (buckets.length <= index) buckets.push(0);
  buckets[index]! += amount;
}

export class Tally {
  duplicates = 0;
  outOfOrder = 0;
  readonly #sentByClients: number[] = [];
  readonly #receivedByClients: number[] = [];
  readonly #latencySum: number[] = [];
  readonly #latencyCount: number[] = [];
  readonly #fromSent = buildHistogram();
  readonly #fromDue = buildHistogram();
  readonly #lateness = buildHistogram();
  readonly #delivery;
  #negative = 0;

  /** @param sharedClock whether delivery latency between any two clients can be measured */
  constructor(sharedClock: boolean) {
    this.#delivery = sharedClock ? buildHistogram() : null;
  }

  /** A message was sent in `bucket`, `lateness` ms after it was due. */
  sent(bucket: number, lateness: number): void {
    add(this.#sentByClients, bucket, 1);
    record(this.#lateness, lateness);
  }

  /** A message was delivered in `bucket`, `latency` ms after it was sent, as far as the clocks can say. */
  delivered(bucket: number, latency: number, own: boolean): void {
    add(this.#receivedByClients, bucket, 1);
    if (this.#delivery === null && !own) return;
    if (latency < 0) this.#negative++;
    else if (this.#delivery !== null) record(this.#delivery, latency);
  }

  /** The first copy of an own message came back; `bucket` is the one it was sent in, the latencies are in ms. */
  returned(bucket: number, fromSent: number, fromDue: number): void {
    if (fromSent < 0) return; // `delivered` has counted it
    add(this.#latencySum, bucket, fromSent);
    add(this.#latencyCount, bucket, 1);
    record(this.#fromSent, fromSent);
    record(this.#fromDue, fromDue);
  }

  report(rest: ReportOf): Report {
    const series = [this.#sentByClients, this.#receivedByClients, this.#latencySum, this.#latencyCount];
    const last = Math.max(...series.map((buckets) => buckets.length)) - 1;
    if (last >= 0) for (const buckets of series) add(buckets, last, 0);
    return {
      ...rest,
      sentByClients: this.#sentByClients,
      receivedByClients: this.#receivedByClients,
      latencySum: this.#latencySum,
      latencyCount: this.#latencyCount,
      fromSent: encode(this.#fromSent),
      fromDue: encode(this.#fromDue),
      delivery: this.#delivery === null ? null : encode(this.#delivery),
      lateness: encode(this.#lateness),
      duplicates: this.duplicates,
      outOfOrder: this.outOfOrder,
      negative: this.#negative,
    };
  }
}
