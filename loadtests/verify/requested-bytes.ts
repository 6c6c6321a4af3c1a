/** The text that a server makes when a client requests a number of bytes. */
import { FILLING } from '../../protocol/verbs.ts';

/** The text of `n` characters that every server gives: {@link FILLING}, again and again, cut at `n`. */
export const filling = (n: number): string => FILLING.repeat(Math.ceil(n / FILLING.length)).slice(0, n);
