/** The check that the parts of a latency can be told apart, given the errors of the members' clocks against the server's. Pure. */
import type { Metric, TrendMetric } from '../metrics/metric.ts';
import { factsOf } from '../metrics/standard-metrics.ts';
import type { MemberReport } from './contract.ts';

/** Parts with one end at the server and one at a member. A part within the server is by its own clock alone. */
const ACROSS = ['toServer', 'toClient'];

const ms = (value: number): string => (value < 0.01 ? '0.01' : value.toPrecision(2));

/** The worst of the members; null when one of them could not be related at all. */
function largestError(reports: readonly Pick<MemberReport, 'clock'>[]): number | null {
  const errors = reports.map(({ clock }) => clock?.errorMs ?? null);
  return errors.length === 0 || errors.includes(null) ? null : Math.max(...(errors as number[]));
}

const nothing = (trend: TrendMetric): TrendMetric => ({ ...trend, series: null, distribution: null });

/**
 * Takes away the parts that are smaller, at their median, than the error they are known with, and says of the others how large it is.
 * @param lack receives the metric's name and the reason
 */
export function judgeHops(
  metrics: Record<string, Metric>,
  reports: readonly Pick<MemberReport, 'clock'>[],
  lack: (name: string, reason: string) => void,
): Record<string, Metric> {
  const error = largestError(reports);
  const judged = Object.entries(metrics).map(([name, metric]): [string, Metric] => {
    if (metric.kind !== 'trend' || metric.distribution === null) return [name, metric];
    // Between members nothing was measured where their clocks are not related.
    const judged = ACROSS.includes(name) || (factsOf(name).betweenMembers && error !== null);
    if (!judged) return [name, metric];
    if (error === null) {
      lack(name, "a member's clock could not be related to the server's");
      return [name, nothing(metric)];
    }
    if (error > metric.distribution.p50) {
      lack(name, `clocks are related to within ±${ms(error)} ms, which is more than the median of this part`);
      return [name, nothing(metric)];
    }
    return [name, error === 0 ? metric : { ...metric, about: `${metric.about} Known to within ±${ms(error)} ms.` }];
  });
  return Object.fromEntries(judged);
}
