/** A client's messages: one sequence, processed one after another by their numbers. */
import { type Fault, MalformedRequest, messageFault, Refused } from './errors.ts';
import type { Limits } from './limits.ts';
import { flag, integer, type Params, required } from './params.ts';

interface Message {
  text: string;
  /** The client wants to know how it went. */
  outcome: boolean;
  /** The messages before this one are given up at this time. */
  until: number;
}

export interface MessageEvents {
  /** Hands a message to the metadata adapter. */
  process(text: string): Promise<void>;
  done(sequence: string, progressive: number): void;
  failed(sequence: string, progressive: number, fault: Fault): void;
}

/** The widest gap in the numbers. */
const MOST_AHEAD = 10_000;
const SEQUENCE = /^[A-Za-z0-9_]{1,100}$/;
const RESERVED_SEQUENCE = 'UNORDERED_MESSAGES';

export class Messages {
  readonly #limits: Limits;
  readonly #events: MessageEvents;
  /** The name of the sequence: that of the first message. */
  #sequence: string | null = null;
  /** The number that comes next. */
  #next = 1;
  readonly #waiting = new Map<number, Message>();
  #isBusy = false;
  /** Called when there is room for more. */
  #forRoom: (() => void)[] = [];
  #hasEnded = false;

  constructor(limits: Limits, events: MessageEvents) {
    this.#limits = limits;
    this.#events = events;
  }

  /** Resolves when another message may be taken. */
  async room(): Promise<void> {
    while (this.#waiting.size >= this.#limits.messages && !this.#hasEnded) {
      await new Promise<void>((resolve) => this.#forRoom.push(resolve));
    }
  }

  /** Takes a message. @throws Refused when it is malformed, or its number has been used or is out of reach */
  take(params: Params): void {
    const sequence = required(params, 'LS_sequence');
    if (sequence === RESERVED_SEQUENCE || !SEQUENCE.test(sequence)) {
      throw new MalformedRequest('LS_sequence must be letters, digits and underscores');
    }
    if (sequence !== (this.#sequence ?? sequence)) throw new MalformedRequest('a session has one sequence of messages');
    const progressive = integer(params, 'LS_msg_prog', 0);
    if (progressive === 0) throw new MalformedRequest('LS_msg_prog must be a number from 1 on');
    const text = required(params, 'LS_message');
    const outcome = flag(params, 'LS_outcome', true);
    if (progressive < this.#next) throw new Refused(32, 'The number of this message has had its turn');
    if (this.#waiting.has(progressive)) throw new Refused(33, 'A message with this number has been taken already');
    if (progressive >= this.#next + MOST_AHEAD) throw new MalformedRequest('LS_msg_prog is too far ahead');
    this.#sequence = sequence;
    this.#waiting.set(progressive, { text, outcome, until: performance.now() + this.#limits.messageWait });
    void this.#advance();
  }

  /** Skips numbers that have not come for too long. One notification reports them all: its text is how many. */
  tick(now: number): void {
    if (this.#isBusy || this.#waiting.size === 0) return;
    if ([...this.#waiting.values()].every(({ until }) => until > now)) return;
    const first = Math.min(...this.#waiting.keys());
    const fault = { code: 39, message: String(first - this.#next) };
    this.#next = first;
    this.#events.failed(this.#sequence!, first - 1, fault);
    void this.#advance();
  }

  end(): void {
    this.#hasEnded = true;
    this.#makeRoom();
  }

  /** Processes the messages whose turn it is. */
  async #advance(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let message = this.#waiting.get(this.#next); message; message = this.#waiting.get(this.#next)) {
      const progressive = this.#next++;
      try {
        await this.#events.process(message.text);
        if (message.outcome) this.#events.done(this.#sequence!, progressive);
      } catch (error) {
        if (message.outcome) this.#events.failed(this.#sequence!, progressive, messageFault(error));
      }
      this.#waiting.delete(progressive);
      this.#makeRoom();
    }
    this.#isBusy = false;
  }

  #makeRoom(): void {
    for (const resolve of this.#forRoom.splice(0)) resolve();
  }
}
