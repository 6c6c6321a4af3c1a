/** Finds numbers that made-up runs must give so that comparisons come out as a test wants them. */
import { makeRandom } from '../../testing/make-run.ts';
import { compute, type Operation } from '../operations.ts';
import type { Quantity } from '../types.ts';

/** `of` must lie between the two, both included. */
export interface Target {
  of: Quantity;
  low: number;
  high: number;
}

export type Values = Map<string, number>;

/** The figures that `quantity` is made of. */
function figuresIn(quantity: Quantity): string[] {
  return typeof quantity === 'string' ? [quantity] : Object.values(quantity).flat().flatMap(figuresIn);
}

function computed(quantity: Quantity, values: Values): number {
  if (typeof quantity === 'string') return values.get(quantity)!;
  const [operation, operands] = Object.entries(quantity)[0] as [Operation, Quantity[]];
  return compute(
    operation,
    operands.map((each) => computed(each, values)),
  );
}

/** The quantities that `quantity` is computed from, on whatever level. */
function partsOf(quantity: Quantity): Quantity[] {
  if (typeof quantity === 'string') return [];
  return Object.values(quantity)
    .flat()
    .flatMap((part: Quantity) => [part, ...partsOf(part)]);
}

/** Returns the miss of a target; 0 if it is met. A value of 0 or less has neither ratio nor logarithm. */
function missed({ of, low, high }: Target, values: Values): number {
  const short = partsOf(of)
    .map((part) => computed(part, values))
    .filter((value) => !(value > 0));
  if (short.length > 0) return short.reduce((sum, value) => sum + (Number.isNaN(value) ? 2000 : 1000 - value), 0);
  const value = computed(of, values);
  const size = Math.max(1e-9, Math.abs(low), Number.isFinite(high) ? high : 0);
  return Math.max(0, low - value, value - high) / size;
}

/**
 * Changes one number at a time and keeps what is no worse, from the same seed each time.
 * @throws Error where no numbers are found: the targets contradict each other
 */
export function solve(targets: readonly Target[]): Values {
  const random = makeRandom(1);
  const names = [...new Set(targets.flatMap(({ of }) => figuresIn(of)))];
  const values: Values = new Map(names.map((name) => [name, 10]));
  for (const { of, high } of targets) if (typeof of === 'string' && high <= 0) values.set(of, 0);
  const loss = () => targets.reduce((sum, target) => sum + missed(target, values), 0);
  let best = loss();
  for (let step = 0; step < 50_000 && best > 0; step++) {
    const name = names[Math.floor(random() * names.length)]!;
    const before = values.get(name)!;
    values.set(name, before * Math.exp((random() - 0.5) * 2 * 10 ** (-3 * random()) * 2));
    const now = loss();
    if (now <= best) best = now;
    else values.set(name, before);
  }
  if (best > 0) throw new Error(`no numbers agree with ${JSON.stringify(targets)}`);
  return values;
}
