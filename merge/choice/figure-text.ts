/** Figures, days and machines in words, as the pages of findings have them. Pure. */
import { digitsOrCount as digits, NONE } from '../../metrics/numbers.ts';
import type { JudgedStudy, Measured } from '../claims/types.ts';

/** Each text once, in the order of their first places. */
export const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

const dayOf = (time: string | null): string => time?.slice(0, 10) ?? 'an unknown day';

/** The day on which runs were begun; the first and the last of several. */
export function daysOf({ first, last }: JudgedStudy['when']): string {
  return distinct([dayOf(first), dayOf(last)]).join(' to ');
}

/** Without its last stop. */
export const phrase = (sentence: string): string => sentence.replace(/\.$/, '');

/** `1.48 (1.06–2.05)`. */
export function measuredText({ value, low, high }: Measured): string {
  const [from, to] = [low, high].map((end) => (end === null ? '' : digits(end)));
  return low === high || from === '' || to === '' ? digits(value) : `${digits(value)} (${from}–${to})`;
}

/** {@link measuredText}, words as they are, or a dash. */
export const figureText = (figure: Measured | string | null): string =>
  figure === null ? NONE : typeof figure === 'string' ? figure : measuredText(figure);

/** Machines that differ in their kernel alone are one, and kernels in their build alone. */
export function machinesOf(sizes: readonly Pick<JudgedStudy, 'machines'>[]): string {
  const kernels = new Map<string, Set<string>>();
  for (const machine of sizes.flatMap(({ machines }) => machines)) {
    const [hardware = machine, kernel] = machine.split(/(?<=, Linux) /);
    const found = kernels.get(hardware) ?? new Set();
    kernels.set(hardware, kernel === undefined ? found : found.add(kernel.split('-')[0]!));
  }
  return [...kernels].map(([hardware, found]) => `${hardware} ${[...found].join(', ')}`.trim()).join('; ');
}
