/** Sends HTTP requests as they are, one after the other over one connection where the server lets it. */
import { connect, type Socket } from 'node:net';
import type { HostileRequest } from './mutate-request.ts';
import { fieldOf } from './requests.ts';

/** A request that is not answered for this long is left: it may be held, or never be understood; ms. */
const SILENT_MS = 100;

export class HostileHttp {
  #socket: Socket | null = null;

  constructor(private readonly port: number) {}

  /** Resolves with the status of the answer; with null when there was none. */
  async send({ bytes, isWhole }: HostileRequest): Promise<number | null> {
    const socket = this.#socket ?? connect(this.port, '127.0.0.1').on('error', () => {});
    this.#socket = null;
    const answer = await new Promise<Buffer | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), SILENT_MS);
      const came = (what: Buffer | null): void => {
        clearTimeout(timer);
        socket.removeAllListeners('data').removeAllListeners('close');
        resolve(what);
      };
      socket.on('data', came).on('close', () => came(null));
      socket.write(bytes);
    });
    if (answer !== null && isWhole && isComplete(answer) && !socket.destroyed) this.#socket = socket;
    else socket.destroy();
    return answer === null
      ? null
      : Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1', 0, 12))?.[1] ?? Number.NaN);
  }

  end(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }
}

/** The whole answer is there, and the connection is good for another request. */
function isComplete(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = answer.toString('latin1', 0, end);
  if (/close/i.test(fieldOf(head, 'connection') ?? '')) return false;
  const length = fieldOf(head, 'content-length') ?? (/^HTTP\/1\.1 (204|304)/.test(head) ? '0' : null);
  return length !== null && answer.length === end + 4 + Number(length);
}
