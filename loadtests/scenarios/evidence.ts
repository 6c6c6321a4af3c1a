/** Readings that judges take from the evidence. Pure, and free of Node modules: pages judge too. */

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

/** The total that a count must have; 0 when unknown. */
export function expectedOf(metric: Metric | undefined): number {
  return metric?.kind === 'count' ? (metric.expected ?? 0) : 0;
}

/** The number of values of a trend. */
export function valuesOf(metric: Metric | undefined): number {
  return metric?.kind === 'trend' ? (metric.distribution?.count ?? 0) : 0;
}

/** The part of a count that fell into buckets which begin more than one bucket after the planned end. */
export function lateOf(
  metric: Metric | undefined,
  { plannedSeconds, bucketSeconds }: Pick<Evidence, 'plannedSeconds' | 'bucketSeconds'>,
): number {
  // The bucket that begins where the plan ends may hold what was sent or delivered right at the end.
  const first = Math.ceil(plannedSeconds / bucketSeconds) + 1;
  return metric?.kind === 'count' ? sum((metric.series ?? []).slice(first)) : 0;
}

/** The messages of clients that the server refused, in a sentence; null: none. */
export function refusalsIn({ reports }: Evidence['outcome']): string | null {
  const refused = sum(reports.map(({ refusals }) => refusals));
  if (refused === 0) return null;
  const first = reports.flatMap((report) => report.refused)[0]?.reason ?? 'no reason is known';
  return `the server refused ${inWords(refused)} events (${first})`;
}

/** The first problem that clients reported, as the end of a sentence; empty: none. */
export function complaintIn({ reports }: Evidence['outcome']): string {
  const complaint = reports.find(({ error }) => error !== null)?.error;
  return complaint ? ` (${complaint})` : '';
}

/** A finding that every run may carry, at its own level. */
export function finding(code: keyof typeof FLAG_CODES, message: string): Flag {
  return { code, level: FLAG_CODES[code], message };
}
