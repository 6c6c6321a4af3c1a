/** Looks at clock and timers in a process such as a worker is, and says what it saw on its IPC channel. */
import { probeTimers } from './timer-probe.ts';

process.send!(await probeTimers(Number(process.argv[2])));
process.disconnect();
