/** What judges read from the evidence. Pure, and free of Node modules: pages judge too. */

import type { Metric } from '../../metrics/metric.ts';
import { grouped } from '../../metrics/numbers.ts';
import { FLAG_CODES, type Flag } from '../../protocol/run-record.ts';
import type { Evidence } from './scenario.ts';

/** A number as a sentence has it. */
export const inWords = grouped;

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** A count's total; 0 when not counted. */
export function totalOf(metric: Metric | undefined): number {
  return metric?.kind === 'count' ? (metric.total ?? 0) : 0;
}

/** What a count's total must be; 0 when unknown. */
export function expectedOf(metric: Metric | undefined): number {
  return metric?.kind === 'count' ? (metric.expected ?? 0) : 0;
}

/** How many values a trend has. */
export function valuesOf(metric: Metric | undefined): number {
  return metric?.kind === 'trend' ? (metric.distribution?.count ?? 0) : 0;
}

/** How many of a count fell into buckets that begin more than one bucket after the planned end. */
export function lateOf(
  metric: Metric | undefined,
  { plannedSeconds, bucketSeconds }: Pick<Evidence, 'plannedSeconds' | 'bucketSeconds'>,
): number {
  // The bucket that begins where the plan ends may hold what was sent or delivered right at the end.
  const first = Math.ceil(plannedSeconds / bucketSeconds) + 1;
  return metric?.kind === 'count' ? sum((metric.series ?? []).slice(first)) : 0;
}

/** What the server refused of what clients sent, in a sentence; null: nothing. */
export function refusalsIn({ reports }: Evidence['outcome']): string | null {
  const refused = sum(reports.map(({ refusals }) => refusals));
  if (refused === 0) return null;
  const first = reports.flatMap((report) => report.refused)[0]?.reason ?? 'no reason is known';
  return `the server refused ${inWords(refused)} events (${first})`;
}

/** What clients said went wrong, as the end of a sentence: the first of them, or nothing. */
export function complaintIn({ reports }: Evidence['outcome']): string {
  const complaint = reports.find(({ error }) => error !== null)?.error;
  return complaint ? ` (${complaint})` : '';
}

/** A finding that every run may carry, at its own level. */
export function finding(code: keyof typeof FLAG_CODES, message: string): Flag {
  return { code, level: FLAG_CODES[code], message };
}
