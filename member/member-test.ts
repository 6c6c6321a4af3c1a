/** One test in one member: what its clients share. */
import type { Measured } from '../metrics/metric.ts';
import { seededRandom } from '../protocol/random.ts';
import type { Params } from '../protocol/run-record.ts';
import type { Hops } from '../protocol/verbs.ts';
import type { Clock } from './clock.ts';
import { areHops, OffsetBounds } from './clock-relation.ts';
import type { ClockRelation, TestRequest } from './contract.ts';
import { Buckets, TestMetrics } from './member-metrics.ts';
import type { Counter, Gauge, Test, Trend } from './scenario-client.ts';

/** After its start a test's last deliveries and what is counted when time is up are within this much of `giveUpMs`, ms. */
const SLACK_MS = 10_000;

/** The three parts of a latency, where the scenario has declared them. */
interface HopTrends {
  toServer: Trend;
  inServer: Trend;
  toClient: Trend;
}

export class MemberTest implements Test {
  readonly params: Params;
  readonly sharedClock: boolean;
  readonly #request: TestRequest;
  readonly #clock: Clock;
  readonly #relation: ClockRelation | null;
  readonly #buckets: Buckets;
  readonly #metrics: TestMetrics;
  readonly #hops: HopTrends | null;
  /** What the test's own messages say of the clocks: a clock that drifted meanwhile shows here. */
  readonly #bounds = new OffsetBounds();

  constructor(
    request: TestRequest,
    readonly clients: number,
    readonly clientIds: readonly number[],
    clock: Clock,
    relation: ClockRelation | null,
  ) {
    this.params = request.params;
    this.sharedClock = clock.shared;
    this.#request = request;
    this.#clock = clock;
    this.#relation = relation;
    this.#buckets = new Buckets(request.bucketMs, request.giveUpMs + SLACK_MS);
    this.#metrics = new TestMetrics(request.metrics, this.#buckets);
    this.#hops = this.#hopTrends();
  }

  /** The test has begun in this member: bucket 0 begins here. */
  begin(at: number): void {
    this.#buckets.start = at;
  }

  now(): number {
    return this.#clock.now();
  }

  counter(name: string): Counter {
    return this.#metrics.counter(name);
  }

  trend(name: string): Trend {
    return this.#metrics.trend(name);
  }

  gauge(name: string, intervalMs: number): Gauge {
    return this.#metrics.gauge(name, intervalMs);
  }

  hops(sent: number, hops: Hops, arrived: number): void {
    if (this.#hops === null || !areHops(hops)) return;
    const [received, handedOn] = hops;
    this.#hops.inServer.record(sent, handedOn - received);
    if (this.#relation === null) return;
    this.#bounds.note(sent, hops, arrived);
    const { offsetMs, errorMs } = this.#relation;
    this.#hops.toServer.record(sent, atLeastNone(received - offsetMs - sent, errorMs));
    this.#hops.toClient.record(sent, atLeastNone(arrived - handedOn + offsetMs, errorMs));
  }

  fromServer(time: number): number | null {
    return this.#relation === null ? null : time - this.#relation.offsetMs;
  }

  random(id: number): () => number {
    return seededRandom(this.#request.seed, id);
  }

  measured(): Record<string, Measured> {
    return this.#metrics.measured();
  }

  /** How the clocks were related before the test; the error includes how far the test's messages show that to be off. */
  relation(): ClockRelation | null {
    if (this.#relation === null) return null;
    const { offsetMs, errorMs } = this.#relation;
    return { offsetMs, errorMs: Math.max(errorMs, this.#bounds.distance(offsetMs)) };
  }

  #hopTrends(): HopTrends | null {
    const names = ['toServer', 'inServer', 'toClient'] as const;
    if (!names.every((name) => this.#metrics.has(name))) return null;
    const [toServer, inServer, toClient] = names.map((name) => this.#metrics.trend(name));
    return { toServer: toServer!, inServer: inServer!, toClient: toClient! };
  }
}

/** A part of a latency that is below zero by no more than the clocks' error (and the wire's rounding) is none. */
function atLeastNone(part: number, errorMs: number): number {
  return part < 0 && part >= -errorMs - 0.001 ? 0 : part;
}
