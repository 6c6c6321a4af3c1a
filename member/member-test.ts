/** One test in one member: what its clients share. */
import { seededRandom } from '../protocol/random.ts';
import type { Params } from '../protocol/run-record.ts';
import type { Hops } from '../protocol/verbs.ts';
import type { Clock } from './clock.ts';
import { areHops, OffsetBounds } from './clock-relation.ts';
import type { ClockRelation, TestRequest } from './contract.ts';
import { Buckets, TestMetrics } from './member-metrics.ts';
import type { Test, Trend } from './scenario-client.ts';

/** After its start a test's last deliveries and what is counted when time is up are within this much of `giveUpMs`, ms. */
const SLACK_MS = 10_000;

/** The three parts of a latency, where the scenario has declared them. */
interface HopTrends {
  toServer: Trend;
  inServer: Trend;
  toClient: Trend;
}

export class MemberTest extends TestMetrics implements Test {
  readonly params: Params;
  readonly sharedClock: boolean;
  /** The lines of the log. */
  readonly logged: unknown[] = [];
  readonly #hops: HopTrends | null;
  /** The clock bounds from the test's own messages: a clock that drifted meanwhile shows here. */
  readonly #bounds = new OffsetBounds();

  constructor(
    private readonly request: TestRequest,
    readonly clients: number,
    readonly clientIds: readonly number[],
    private readonly clock: Clock,
    private readonly related: ClockRelation | null,
  ) {
    super(request.metrics, new Buckets(request.bucketMs, request.giveUpMs + SLACK_MS));
    this.params = request.params;
    this.sharedClock = clock.shared;
    this.#hops = this.#hopTrends();
  }

  /** The test has begun in this member: bucket 0 begins here. */
  begin(at: number): void {
    this.buckets.start = at;
  }

  now(): number {
    return this.clock.now();
  }

  log(line: unknown): void {
    this.logged.push(line);
  }

  hops(sent: number, hops: Hops, arrived: number): void {
    if (this.#hops === null || !areHops(hops)) return;
    const [received, handedOn] = hops;
    this.#hops.inServer.record(sent, handedOn - received);
    if (this.related === null) return;
    this.#bounds.note(sent, hops, arrived);
    const { offsetMs, errorMs } = this.related;
    this.#hops.toServer.record(sent, atLeastNone(received - offsetMs - sent, errorMs));
    this.#hops.toClient.record(sent, atLeastNone(arrived - handedOn + offsetMs, errorMs));
  }

  fromServer(time: number): number | null {
    return this.related === null ? null : time - this.related.offsetMs;
  }

  random(id: number): () => number {
    return seededRandom(this.request.seed, id);
  }

  /** Returns the relation of the clocks before the test. The error includes the deviation that the test's messages show. */
  relation(): ClockRelation | null {
    if (this.related === null) return null;
    const { offsetMs, errorMs } = this.related;
    return { offsetMs, errorMs: Math.max(errorMs, this.#bounds.distance(offsetMs)) };
  }

  #hopTrends(): HopTrends | null {
    const names = ['toServer', 'inServer', 'toClient'] as const;
    if (!names.every((name) => this.has(name))) return null;
    const [toServer, inServer, toClient] = names.map((name) => this.trend(name));
    return { toServer: toServer!, inServer: inServer!, toClient: toClient! };
  }
}

/** A part of a latency that is below zero by no more than the clocks' error (and the wire's rounding) is none. */
function atLeastNone(part: number, errorMs: number): number {
  return part < 0 && part >= -errorMs - 0.001 ? 0 : part;
}
