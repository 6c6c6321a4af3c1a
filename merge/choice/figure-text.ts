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

/** The release of a kernel and its build, in the text of a machine and of those that its clients ran on. */
const KERNEL = /(?<=, Linux )[^;]+/g;

const kernelsOf = (machine: string): string[] => (machine.match(KERNEL) ?? []).map((kernel) => kernel.split('-')[0]!);

/** The text of a machine without its kernel: machines that differ in their kernel alone are one. */
export const hardwareOf = (machine: string): string => machine.replace(KERNEL, '').trim();

/** Each machine once, by {@link hardwareOf}, with its kernels; those that differ in their build alone are one. */
export function machinesOf(sizes: readonly Pick<JudgedStudy, 'machines'>[]): string {
  const same = new Map<string, string[]>();
  for (const machine of sizes.flatMap(({ machines }) => machines)) {
    same.set(hardwareOf(machine), [...(same.get(hardwareOf(machine)) ?? []), machine]);
  }
  const texts = [...same.values()].map((machines) => {
    const kernels = machines.map(kernelsOf);
    let place = 0;
    const kernelsAt = (at: number): string => distinct(kernels.map((found) => found[at]!)).join(', ');
    return machines[0]!.replace(KERNEL, () => kernelsAt(place++));
  });
  return texts.join('; ');
}
