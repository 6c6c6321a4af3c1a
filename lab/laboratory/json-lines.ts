/** A log with a line of JSON for each thing that is done, so that hours of work can be ended and continued. */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { EXIT, OutcryError } from '../../system/errors.ts';

export class JsonLines<Line extends object> {
  readonly #lines: Line[];

  /**
   * Keeps the whole lines; half a line, of a program that was killed, is cut off.
   * @param file null: nothing is kept
   * @param begins the permitted beginnings of lines, such as `{"session":`
   * @param what the log is of, for people
   * @throws OutcryError (wrong use) when the file is something else, which stays as it is
   */
  constructor(
    private readonly file: string | null,
    begins: readonly string[],
    private readonly what: string,
  ) {
    const text = file !== null && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').slice(0, -1);
    const rest = text.slice(whole.length);
    const isOurs = (line: string) => begins.some((begin) => line.startsWith(begin));
    if (!lines.every(isOurs) || !(isOurs(rest) || begins.some((begin) => begin.startsWith(rest)))) throw this.foreign();
    try {
      this.#lines = lines.map((line) => JSON.parse(line) as Line);
    } catch {
      throw this.foreign();
    }
    if (rest !== '') truncateSync(file!, Buffer.byteLength(whole));
  }

  /** In the order in which they came. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** The error for a file that is something else. */
  foreign(): OutcryError {
    return new OutcryError(`${this.file} is no log of ${this.what}; take another file`, EXIT.usage);
  }

  add(line: Line): void {
    this.#lines.push(line);
    if (this.file !== null) appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }
}
