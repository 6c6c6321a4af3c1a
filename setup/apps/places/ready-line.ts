/** The line with which a server says that it listens: the contract in `protocol/server-process.md`, whatever the server runs in. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { type Tail, tailOf } from '../../../system/output-tail.ts';
import { cpuSentence } from '../build/build-failure.ts';

/** A server's statements about itself, from its ready line. */
export interface ServerSays {
  versions: { framework: string | null; runtime: string | null };
  /** Set when something replaces a part of the framework. */
  substitute: string | null;
  /** Set when the edition that runs limits what can be measured. */
  limits: string | null;
  /** Clients at once that the edition lets in; null: not known to be limited. */
  maxClients: number | null;
  /** Set when something must be said wherever its figures are shown. */
  notice: string | null;
  /** Set when clients connect to another port than `port`: why bytes cannot be counted before it. */
  otherPort: string | null;
  /** Set when a part of the framework runs outside of this process's tree: why its CPU and memory are not known. */
  otherProcess: string | null;
}

/** As it is written: what does not apply is left out. */
export type ReadyLine = { ready: true; port: number; versions?: Partial<ServerSays['versions']> } & Partial<
  Omit<ServerSays, 'versions'>
>;

export function saidBy({
  versions,
  substitute = null,
  limits = null,
  maxClients = null,
  notice = null,
  otherPort = null,
  otherProcess = null,
}: ReadyLine): ServerSays {
  const { framework = null, runtime = null } = versions ?? {};
  return { versions: { framework, runtime }, substitute, limits, maxClients, notice, otherPort, otherProcess };
}

const after = (sentence: string): string => (sentence === '' ? '' : `. ${sentence.replace(/\.$/, '')}`);

const READY_TIMEOUT_MS = 60_000;

/**
 * Waits for the first line of a server's output, and reads what comes after it, so that a chatty server does not block on a full pipe.
 * @param ended settles when the server has ended, with how
 * @throws Error whose message goes on from the server's name: `ended with 1 before it was ready`
 */
export function readReadyLine(
  output: Readable,
  ended: Promise<number | string>,
  limitMs = READY_TIMEOUT_MS,
): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(what));
    };
    const timer = setTimeout(() => fail(`printed no ready line within ${limitMs / 1000} s`), limitMs);
    void ended.then((how) => fail(`ended with ${how} before it was ready${after(cpuSentence(how))}`));
    const lines = createInterface({ input: output });
    lines.once('line', (line) => {
      clearTimeout(timer);
      // What follows is thrown away, however long its lines are.
      lines.close();
      output.resume();
      try {
        const parsed = JSON.parse(line) as ReadyLine;
        if (parsed.ready !== true || !Number.isInteger(parsed.port)) throw new Error('no ready and port');
        resolve(parsed);
      } catch {
        fail(
          `broke the contract: its first line on stdout must be {"ready":true,"port":N,...} but is: ${line.slice(0, 200)}`,
        );
      }
    });
  });
}

/** As much of what a server writes to stderr as is kept. */
const LOG_LINES = 200;
/** As much of it as an error has room for. */
const TOLD_LINES = 15;

/** The last lines of a server's stderr, which is read as it comes. */
export const logOf = (output: Readable): Tail => tailOf(LOG_LINES, output);

/** The error of a server that did not come up: `message`, and the end of its log where it has one. */
export function notUp(message: string, log: readonly string[]): OutcryError {
  const end = log.slice(-TOLD_LINES).join('\n');
  return new OutcryError(end ? `${message}\nIts log ends:\n${end}` : message, EXIT.failed);
}
