/** The end of a connection, which is told once to everybody who asks, also to those who ask afterwards. */
export class Ending {
  readonly #handlers: ((reason: string) => void)[] = [];
  #reason: string | null = null;

  /** True once the connection has ended. */
  get over(): boolean {
    return this.#reason !== null;
  }

  onClose(handler: (reason: string) => void): void {
    const reason = this.#reason;
    if (reason === null) this.#handlers.push(handler);
    else queueMicrotask(() => handler(reason));
  }

  /** The connection has ended. Only the first reason counts. */
  closed(reason: string): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    for (const handler of this.#handlers.splice(0)) handler(reason);
  }
}
