/** The counts and times of one member's clients in one test. Nothing is allocated per value: all memory is reserved before the start. */
import type { Histogram } from 'hdr-histogram-js';
import type { Measured, MetricKind } from '../metrics/metric.ts';
import { buildHistogram, encode, record } from './histogram.ts';
import type { Counter, Gauge, Trend } from './scenario-client.ts';

/** Most buckets that are kept; what comes later is in the last. */
const MOST_BUCKETS = 1_000_000;

/** The buckets of one test. All metrics of a test share one, and with it the start that is known only when it has come. */
export class Buckets {
  /** The start of bucket 0, ms by the member's clock. */
  start = 0;
  readonly count: number;
  readonly #widthMs: number;

  /** @param spanMs the longest time of the test, which decides the number of buckets */
  constructor(widthMs: number, spanMs: number) {
    this.#widthMs = widthMs;
    this.count = Math.min(MOST_BUCKETS, Math.ceil(spanMs / widthMs) + 2);
  }

  /** The bucket of the time `at`: the first for what is earlier, the last for what is later. */
  at(at: number): number {
    const index = Math.floor((at - this.start) / this.#widthMs);
    return index < 0 ? 0 : index < this.count ? index : this.count - 1;
  }
}

/** The values up to the last that is not 0. */
function upToLast(values: Float64Array): number[] {
  let length = values.length;
  while (length > 0 && values[length - 1] === 0) length--;
  return Array.from(values.subarray(0, length));
}

class BucketCounter implements Counter {
  readonly #buckets: Buckets;
  readonly #counts: Float64Array;

  constructor(buckets: Buckets) {
    this.#buckets = buckets;
    this.#counts = new Float64Array(buckets.count);
  }

  add(at: number, n = 1): void {
    this.#counts[this.#buckets.at(at)]! += n;
  }

  measured(): Measured {
    return { kind: 'count', series: upToLast(this.#counts) };
  }
}

class HistogramTrend implements Trend {
  readonly #buckets: Buckets;
  readonly #sums: Float64Array;
  readonly #counts: Float64Array;
  readonly #histogram: Histogram = buildHistogram();
  #negative = 0;

  constructor(buckets: Buckets) {
    this.#buckets = buckets;
    this.#sums = new Float64Array(buckets.count);
    this.#counts = new Float64Array(buckets.count);
  }

  record(at: number, value: number): void {
    if (value >= 0) {
      const bucket = this.#buckets.at(at);
      this.#sums[bucket]! += value;
      this.#counts[bucket]! += 1;
      record(this.#histogram, value);
    } else {
      this.#negative++;
    }
  }

  measured(): Measured {
    const count = upToLast(this.#counts);
    const sum = Array.from(this.#sums.subarray(0, count.length));
    return { kind: 'trend', sum, count, hdr: encode(this.#histogram), negative: this.#negative };
  }
}

class SampledGauge implements Gauge {
  readonly #samples: number[] = [];

  constructor(readonly intervalMs: number) {}

  sample(value: number): void {
    this.#samples.push(value);
  }

  measured(): Measured {
    return { kind: 'gauge', intervalMs: this.intervalMs, samples: this.#samples };
  }
}

/** The metrics of one test in one member, made when they are first asked for. */
export class TestMetrics {
  readonly #metrics = new Map<string, BucketCounter | HistogramTrend | SampledGauge>();

  /** @param declared the metrics that the scenario's clients measure */
  constructor(
    private readonly declared: Record<string, { kind: MetricKind }>,
    protected readonly buckets: Buckets,
  ) {}

  has(name: string): boolean {
    return Object.hasOwn(this.declared, name);
  }

  /** @throws an Error that names the metric, when the scenario has not declared it so; likewise the two below */
  counter(name: string): Counter {
    return this.#get(name, 'count', BucketCounter, () => new BucketCounter(this.buckets));
  }

  trend(name: string): Trend {
    return this.#get(name, 'trend', HistogramTrend, () => new HistogramTrend(this.buckets));
  }

  gauge(name: string, intervalMs: number): Gauge {
    return this.#get(name, 'gauge', SampledGauge, () => new SampledGauge(intervalMs));
  }

  /** By name, all that were asked for. */
  measured(): Record<string, Measured> {
    return Object.fromEntries([...this.#metrics].map(([name, metric]) => [name, metric.measured()]));
  }

  #get<M extends BucketCounter | HistogramTrend | SampledGauge>(
    name: string,
    kind: MetricKind,
    // biome-ignore lint/suspicious/noExplicitAny: the three constructors take different things
    type: new (...args: any[]) => M,
    make: () => M,
  ): M {
    const declared = this.has(name) ? this.declared[name]!.kind : null;
    if (declared !== kind) {
      const what = declared === null ? 'has not declared it' : `has declared it as a ${declared}`;
      throw new Error(`The scenario's client asks for the ${kind} "${name}", and the scenario ${what}.`);
    }
    const known = this.#metrics.get(name);
    if (known instanceof type) return known;
    const made = make();
    this.#metrics.set(name, made);
    return made;
  }
}
