/** Programs that load cores beside a measurement. */
import type { ChildProcess } from 'node:child_process';
import { spawnOwned } from '../../system/processes.ts';

/** Busy and idle in turn, up to three seconds each, as a build beside a measurement is. */
const BURSTS = `
const burst = () => {
  const until = performance.now() + 3000 * Math.random();
  while (performance.now() < until);
  setTimeout(burst, 3000 * Math.random());
};
burst();
`;

/** Starts `count` programs that load a core each. They end with this process at the latest, and Ctrl-C in its terminal does not reach them. */
export const startBusyPrograms = (count: number): ChildProcess[] =>
  Array.from({ length: count }, () =>
    spawnOwned([process.execPath, '--eval', BURSTS], { label: 'a busy program', stdio: 'ignore' }),
  );
