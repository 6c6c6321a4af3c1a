/** The clock of all processes on this machine, and so of clients of the suite and of servers alike. */
export { monotonicMs as now } from '../../system/monotonic.ts';
