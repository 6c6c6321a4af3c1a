/** One TCP connection of an adapter: lines, keepalives, the close packet. */
import type { Socket } from 'node:net';
import { AriError, LineTokens, writeLine } from './codec.ts';
import type { AriLimits } from './limits.ts';

/** The one of the three ports that it came to. */
export type Role = 'metadata' | 'data' | 'notify';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  metadata: 'the metadata adapter',
  data: "the data adapter's request stream",
  notify: "the data adapter's notification stream",
};

export interface ConnectionListener {
  /** An error that it throws ends the connection. */
  line(tokens: LineTokens): void;
  /** Called after all lines that a chunk completed. */
  chunk(): void;
  /** Called once; not when the broker closes the connection. */
  ended(reason: string): void;
}

/** An adapter that is silent for this many keepalive intervals is gone. */
const SILENT_HINTS = 3;

export class AdapterConnection {
  readonly #role: Role;
  readonly #socket: Socket;
  readonly #limits: AriLimits;
  readonly #listener: ConnectionListener;
  readonly #silence: NodeJS.Timeout;
  /** The beginning of a line whose end has not come yet. */
  #pieces: string[] = [];
  #length = 0;
  #silentHints = 0;
  #hears = true;
  #closed: Promise<void> | null = null;
  #corked = false;

  constructor(socket: Socket, role: Role, limits: AriLimits, listener: ConnectionListener) {
    this.#role = role;
    this.#socket = socket;
    this.#limits = limits;
    this.#listener = listener;
    const name = ROLE_NAMES[role];
    socket.setEncoding('utf8').on('data', (text: string) => this.#chunk(text));
    socket.on('error', (error) => this.#ended(`the connection of ${name} broke: ${error.message}`));
    socket.on('end', () => this.#ended(`${name} ended its connection`));
    socket.on('close', () => this.#ended(`the connection of ${name} ended`));
    // Time is counted in turns of the event loop, between which the socket is read: a pause of the broker is no silence.
    this.#silence = setInterval(() => {
      this.#silentHints += 1;
      if (this.#silentHints <= SILENT_HINTS) return;
      this.#ended(`${name} was silent for more than ${(SILENT_HINTS * limits.keepaliveMillis) / 1000} s`);
    }, limits.keepaliveMillis);
  }

  /** Bytes the adapter has not taken yet. */
  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  /** Lines that are sent in one turn of the event loop leave in one piece. */
  send(line: string): void {
    if (this.#closed !== null || this.#socket.destroyed) return;
    if (!this.#corked) {
      this.#corked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#corked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(line);
  }

  /** Ends the connection, with the reason in a close packet. Resolves when it is closed. */
  close(reason: string): Promise<void> {
    this.#hears = false;
    this.#closed ??= this.#end(reason);
    return this.#closed;
  }

  #end(reason: string): Promise<void> {
    clearInterval(this.#silence);
    const socket = this.#socket;
    if (socket.closed) return Promise.resolve();
    return new Promise((resolve) => {
      const cut = setTimeout(() => socket.destroy(), this.#limits.closeMillis);
      socket.once('close', () => {
        clearTimeout(cut);
        resolve();
      });
      // Adapters do not read what comes on the notification stream.
      if (this.#role !== 'notify' && socket.writable) socket.write(writeLine('0', 'CLOSE', ['reason', reason]));
      socket.end();
      socket.resume();
    });
  }

  #chunk(text: string): void {
    if (!this.#hears) return;
    this.#silentHints = 0;
    let end: string | null = null;
    try {
      this.#read(text);
    } catch (error) {
      end = `${ROLE_NAMES[this.#role]}: ${(error as Error).message}`;
    }
    this.#listener.chunk();
    if (end !== null) this.#ended(end);
  }

  /** Puts lines together; a long one in many pieces costs no more than its length. */
  #read(text: string): void {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) {
        this.#line(this.#pieces.join(''));
        this.#pieces = [];
        this.#length = 0;
      }
      this.#pieces.push(piece);
      this.#length += piece.length;
      if (this.#length <= this.#limits.lineLength) continue;
      throw new AriError(`there are more than ${this.#limits.lineLength} characters`, this.#pieces[0]!);
    }
  }

  #line(text: string): void {
    const line = text.replace(/\r$/, '');
    if (!this.#hears || line === 'KEEPALIVE') return;
    const tokens = new LineTokens(line);
    // Credentials are not checked: only this machine can connect.
    if (tokens.method !== 'RAC') this.#listener.line(tokens);
  }

  #ended(reason: string): void {
    clearInterval(this.#silence);
    if (!this.#hears) return;
    this.#hears = false;
    this.#listener.ended(reason);
  }
}
