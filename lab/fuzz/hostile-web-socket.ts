/** A WebSocket opened with a recorded handshake, over which bytes go out as they are. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeFrame, FrameReader, OPCODE } from './frames.ts';
import type { RecordedWebSocket } from './recorder.ts';
import { encodeRequest } from './requests.ts';

/** A server that says nothing for this long has lost the thread, and the connection is given up. */
const SILENT_MS = 1_000;
/** The time that a server has for its first pong, on a busy machine too. */
const FIRST_PONG_MS = 20_000;
const END_OF_HEAD = '\r\n\r\n';

export class HostileWebSocket {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  #pings = 0;
  #pong: ((isAlive: boolean) => void) | null = null;
  #isOpen = true;
  /** A ping was not answered in time. */
  #isGivenUp = false;

  private constructor(socket: Socket, rest: Buffer) {
    this.#socket = socket;
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('close', () => this.#closed());
    if (rest.length > 0) this.#read(rest);
  }

  /**
   * Opens one and says the first `prologue` texts of the recorded one.
   * @returns null when the server does not take the recorded handshake a second time
   */
  static async open(port: number, recorded: RecordedWebSocket, prologue: number): Promise<HostileWebSocket | null> {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(encodeRequest(recorded.handshake));
    const answer = await new Promise<Buffer | null>((resolve) => {
      let head = Buffer.alloc(0);
      setTimeout(() => resolve(null), SILENT_MS).unref();
      socket.on('data', (bytes) => {
        head = Buffer.concat([head, bytes]);
        if (head.includes(END_OF_HEAD)) resolve(head);
      });
      socket.once('close', () => resolve(null));
    });
    socket.removeAllListeners('data');
    socket.removeAllListeners('close');
    if (answer === null || !answer.toString('latin1', 0, 12).startsWith('HTTP/1.1 101')) {
      socket.destroy();
      return null;
    }
    const opened = new HostileWebSocket(socket, answer.subarray(answer.indexOf(END_OF_HEAD) + END_OF_HEAD.length));
    for (const text of recorded.texts.slice(0, prologue)) {
      socket.write(encodeFrame({ opcode: OPCODE.text, payload: Buffer.from(text) }));
    }
    return opened;
  }

  /**
   * Nothing else tells what a server has read.
   * @throws Error when it leaves the ping of a client unanswered that has said the first `prologue` texts
   */
  static async demandPong(
    port: number,
    recorded: RecordedWebSocket,
    prologue: number,
    limitMs = FIRST_PONG_MS,
  ): Promise<void> {
    const honest = await HostileWebSocket.open(port, recorded, prologue);
    if (honest === null) return;
    await honest.isAlive(limitMs);
    honest.end();
    // A server may also end a connection that says again what another has said.
    if (honest.#isGivenUp) throw new Error('the server does not answer the ping of a WebSocket (RFC 6455, 5.5.2)');
  }

  async send(bytes: Buffer): Promise<void> {
    if (!this.#isOpen || this.#socket.write(bytes)) return;
    await Promise.race([once(this.#socket, 'drain'), once(this.#socket, 'close')]).catch(() => {});
  }

  /** Tells whether the server has read all that was sent and still answers a ping. */
  isAlive(limitMs = SILENT_MS): Promise<boolean> {
    if (!this.#isOpen) return Promise.resolve(false);
    const payload = Buffer.from(`ping ${++this.#pings}`);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#isGivenUp = true;
        this.#closed();
      }, limitMs);
      this.#pong = (isAlive) => {
        clearTimeout(timer);
        this.#pong = null;
        resolve(isAlive);
      };
      this.#socket.write(encodeFrame({ opcode: OPCODE.ping, payload }));
    });
  }

  end(): void {
    this.#isOpen = false;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    for (const { opcode, payload } of this.#reader.push(bytes)) {
      // A server that has said that it closes answers no ping any more, and may wait for our close for half a minute.
      if (opcode === OPCODE.close) this.#closed();
      else if (opcode === OPCODE.pong && payload.toString() === `ping ${this.#pings}`) this.#pong?.(true);
    }
  }

  #closed(): void {
    this.#isOpen = false;
    this.#socket.destroy();
    this.#pong?.(false);
  }
}
