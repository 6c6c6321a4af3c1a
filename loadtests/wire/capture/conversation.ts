/** One TCP connection to the server: what it carried, its requests, and the WebSocket frames of both directions. */
import { RequestCounter } from '../proxy/request-counter.ts';
import { ByteStream } from './byte-stream.ts';
import { FrameCounter } from './frame-counter.ts';
import type { TcpSegment } from './ip-packet.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
/** A request of a server's control paths. */
const CONTROL = /^\S+ \/outcry\//;

export class Conversation {
  /** Opened while it was captured. */
  opened = false;
  /** Not a client's: control or a feed. */
  control = false;
  readonly toServer = { payloadBytes: 0, segments: 0 };
  readonly toClients = { payloadBytes: 0, segments: 0 };
  readonly #requests = new RequestCounter((line) => {
    if (CONTROL.test(line)) this.control = true;
  });
  readonly #framesToServer = new FrameCounter();
  readonly #framesToClients = new FrameCounter();
  readonly #streamToServer = new ByteStream((bytes) => this.#fromClient(bytes));
  readonly #streamToClients = new ByteStream((bytes) => this.#fromServer(bytes));
  /** The end of what the server has said since the upgrade was asked for, while its head is not over; null once it is. */
  #head: Buffer | null = Buffer.alloc(0);

  push(segment: TcpSegment, toServer: boolean): void {
    if (segment.payloadBytes > 0) {
      const carried = toServer ? this.toServer : this.toClients;
      carried.payloadBytes += segment.payloadBytes;
      carried.segments++;
    }
    (toServer ? this.#streamToServer : this.#streamToClients).push(segment);
  }

  get httpRequests(): number {
    return this.#requests.requests;
  }

  get framesToServer(): number {
    return this.#framesToServer.frames;
  }

  get framesToClients(): number {
    return this.#framesToClients.frames;
  }

  /** Bytes are missing from the capture, so that requests and frames are not all counted. */
  get broken(): boolean {
    return this.#streamToServer.broken || this.#streamToClients.broken;
  }

  #fromClient(bytes: Buffer): void {
    const http = this.#requests.push(bytes);
    if (http < bytes.length) this.#framesToServer.push(bytes.subarray(http));
  }

  /** Before an upgrade the server's answers are not looked at; after it they are a head and then frames. */
  #fromServer(bytes: Buffer): void {
    if (!this.#requests.upgraded) return;
    if (this.#head === null) {
      this.#framesToClients.push(bytes);
      return;
    }
    const said = Buffer.concat([this.#head, bytes]);
    const end = said.indexOf(HEAD_END);
    if (end < 0) this.#head = said.subarray(Math.max(0, said.length - HEAD_END.length + 1));
    else {
      this.#head = null;
      this.#framesToClients.push(said.subarray(end + HEAD_END.length));
    }
  }
}
