/** How people write figures and amounts: in limits, and in the conditions of a gate. */

const OF_A_TREND = ['mean', 'min', 'p50', 'p90', 'p99', 'p999', 'max'];
/** The metric of a figure that stands alone. */
const LATENCY = 'fromSent';

/** How many of the metric's own unit (ms, bytes, % of a core, messages) one of these is. */
export const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1000,
  '%': 1,
  bytes: 1,
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  messages: 1,
};

/**
 * The path of a figure: a metric and what of it (`delivery.p99`), a metric alone (its usual figure), `lost`, or one of `mean min p50 p90
 * p99 p999 max` alone, which is of `fromSent`.
 */
export function figurePath(name: string, of: string | undefined): string {
  if (of !== undefined) return `${name}.${of}`;
  return OF_A_TREND.includes(name) ? `${LATENCY}.${name}` : name;
}
