/**
 * Counts what goes over the wire in a test: from a capture, which disturbs no process, where the machine lets us, and otherwise by a proxy
 * between clients and server, which every message goes through.
 */
import type { WireMetric } from '../../../metrics/entries.ts';
import { WIRE_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Server } from '../../../setup/apps/places/server-process.ts';
import { Capture, type Captured, difference } from '../../wire/capture/capture.ts';
import type { TrafficTotals } from '../../wire/capture/traffic.ts';
import { WireProxy } from '../../wire/proxy/counting-proxy.ts';

/** The server before which bytes are counted. */
type Counted = Pick<Server, 'url' | 'port'>;

/** The traffic over the wire, by the names of the metrics; null: not counted. */
export type WireFigures = Record<WireMetric, number | null>;

/** The kind of counter; of a proxy, why it is not a capture. */
export type CountedBy = { by: 'capture' } | { by: 'proxy'; because: string };

export interface WireCounted {
  counted: CountedBy;
  figures: WireFigures;
  /** The reason why null figures were not counted. */
  lacking: string;
  /** Packets that the capture could not read in time; with one of them nothing was counted. */
  dropped: number;
  /** The same between clients and what is measured apart before the server; absent: nothing is. Null: not counted. */
  outside?: WireFigures | null;
}

export interface WireCounter {
  /** The URL where clients connect instead of to the server; null: to the server. */
  readonly url: string | null;
  /** Begins the count. */
  begin(): Promise<void>;
  /** Gives what was counted since. */
  end(): Promise<WireCounted>;
  stop(): Promise<void>;
}

/**
 * @param host the interface the server listens on
 * @param route `handedOn`: something between clients and server reads what the one sends and sends it on, such as a shaped network or an
 * engine; `datagrams`: clients may use UDP too
 */
export function startWireCounter(
  counted: CountedBy,
  server: Counted,
  host: string,
  route: { handedOn: boolean; datagrams?: boolean },
): Promise<WireCounter> {
  return counted.by === 'capture'
    ? CaptureCounter.start(server, route)
    : ProxyCounter.start(server, host, counted.because);
}

const NOTHING = Object.fromEntries(Object.keys(WIRE_METRICS).map((name) => [name, null])) as WireFigures;

function figuresOf({ toServer, toClients, connections, httpRequests }: TrafficTotals): WireFigures {
  return {
    wireBytes: toServer.payloadBytes + toClients.payloadBytes,
    httpRequests,
    wireBytesToServer: toServer.payloadBytes,
    wireBytesToClients: toClients.payloadBytes,
    wireSegmentsToServer: toServer.segments,
    wireSegmentsToClients: toClients.segments,
    wireConnections: connections,
    webSocketFramesToServer: toServer.webSocketFrames,
    webSocketFramesToClients: toClients.webSocketFrames,
  };
}

/** A proxy forwards data in pieces of its own size. */
const NO_SEGMENTS = { wireSegmentsToServer: null, wireSegmentsToClients: null };

/**
 * The difference of two counts of one capture.
 * @param handedOn true if something between clients and server hands on their messages
 */
export function countedByCapture(before: Captured | null, after: Captured | null, handedOn = false): WireCounted {
  const counted = { by: 'capture' } as const;
  const nothing = { counted, figures: NOTHING, dropped: 0 };
  if (before === null || after === null) return { ...nothing, lacking: 'the capture died' };
  const dropped = after.dropped - before.dropped;
  if (dropped > 0) return { ...nothing, dropped, lacking: `the capture missed ${dropped} packets` };
  const figures = figuresOf(difference(after.totals, before.totals));
  if (!handedOn) return { counted, figures, lacking: 'the capture lacks a part of what was said', dropped: 0 };
  const lacking = 'segments are those of what hands on what clients and server say';
  return { counted, figures: { ...figures, ...NO_SEGMENTS }, lacking, dropped: 0 };
}

class CaptureCounter implements WireCounter {
  readonly url = null;
  #before: Captured | null = null;

  private constructor(
    private readonly capture: Capture,
    private readonly handedOn: boolean,
  ) {}

  static async start(
    { port }: Counted,
    { handedOn, datagrams = false }: { handedOn: boolean; datagrams?: boolean },
  ): Promise<WireCounter> {
    return new CaptureCounter(await Capture.start(port, { datagrams }), handedOn);
  }

  async begin(): Promise<void> {
    this.#before = await this.capture.count();
  }

  async end(): Promise<WireCounted> {
    return countedByCapture(this.#before, await this.capture.count(), this.handedOn);
  }

  stop(): Promise<void> {
    return this.capture.stop();
  }
}

/** A count on both sides of what stands before the server and is measured apart. */
export class BothSides implements WireCounter {
  readonly url: string | null;

  /** @param outside null: only the side of the server is counted */
  constructor(
    private readonly inside: WireCounter,
    private readonly outside: WireCounter | null,
  ) {
    this.url = inside.url;
  }

  async begin(): Promise<void> {
    await Promise.all([this.inside.begin(), this.outside?.begin()]);
  }

  async end(): Promise<WireCounted> {
    const [inside, outside] = await Promise.all([this.inside.end(), this.outside?.end()]);
    return { ...inside, outside: outside?.figures ?? null, dropped: inside.dropped + (outside?.dropped ?? 0) };
  }

  async stop(): Promise<void> {
    await Promise.all([this.inside.stop(), this.outside?.stop()]);
  }
}

class ProxyCounter implements WireCounter {
  #before: Awaited<ReturnType<WireProxy['count']>> = null;

  private constructor(
    private readonly proxy: WireProxy,
    private readonly because: string,
  ) {}

  static async start(server: Counted, host: string, because: string): Promise<WireCounter> {
    return new ProxyCounter(await WireProxy.start(server, host), because);
  }

  get url(): string {
    return this.proxy.url;
  }

  async begin(): Promise<void> {
    this.#before = await this.proxy.count();
  }

  async end(): Promise<WireCounted> {
    const before = this.#before;
    const after = await this.proxy.count();
    const counted = { by: 'proxy', because: this.because } as const;
    if (before === null || after === null) {
      return { counted, figures: NOTHING, lacking: 'the counting proxy died', dropped: 0 };
    }
    const wireBytes = after.bytes - before.bytes;
    const httpRequests = after.httpRequests - before.httpRequests;
    const figures = { ...NOTHING, wireBytes, httpRequests };
    return { counted, figures, lacking: 'a proxy does not count it, a capture does', dropped: 0 };
  }

  stop(): Promise<void> {
    return this.proxy.stop();
  }
}
