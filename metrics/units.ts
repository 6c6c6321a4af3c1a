/** Units of metrics: how they are shown, stored and written. */
import type { MetricSpec } from './metric.ts';

/** Units by the metric's own, and how many of that one of each is. */
const FAMILIES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ms: { ms: 1, s: 1000 },
  '%': { '%': 1 },
  bytes: { bytes: 1, B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9 },
  messages: { messages: 1 },
};

/** The size of each unit in the metric's own unit (ms, bytes, % of a core, messages). */
export const UNITS: Readonly<Record<string, number>> = Object.assign({ '': 1 }, ...Object.values(FAMILIES));

/** The units in which a limit of a metric in `unit` may be written; none: it has no name for them. */
export function unitsFor(unit: string): string[] {
  const [family = ''] = unit.split(' ');
  return Object.hasOwn(FAMILIES, family) ? Object.keys(FAMILIES[family]!) : [];
}

/** The unit that tables and charts show a metric in, and how many of the metric's own one of it is. */
export const shownUnit = ({ unit }: Pick<MetricSpec, 'unit'>): { unit: string; size: number } =>
  unit === 'bytes' ? { unit: 'MB', size: 1e6 } : { unit, size: 1 };

/** The decimals that records keep of samples: those of a microsecond, of a byte and of a tenth of a percent. */
export const storedDecimals = ({ unit }: Pick<MetricSpec, 'unit'>): number => ({ ms: 3, bytes: 0 })[unit] ?? 1;

/** The figure that stands for a metric where there is room for one: of bytes how high they rise, of other levels what is typical. */
export const usualFigure = ({ kind, unit }: Pick<MetricSpec, 'kind' | 'unit'>): 'mean' | 'max' | 'typical' =>
  kind !== 'gauge' ? 'mean' : unit === 'bytes' ? 'max' : 'typical';

/**
 * The typical level of a run in a word. Shares of a core or of the time add up: their mean is the use in all. For other levels,
 * such as memory, the word is the median over seconds, which a short peak does not move.
 */
export const typicalWord = ({ unit }: Pick<MetricSpec, 'unit'>): 'mean' | 'median' =>
  unit.startsWith('% of') ? 'mean' : 'median';
