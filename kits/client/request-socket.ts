/**
 * A socket over requests alone: each goes its own way, and between two of them there is nothing. No event can come, so none is kept; the
 * connection is whatever its user takes it for, and has ended when its user says so or a request does not get through.
 */
import type { Reply, Socket } from '../../protocol/socket.ts';
import { Ending } from './ending.ts';
import { reasonOf } from './reason.ts';

/** The time limit of a request, ms. */
const REPLY_MS = 20_000;

/** Gets the reply to a request; rejects when there is none, and when `signal` is aborted. */
export type Ask = (request: string, data: unknown, signal: AbortSignal) => Promise<Reply>;

export class RequestSocket implements Socket {
  readonly transport = 'rest';
  readonly #ask: Ask;
  readonly #underWay = new Set<AbortController>();
  readonly #ending = new Ending();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  on(): void {}

  /** @throws while it is open: who relies on an event that cannot be sent must learn of it */
  emit(event: string): void {
    if (!this.#ending.over) throw new Error(`${event}: this transport carries requests, and no events`);
  }

  async request(event: string, data: unknown): Promise<Reply> {
    if (this.#ending.over) throw new Error(`${event}: the connection has ended`);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error(`no reply within ${REPLY_MS / 1_000} s`)), REPLY_MS);
    this.#underWay.add(abort);
    try {
      return await this.#ask(event, data, abort.signal);
    } catch (error) {
      const { aborted, reason } = abort.signal;
      if (!aborted) this.#closed(reasonOf(error));
      throw new Error(`${event}: ${reasonOf(aborted ? reason : error)}`);
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(abort);
    }
  }

  onClose(handler: (reason: string) => void): void {
    this.#ending.onClose(handler);
  }

  async close(): Promise<void> {
    this.#closed('closed by the client');
  }

  #closed(reason: string): void {
    for (const abort of this.#underWay) abort.abort(new Error(`the connection ended before the reply: ${reason}`));
    this.#ending.closed(reason);
  }
}
