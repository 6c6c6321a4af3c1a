/** What the bench itself adds to figures, in sentences, for page, report and command line alike. */
import type { Floor, TimerFigures } from '../protocol/floor.ts';
import type { Spread } from '../protocol/machine-look.ts';

/** Three digits or so. */
const n = (value: number): string => String(Number(value.toPrecision(3)));

const ms = ({ p50, p99 }: Spread): string => `${n(p50)} ms (p99 ${n(p99)})`;

const timersText = (whose: string, { clockStep, lateness }: TimerFigures): string =>
  `${whose} timers are ${ms(lateness)} late, read by a clock with steps of ${n(clockStep)} ms`;

export function floorText({
  roundTrip,
  throughProxy,
  worker,
  page,
  monitorCpuPercent,
  disturbances = [],
}: Floor): string {
  const parts = [
    `the smallest server answers the swarm's console clients in ${ms(roundTrip)}`,
    ...(throughProxy === null ? [] : [`with the counting proxy between in ${ms(throughProxy)}`]),
    timersText("a worker's", worker),
    ...(page === null ? [] : [timersText(`in ${page.browser} a page's`, page)]),
    ...(monitorCpuPercent === null ? [] : [`the monitor takes ${n(monitorCpuPercent)}% of a core`]),
  ];
  const disturbed =
    disturbances.length === 0
      ? ''
      : ` It was disturbed while it was measured, and may be less: ${disturbances.join('; ')}.`;
  return `Floor, what the bench itself adds: ${parts.join('; ')}.${disturbed}`;
}
