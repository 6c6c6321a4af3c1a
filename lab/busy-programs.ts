/** Programs that load a core each in bursts, as a build beside a measurement does. */
import type { ChildProcess } from 'node:child_process';
import { spawnOwned } from '../system/processes.ts';

/** Busy and idle in turn, up to three seconds each. */
const BURSTS = `
const burst = () => {
  const until = performance.now() + 3000 * Math.random();
  while (performance.now() < until);
  setTimeout(burst, 3000 * Math.random());
};
burst();
`;

/** Starts `count` of them. They end with this process at the latest, and Ctrl-C in its terminal does not reach them. */
export const startBusyPrograms = (count: number): ChildProcess[] =>
  Array.from({ length: count }, () =>
    spawnOwned([process.execPath, '--eval', BURSTS], { label: 'a busy program', stdio: 'ignore' }),
  );
