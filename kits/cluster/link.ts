/** Questions, answers and news between two processes, over a channel that keeps their order and carries JSON. */
import type { ControlCode } from '../../protocol/control.ts';
import { Fault } from '../node/fault.ts';

export type Message =
  | { news: unknown }
  | { question: number; asked: unknown }
  | { answerTo: number; answer: unknown }
  | { answerTo: number; fault: { code: ControlCode; reason: string; status: number } }
  | { answerTo: number; error: string };

/** Handles the messages of the other end. */
export interface Listener {
  /** Answers a question. The other end's `ask` throws the same error: a Fault as a Fault. */
  answer(asked: unknown): unknown;
  hear(news: unknown): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** One end of a channel. Messages are heard in the order in which they were said, answers included. */
export class Link {
  readonly #send: (message: Message) => void;
  readonly #listener: Listener;
  readonly #waiting = new Map<number, Waiting>();
  #questions = 0;

  constructor(send: (message: Message) => void, listener: Listener) {
    this.#send = send;
    this.#listener = listener;
  }

  tell(news: unknown): void {
    this.#send({ news });
  }

  /** @throws Fault that the other end answered with; Error when it failed, or has ended */
  ask(asked: unknown): Promise<unknown> {
    const question = ++this.#questions;
    return new Promise((resolve, reject) => {
      this.#waiting.set(question, { resolve, reject });
      this.#send({ question, asked });
    });
  }

  /** The other end is gone: what was asked is not answered any more. */
  end(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('the process that was asked has ended'));
    this.#waiting.clear();
  }

  /** Takes what the other end has sent. */
  receive(message: Message): void {
    if ('news' in message) this.#listener.hear(message.news);
    else if ('question' in message) void this.#answer(message.question, message.asked);
    else {
      const waiting = this.#waiting.get(message.answerTo);
      this.#waiting.delete(message.answerTo);
      if ('fault' in message) {
        const { code, reason, status } = message.fault;
        waiting?.reject(new Fault(code, reason, status));
      } else if ('error' in message) waiting?.reject(new Error(message.error));
      else waiting?.resolve(message.answer);
    }
  }

  async #answer(answerTo: number, asked: unknown): Promise<void> {
    try {
      this.#send({ answerTo, answer: (await this.#listener.answer(asked)) ?? null });
    } catch (error) {
      if (error instanceof Fault) {
        const { code, message: reason, status } = error;
        this.#send({ answerTo, fault: { code, reason, status } });
      } else this.#send({ answerTo, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
}
