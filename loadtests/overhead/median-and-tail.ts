/** The middle and the end of many values. Pure. */
import type { Spread } from '../../protocol/preflight-check.ts';

const rounded = (value: number): number => Number(value.toFixed(4));

/** @param values one or more, in any order */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
