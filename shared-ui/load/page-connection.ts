/** The connection over which load pages talk to each other. While a test runs there is none: it would be one more in the room. */
import { connectOne } from '../../member/connect.ts';
import type { Transport } from '../../metrics/transports.ts';
import type { Adapter, Socket } from '../../protocol/socket.ts';
import { bodyOf, type Note, noteIn } from './page-messages.ts';

export class Line {
  #socket: Socket | null = null;
  #opening: Promise<void> | null = null;

  /** @param hear called with each note, those of this page too */
  constructor(
    private readonly adapter: Adapter,
    private readonly url: string,
    private readonly transport: Transport,
    private readonly hear: (note: Note) => void,
  ) {}

  /** Rejects with a sentence when the server cannot be reached. */
  open(): Promise<void> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  say(note: Note): void {
    this.#socket?.emit('publish', bodyOf(note));
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    await socket?.close();
  }

  async #open(): Promise<void> {
    if (this.#socket !== null) return;
    const socket = await connectOne(this.adapter, this.url, this.transport, 0);
    this.#socket = socket;
    socket.on('publish', (data: { body: unknown } | null) => {
      const note = noteIn(data?.body);
      if (note !== null) this.hear(note);
    });
    socket.onClose(() => {
      if (this.#socket === socket) this.#socket = null;
    });
  }
}
