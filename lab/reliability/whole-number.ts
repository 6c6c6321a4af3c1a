/** Reading numbers that commands are given. */
import { EXIT, OutcryError } from '../../system/errors.ts';

/** The whole number in `text`. @throws OutcryError (wrong use) that names the option */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new OutcryError(`--${option}: expected a whole number, not "${text}"`, EXIT.usage);
}
