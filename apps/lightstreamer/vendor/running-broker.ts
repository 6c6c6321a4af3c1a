/** A broker that somebody else runs. */
import { whyTooOld } from './client-library.ts';
import { LICENCE } from './licence.ts';
import {
  type EditionFacts,
  factsOfHeader,
  isVendorsHeader,
  limitsSentence,
  maxClientsOf,
  NOTHING_KNOWN,
} from './limits.ts';
import { PROBE_MS, probe } from './probe.ts';
import type { VendorUrl } from './settings.ts';
import type { Patience, VendorBroker } from './vendor-broker.ts';

const NOT_THE_VENDORS = 'what answers at LIGHTSTREAMER_URL does not say that it is Lightstreamer Server';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class RunningBroker implements VendorBroker {
  readonly url: string;
  readonly ari: VendorBroker['ari'];
  readonly otherProcess = 'Lightstreamer Server runs by itself (LIGHTSTREAMER_URL), and it is where the work is done';
  readonly #patience: Patience;
  #facts: EditionFacts = { ...NOTHING_KNOWN };
  #standIn: string | null = null;
  readonly #library: string;

  /** @param library the version of the clients' library */
  constructor({ url, ari }: VendorUrl, patience: Patience, library: string) {
    this.url = url;
    this.ari = ari;
    this.#patience = patience;
    this.#library = library;
  }

  get version(): string | null {
    return this.#facts.version;
  }

  get limits(): string | null {
    return limitsSentence(this.#facts);
  }

  get maxClients(): number | null {
    return maxClientsOf(this.#facts);
  }

  get standIn(): string | null {
    return this.#standIn;
  }

  get notice(): string | null {
    return this.#standIn === null ? LICENCE : null;
  }

  check(): Promise<void> {
    return this.#look(0);
  }

  start(): Promise<void> {
    return this.#look(this.#patience.startMs);
  }

  async #look(patienceMs: number): Promise<void> {
    for (const deadline = Date.now() + patienceMs; ; await wait(PROBE_MS)) {
      const { header, why } = await probe(this.url);
      if (header !== null) return this.#answered(header);
      if (Date.now() >= deadline) {
        throw new Error(
          `LIGHTSTREAMER_URL=${this.url}: nothing answers there (${why}); start the broker, or correct the address`,
        );
      }
    }
  }

  #answered(header: string): void {
    this.#facts = factsOfHeader(header);
    this.#standIn = isVendorsHeader(header) ? null : NOT_THE_VENDORS;
    const { version } = this.#facts;
    const tooOld = version === null ? null : whyTooOld(version, this.#library);
    if (tooOld !== null) throw new Error(`LIGHTSTREAMER_URL=${this.url}: ${tooOld}`);
  }

  async stop(): Promise<void> {
    // Not ours to end.
  }
}
