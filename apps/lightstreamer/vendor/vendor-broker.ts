/** A broker of the vendor's: what the app knows of it, whether the app has started it or not. */
import type { AriPorts } from './adapter-set.ts';
import { type EditionFacts, limitsSentence, maxClientsOf, NOTHING_KNOWN } from './limits.ts';

/** Clause 2.5 of the licence agreement that comes with Lightstreamer Server 7.2. */
const LICENCE =
  'the licence of Lightstreamer Server forbids making benchmark results known without its vendor’s consent (clause 2.5 of the one that comes with 7.2): ask before you publish figures measured on it';

/** The time between two probes, ms. */
export const PROBE_MS = 250;

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The app's ready line has `"otherPort": OTHER_PORT` (clients do not connect to PORT, so that no proxy before PORT can count their bytes);
 * and `limits`, `maxClients`, `otherProcess`, `substitute` and `notice`, each under its own name, when it is not null.
 */
export abstract class VendorBroker {
  /** Origin for clients. Where the app listens on all interfaces its host is 0.0.0.0: see `addressFor`. */
  abstract readonly url: string;
  /** The address at which its proxy adapters wait for the app's adapters. */
  abstract readonly ari: { host: string } & AriPorts;
  /** The reason why its CPU and memory are not among the app's; null when they are. */
  abstract readonly otherProcess: string | null;
  /** Set when it does not identify itself as the vendor's: then it may be any server. Known after `start`. */
  substitute: string | null = null;
  protected facts: EditionFacts = { ...NOTHING_KNOWN };

  /** The version, such as "7.4.9 build 3500"; null when the broker does not report it. Known after `start`. */
  get version(): string | null {
    return this.facts.version;
  }

  /** A sentence about what its edition limits; null when no limit is known. Known after `start`. */
  get limits(): string | null {
    return limitsSentence(this.facts);
  }

  /** Clients at once that its edition lets in; null when that is not known. Known after `start`. */
  get maxClients(): number | null {
    return maxClientsOf(this.facts);
  }

  /** A sentence to show with every figure that is measured on it; null: none. Known after `start`. */
  get notice(): string | null {
    return this.substitute === null ? LICENCE : null;
  }

  /** Checks whether it can be used, without starting anything. @throws Error, a sentence for people */
  async check(): Promise<void> {}

  /** Resolves when clients and adapters can connect. @throws Error, a sentence for people */
  abstract start(): Promise<void>;

  /** Ends what `start` has started. A broker that ran before goes on. */
  async stop(): Promise<void> {}
}

/** The `Server` header of the server that answers at `origin`, "" where it has none; null and why when none answers. */
export async function probe(origin: string): Promise<{ header: string | null; why: string }> {
  try {
    const response = await fetch(`${origin}/lightstreamer/healthcheck`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(2_000),
    });
    await response.body?.cancel();
    return { header: response.headers.get('server') ?? '', why: '' };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return { header: null, why: cause?.code ?? cause?.message ?? (error as Error).message };
  }
}
