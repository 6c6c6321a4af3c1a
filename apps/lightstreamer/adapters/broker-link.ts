/** Both adapters connected with one broker: three streams, of which none is worth anything without the others. */
import { BrokerStream } from './broker-stream.ts';
import { DataAdapter, type ItemHandlers } from './data.ts';
import { dial } from './dial.ts';
import { runMetadataAdapter, type SessionHandlers } from './metadata.ts';

/** The address at which a broker waits for adapters. */
export interface AriAddress {
  host: string;
  metadata: number;
  data: number;
  notify: number;
}

/** The time limit for both adapters to connect, ms. */
const CONNECT_MS = 30_000;

export class BrokerLink {
  readonly #streams: BrokerStream[] = [];
  readonly #ending = new AbortController();
  #data: DataAdapter | null = null;

  /** The data adapter, from the moment it is connected. */
  get data(): DataAdapter | null {
    return this.#data;
  }

  /** Bytes that were sent and that the broker has not taken. */
  get waiting(): number {
    return Math.max(0, ...this.#streams.map(({ waiting }) => waiting));
  }

  /** Resolves with why the first of the streams ended, which ends the others. */
  get ended(): Promise<string> {
    return Promise.race(this.#streams.map((stream) => stream.ended));
  }

  /** Connects; handlers may be called before it resolves. @throws Error when that cannot be, and `end` is to be called */
  async open(broker: AriAddress, handlers: SessionHandlers & ItemHandlers): Promise<void> {
    const late = new Error(`not connected after ${CONNECT_MS / 1_000} s`);
    const timer = setTimeout(() => this.end(late), CONNECT_MS);
    try {
      const metadata = await this.#dial(broker.host, broker.metadata);
      const metadataReady = runMetadataAdapter(metadata, handlers);
      metadata.begin();
      await this.#answered(metadataReady);
      // Some brokers open these ports only when the metadata adapter has answered.
      const [requests, notifications] = [
        await this.#dial(broker.host, broker.data),
        await this.#dial(broker.host, broker.notify),
      ];
      this.#data = new DataAdapter(requests, notifications, handlers);
      for (const stream of [requests, notifications]) stream.begin();
      await this.#answered(this.#data.ready);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the stream of updates after all that was sent. Resolves when the broker has taken it, and its end. */
  async finish(): Promise<void> {
    const [_metadata, _requests, notifications] = this.#streams;
    await notifications?.finish();
  }

  end(reason: Error): void {
    this.#ending.abort(reason);
    for (const stream of this.#streams) stream.destroy(reason);
  }

  async #dial(host: string, port: number): Promise<BrokerStream> {
    const stream = new BrokerStream(await dial(host, port, this.#ending.signal));
    this.#streams.push(stream);
    return stream;
  }

  #answered(ready: Promise<void>): Promise<void> {
    const ended = this.ended.then((reason) => {
      throw new Error(reason);
    });
    return Promise.race([ready, ended]);
  }
}
