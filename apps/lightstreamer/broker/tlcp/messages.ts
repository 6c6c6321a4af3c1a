/** A client's messages. Those of one sequence are processed one after another, by their numbers. */
import { type Fault, messageFault, Refused } from './errors.ts';
import { MalformedRequest } from './params.ts';

/** A message as it came. */
export interface Message {
  text: string;
  /** Null: no sequence; it is processed at once. */
  sequence: string | null;
  /** From 1 in its sequence; null when the client gave none. */
  progressive: number | null;
  /** How long it may wait for those before it, ms. */
  maxWait: number;
  /** The client wants to know how it went. */
  outcome: boolean;
}

/** How a message went. */
export type Outcome = { ok: true; response: string } | ({ ok: false } & Fault);

interface Sequence {
  /** The number that comes next. */
  next: number;
  waiting: Map<number, { message: Message; until: number }>;
  busy: boolean;
}

/** The widest gap in the numbers of a sequence. */
const MOST_AHEAD = 10_000;
const MOST_SEQUENCES = 100;

export class Messages {
  readonly #process: (text: string) => Promise<string | null>;
  readonly #tell: (message: Message, outcome: Outcome) => void;
  readonly #now: () => number;
  readonly #sequences = new Map<string, Sequence>();
  /** The newest numbers of messages without a sequence. */
  readonly #unordered = new Set<number>();
  /** Messages taken and not processed yet. */
  pending = 0;

  constructor(
    process: (text: string) => Promise<string | null>,
    tell: (message: Message, outcome: Outcome) => void,
    now: () => number,
  ) {
    this.#process = process;
    this.#tell = tell;
    this.#now = now;
  }

  /** Takes a message; throws {@link Refused} when its number has been used or is out of reach. */
  take(message: Message): void {
    if (message.sequence === null) {
      this.#checkUnordered(message.progressive);
      this.pending += 1;
      void this.#run(message).then(() => this.#done());
      return;
    }
    const sequence = this.#sequence(message.sequence);
    const progressive = message.progressive!;
    if (progressive < sequence.next) throw new Refused(32, 'The number of this message has had its turn');
    if (sequence.waiting.has(progressive)) {
      throw new Refused(33, 'A message with this number has been taken already');
    }
    if (progressive >= sequence.next + MOST_AHEAD) throw new MalformedRequest('LS_msg_prog is too far ahead');
    this.pending += 1;
    sequence.waiting.set(progressive, { message, until: this.#now() + message.maxWait });
    this.#advance(sequence);
  }

  /** Skips numbers that are overdue. */
  tick(): void {
    const now = this.#now();
    for (const [name, sequence] of this.#sequences) {
      if (sequence.busy || sequence.waiting.size === 0) continue;
      const overdue = [...sequence.waiting].filter(([, { until }]) => until <= now).map(([progressive]) => progressive);
      if (overdue.length === 0) continue;
      const first = Math.min(...sequence.waiting.keys());
      this.#skip(name, sequence, first);
      this.#advance(sequence);
    }
  }

  /** Without a sequence, too, a number can be used once. */
  #checkUnordered(progressive: number | null): void {
    if (progressive === null) return;
    if (this.#unordered.has(progressive)) {
      throw new Refused(33, 'A message with this number has been taken already');
    }
    this.#unordered.add(progressive);
    if (this.#unordered.size > MOST_AHEAD) this.#unordered.delete(this.#unordered.values().next().value!);
  }

  #sequence(name: string): Sequence {
    let sequence = this.#sequences.get(name);
    if (sequence === undefined) {
      if (this.#sequences.size >= MOST_SEQUENCES) throw new MalformedRequest('Too many sequences');
      sequence = { next: 1, waiting: new Map(), busy: false };
      this.#sequences.set(name, sequence);
    }
    return sequence;
  }

  #advance(sequence: Sequence): void {
    if (sequence.busy) return;
    const next = sequence.waiting.get(sequence.next);
    if (next === undefined) return;
    sequence.waiting.delete(sequence.next);
    sequence.next += 1;
    sequence.busy = true;
    void this.#run(next.message).then(() => {
      sequence.busy = false;
      this.#done();
      this.#advance(sequence);
    });
  }

  #done(): void {
    this.pending -= 1;
  }

  /** Skips the numbers before `first`, which are late. One notification reports them all: its text is how many. */
  #skip(name: string, sequence: Sequence, first: number): void {
    const many = first - sequence.next;
    sequence.next = first;
    const last: Message = { text: '', sequence: name, progressive: first - 1, maxWait: 0, outcome: true };
    if (many === 1) {
      this.#tell(last, { ok: false, code: 38, message: 'The number has been skipped by timeout' });
    } else this.#tell(last, { ok: false, code: 39, message: String(many) });
  }

  async #run(message: Message): Promise<void> {
    let outcome: Outcome;
    try {
      outcome = { ok: true, response: (await this.#process(message.text)) ?? '' };
    } catch (error) {
      outcome = { ok: false, ...messageFault(error) };
    }
    if (message.outcome) this.#tell(message, outcome);
  }
}
