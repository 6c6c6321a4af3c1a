/** The harness overhead in a sentence, for page, report and command line. */
import { significant as n } from '../../metrics/numbers.ts';
import type { HarnessOverhead, TimerFigures } from '../../protocol/harness-overhead.ts';
import type { Spread } from '../../protocol/preflight-check.ts';

const ms = ({ p50, p99 }: Spread): string => `${n(p50)} ms (p99 ${n(p99)})`;

const timersText = (whose: string, { clockStep, lateness }: TimerFigures): string =>
  `${whose} timers are ${ms(lateness)} late, read by a clock with steps of ${n(clockStep)} ms`;

export function overheadText({
  roundTrip,
  throughProxy,
  worker,
  page,
  monitorCpuPercent,
  disturbances = [],
}: HarnessOverhead): string {
  const parts = [
    `the smallest server answers the swarm's console clients in ${ms(roundTrip)}`,
    ...(throughProxy === null ? [] : [`through the counting proxy in ${ms(throughProxy)}`]),
    timersText("a worker's", worker),
    ...(page === null ? [] : [timersText(`in ${page.browser} a page's`, page)]),
    ...(monitorCpuPercent === null ? [] : [`the monitor takes ${n(monitorCpuPercent)}% of a core`]),
  ];
  const disturbed =
    disturbances.length === 0
      ? ''
      : ` Its measurement was disturbed, so it may be smaller: ${disturbances.join('; ')}.`;
  return `Harness overhead: ${parts.join('; ')}.${disturbed}`;
}
