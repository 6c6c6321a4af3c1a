/** What both kinds of adapters have in common: their initialisation, and the requests on one stream. */

import { AdapterGone } from '../adapters.ts';
import type { AdapterConnection } from './adapter-connection.ts';
import { entryValues, type LineTokens } from './codec.ts';
import type { AriLimits } from './limits.ts';
import { type RequestEvents, Requests } from './requests.ts';

/** The version that the broker offers. */
const ARI_VERSION = '1.8.3';
/** An adapter that reports no version speaks 1.8.0 or older. */
const SPOKEN_VERSIONS: readonly (string | null)[] = [null, '1.8.0', '1.8.1', '1.8.2', ARI_VERSION];

export abstract class RemoteAdapter {
  /** For messages: `the metadata adapter`. */
  readonly #name: string;
  protected readonly limits: AriLimits;
  readonly #onStray: () => void;
  #requests: Requests | null = null;
  #ready = false;

  /** @param onStray called for an answer to no request */
  constructor(name: string, limits: AriLimits, onStray: () => void) {
    this.#name = name;
    this.limits = limits;
    this.#onStray = onStray;
  }

  /** Whether it has answered its initialisation, and its connections last. */
  get ready(): boolean {
    return this.#ready;
  }

  /** A line of the request stream. @throws AriError */
  answered(tokens: LineTokens): void {
    this.#requests?.answer(tokens);
  }

  /** One of its connections ended. */
  end(reason: string): void {
    this.#ready = false;
    this.#requests?.end(reason);
    this.#requests = null;
  }

  /** @throws AdapterGone */
  protected get requests(): Requests {
    if (!this.#ready || this.#requests === null) throw new AdapterGone(`${this.#name} is not connected`);
    return this.#requests;
  }

  /**
   * Sends the first request on new connections, of which the first is for requests: `MPI` for metadata, `DPI` for data.
   * @param names parameters of the Adapter Set for the adapter (`adapters_conf.id`, …)
   * @returns the requests of these connections, and when the adapter has accepted; that rejects with AdapterRefusal, AdapterGone, or an
   * Error when it speaks another version
   */
  protected initialise(
    method: 'MPI' | 'DPI',
    names: readonly (readonly [string, string])[],
    connections: readonly [AdapterConnection, ...AdapterConnection[]],
    overdue: RequestEvents['overdue'],
  ): { requests: Requests; accepted: Promise<void> } {
    const requests = new Requests(connections[0], this.#name, this.limits, { stray: this.#onStray, overdue });
    this.#requests = requests;
    const own = { 'ARI.version': ARI_VERSION, 'keepalive_hint.millis': String(this.limits.keepaliveMillis) };
    const { answer } = requests.ask(method, entryValues([...names, ...Object.entries(own)]), readVersion);
    const accepted = answer.then((version) => {
      if (!SPOKEN_VERSIONS.includes(version)) {
        throw new Error(`it speaks ARI ${version}, this broker speaks 1.8.0 to ${ARI_VERSION}`);
      }
      for (const connection of connections) connection.initialised(version);
      if (this.#requests === requests) this.#ready = true;
    });
    return { requests, accepted };
  }
}

function readVersion(tokens: LineTokens): string | null {
  if (tokens.nextType === 'V') {
    tokens.nothing();
    return null;
  }
  const parameters = new Map(tokens.list(() => [tokens.text('a parameter name'), tokens.string('a parameter')]));
  return parameters.get('ARI.version') ?? null;
}
