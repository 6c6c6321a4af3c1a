/** How people write figures and amounts: in limits, and in the conditions of a gate. */

const OF_A_TREND = ['mean', 'min', 'p50', 'p90', 'p99', 'p999', 'max'];

/** Units by the metric's own, and how many of that one of each is. */
const FAMILIES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ms: { ms: 1, s: 1000 },
  '%': { '%': 1 },
  bytes: { bytes: 1, B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9 },
  messages: { messages: 1 },
};

/** How many of the metric's own unit (ms, bytes, % of a core, messages) one of these is. */
export const UNITS: Readonly<Record<string, number>> = Object.assign({ '': 1 }, ...Object.values(FAMILIES));

/** The unit that tables and charts show a metric in, and how many of the metric's own one of it is. */
export const shownUnit = (unit: string): { unit: string; size: number } =>
  unit === 'bytes' ? { unit: 'MB', size: 1e6 } : { unit, size: 1 };

/** Path of a figure: a metric and what of it (`delivery.p99`), a metric alone (its usual figure), `lost`, or a {@link isBare} figure. */
export const figurePath = (name: string, of: string | undefined): string => (of === undefined ? name : `${name}.${of}`);

/** Whether `path` names no metric (`p99`): it is then of the metric that rows are ranked by. */
export const isBare = (path: string): boolean => OF_A_TREND.includes(path);

/** `path` with its metric. @param ranked what rows are ranked by */
export const withMetric = (path: string, ranked: string): string => (isBare(path) ? `${ranked}.${path}` : path);

/**
 * What is wrong with a limit's unit; null: nothing.
 * @param path of the figure, with its metric
 * @param unit as it was written; empty: none was
 * @param own the metric's unit
 */
export function unitFault(path: string, unit: string, own: string): string | null {
  const measured = path === 'lost' || path.endsWith('.count') ? 'messages' : own;
  const [family = ''] = measured.split(' ');
  const fitting = Object.hasOwn(FAMILIES, family) ? Object.keys(FAMILIES[family]!) : [];
  if (unit === '' || fitting.includes(unit)) return null;
  const instead = fitting.length === 0 ? 'the number alone' : `${fitting.join(', ')}, or no unit`;
  return `"${path}" is in ${measured}, not in ${unit}; write ${instead}`;
}

/** Figures by the metric's kind; the first is what is meant by a metric's name alone. */
export const RECORD_FIGURES = {
  trend: ['mean', 'min', 'p50', 'p90', 'p99', 'p999', 'max', 'count'],
  gauge: ['typical', 'max'],
  count: ['total', 'lost'],
} as const;

/** What is wrong with the figure that `path` names of a metric of this kind; null: nothing. */
export function figureFault(path: string, kind: keyof typeof RECORD_FIGURES): string | null {
  const [name, of] = path.split('.');
  const figures: readonly string[] = RECORD_FIGURES[kind];
  return of === undefined || figures.includes(of)
    ? null
    : `"${name}" has no figure "${of}"; it has: ${figures.join(', ')}`;
}
