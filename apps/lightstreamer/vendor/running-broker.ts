/** A broker that already runs, and that the app neither starts nor ends. */
import { whyTooOld } from './client-library.ts';
import { factsOfHeader, isVendorsHeader } from './limits.ts';
import type { VendorUrl } from './settings.ts';
import { PROBE_MS, probe, VendorBroker, wait } from './vendor-broker.ts';

const NOT_THE_VENDORS = 'what answers at LIGHTSTREAMER_URL does not say that it is Lightstreamer Server';

export class RunningBroker extends VendorBroker {
  readonly url: string;
  readonly ari: VendorBroker['ari'];
  readonly otherProcess = 'Lightstreamer Server runs by itself (LIGHTSTREAMER_URL), and it is where the work is done';
  readonly #startMs: number;
  readonly #library: string;

  /** @param startMs the time limit until it answers, @param library the version of the clients' library */
  constructor({ url, ari }: VendorUrl, startMs: number, library: string) {
    super();
    this.url = url;
    this.ari = ari;
    this.#startMs = startMs;
    this.#library = library;
  }

  override check(): Promise<void> {
    return this.#probeFor(0);
  }

  start(): Promise<void> {
    return this.#probeFor(this.#startMs);
  }

  async #probeFor(ms: number): Promise<void> {
    for (const deadline = Date.now() + ms; ; await wait(PROBE_MS)) {
      const { header, why } = await probe(this.url);
      if (header !== null) return this.#answered(header);
      if (Date.now() < deadline) continue;
      throw new Error(
        `LIGHTSTREAMER_URL=${this.url}: nothing answers there (${why}); start the broker, or correct the address`,
      );
    }
  }

  #answered(header: string): void {
    this.facts = factsOfHeader(header);
    this.substitute = isVendorsHeader(header) ? null : NOT_THE_VENDORS;
    const tooOld = this.version === null ? null : whyTooOld(this.version, this.#library);
    if (tooOld !== null) throw new Error(`LIGHTSTREAMER_URL=${this.url}: ${tooOld}`);
  }
}
