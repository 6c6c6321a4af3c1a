/** A run record as the load page shows it. Pure. */
import type { Metric } from '../../metrics/metric.ts';
import type { RunRecord } from '../../protocol/run-record.ts';

export interface TrendRow {
  label: string;
  about: string;
  count: string;
  mean: string;
  p50: string;
  p99: string;
  max: string;
}

export interface Results {
  /** Did all go well, in one sentence? */
  verdict: string;
  good: boolean;
  /** Who took part. */
  who: string;
  /** The substitute for a part of the framework; null: none. */
  standIn: string | null;
  /** What must be said with the figures; null: nothing. */
  notice: string | null;
  trends: TrendRow[];
  counts: { label: string; value: string }[];
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const plural = (n: number, one: string): string => `${whole.format(n)} ${one}${n === 1 ? '' : 's'}`;

/** A trend that has no values has no figures, not zeros; one that was not measured has no row. */
function trendRows(metrics: readonly Metric[]): TrendRow[] {
  return metrics.flatMap((metric) => {
    if (metric.kind !== 'trend' || (metric.series === null && metric.distribution === null)) return [];
    const { label, about, unit, distribution } = metric;
    const figure = (value: number | undefined) => (value === undefined ? '–' : exact.format(value));
    return {
      label: unit === 'ms' ? label : `${label}, ${unit}`,
      about,
      count: whole.format(distribution?.count ?? 0),
      mean: figure(distribution?.mean),
      p50: figure(distribution?.p50),
      p99: figure(distribution?.p99),
      max: figure(distribution?.max),
    };
  });
}

/** Counts, with what they should have been where they are not. Faults that did not happen are in the verdict. */
function countRows(metrics: readonly Metric[]): Results['counts'] {
  return metrics.flatMap((metric) => {
    if (metric.kind !== 'count' || metric.total === null || (metric.expected === 0 && metric.total === 0)) return [];
    const { label, total, expected } = metric;
    const off = expected !== null && expected !== total ? ` of ${whole.format(expected)}` : '';
    return { label, value: `${whole.format(total)}${off}` };
  });
}

export function resultsOf({ metrics, validity, identity, notice }: RunRecord): Results {
  const faults = validity.filter(({ code }) => code !== 'substitute').map(({ message }) => message);
  const all = Object.values(metrics);
  return {
    verdict:
      faults.length === 0
        ? 'The test is valid: no message was lost or came twice.'
        : `The test is not valid: ${faults.join('; ')}.`,
    good: faults.length === 0,
    who: `${identity.scenario} over ${identity.transport}, ${plural(identity.clients ?? 0, 'client')} in ${plural(identity.members ?? 0, 'page')}`,
    standIn: identity.conditions?.['substitute-server']?.text ?? null,
    notice: notice ?? null,
    trends: trendRows(all),
    counts: countRows(all),
  };
}
