/** One line at the bottom of a terminal: progress, remaining time and current step. Without a terminal, plain lines. */

import { minutes, type TimeEstimate } from '../../loadtests/session/plan/time-estimate.ts';
import { printable } from './print.ts';

const BAR = 16;
const REDRAW_MS = 500;
const CLEAR = '\r\u001b[K';

/** As much of `process.stderr` as is used. */
export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** The bar as text, at most `width` characters. */
export function barText(
  { share, elapsed, left }: Pick<TimeEstimate, 'share' | 'elapsed' | 'left'>,
  doing: string,
  width: number,
): string {
  const filled = Math.min(BAR, Math.floor(share * BAR));
  const to = left === 0 ? '' : `, about ${minutes(Math.max(5, Math.ceil(left / 5) * 5))} to go`;
  const text = `[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${minutes(elapsed)}${to}  ${printable(doing)}`;
  return text.slice(0, width);
}

export class StepBar {
  #doing = '';
  #timer: NodeJS.Timeout | null = null;
  /** Whether there is a terminal to draw on. */
  readonly live: boolean;

  constructor(
    readonly estimate: TimeEstimate,
    readonly terminal: Terminal = process.stderr,
  ) {
    this.live = terminal.isTTY === true;
  }

  /** Shows the current step; without a terminal, as a line of its own. */
  readonly step = (doing: string): void => {
    if (doing === this.#doing) return;
    this.#doing = doing;
    if (!this.live) {
      this.terminal.write(`${printable(doing)}\n`);
      return;
    }
    this.#draw();
    this.#timer ??= setInterval(() => this.#draw(), REDRAW_MS).unref();
  };

  /** As `step`, on a terminal only: for steps that are too frequent or too small for a log. */
  readonly detail = (doing: string): void => {
    if (this.live) this.step(doing);
  };

  /** Prints a line that stays. */
  readonly say = (line: string): void => {
    this.terminal.write(`${this.live ? CLEAR : ''}${line}\n`);
    if (this.#timer !== null) this.#draw();
  };

  /** Removes the bar until the next step. */
  clear(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#doing = '';
    if (this.live) this.terminal.write(CLEAR);
  }

  #draw(): void {
    this.terminal.write(`${CLEAR}${barText(this.estimate, this.#doing, (this.terminal.columns ?? 80) - 1)}`);
  }
}
