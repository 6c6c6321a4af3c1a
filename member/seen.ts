/** The messages that one client has received from every sender it hears: one bit per message, one number per sender. */

export type Arrival = 'first' | 'first-out-of-order' | 'duplicate';

export class Seen {
  count = 0;
  readonly #bits: Uint8Array;
  readonly #highest: Int32Array;
  readonly #messages: number;

  /**
   * @param senders the number of senders that are heard
   * @param messages messages per sender
   */
  constructor(senders: number, messages: number) {
    this.#messages = messages;
    this.#bits = new Uint8Array(Math.ceil((senders * messages) / 8));
    this.#highest = new Int32Array(senders).fill(-1);
  }

  /** Tells whether message `seq` of sender number `sender` has been noted. */
  has(sender: number, seq: number): boolean {
    const index = sender * this.#messages + seq;
    return (this.#bits[Math.floor(index / 8)]! & (1 << (index % 8))) !== 0;
  }

  /** Notes message `seq` (0 ...) of sender number `sender` (0 ...), both within what the constructor was told. */
  note(sender: number, seq: number): Arrival {
    const index = sender * this.#messages + seq;
    const byte = Math.floor(index / 8);
    const bit = 1 << (index % 8);
    if ((this.#bits[byte]! & bit) !== 0) return 'duplicate';
    this.#bits[byte]! |= bit;
    this.count++;
    if (seq < this.#highest[sender]!) return 'first-out-of-order';
    this.#highest[sender] = seq;
    return 'first';
  }
}
