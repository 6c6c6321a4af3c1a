/** Short notices of what happens: a few at a time, each gone by itself. */
import ko from 'knockout';
import type { Clock } from '../../member/clock.ts';

/** A piece of a notice. A user's text is marked, so that the page can keep its writing direction to itself. */
export interface Part {
  text: string;
  written: boolean;
}

export interface Notice {
  /** A later notice with the same key takes the place of an earlier one: a busy item fills no screen. */
  key: string;
  parts: Part[];
}

const SHOWN_MS = 6_000;
const MOST_AT_ONCE = 3;

/** A user's text inside a {@link sentence}. */
export const written = (text: string): Part => ({ text, written: true });

/** A template for sentences with what users wrote in them: sentence`${written(user)} removed ${written(item)}.` */
export function sentence(texts: TemplateStringsArray, ...values: (Part | string)[]): Part[] {
  const plain = (text: string): Part => ({ text, written: false });
  const parts = texts.flatMap((text, index) => {
    const value = values[index];
    return [plain(text), ...(value === undefined ? [] : [typeof value === 'string' ? plain(value) : value])];
  });
  return parts.filter((part) => part.text !== '');
}

export class Notices {
  readonly shown = ko.observableArray<Notice>();

  constructor(private readonly clock: Pick<Clock, 'setTimer'>) {}

  show(key: string, parts: Part[]): void {
    const notice = { key, parts };
    const others = this.shown().filter((other) => other.key !== key);
    this.shown([...others, notice].slice(-MOST_AT_ONCE));
    this.clock.setTimer(() => this.shown.remove(notice), SHOWN_MS);
  }
}
