/** Programs that load a core each in bursts, as a build beside a measurement does. */
import { spawn } from 'node:child_process';

/** Busy and idle in turn, up to three seconds each, until its input ends, as it does with the program that started it. */
const BURSTS = `
process.on('SIGINT', () => {});
process.stdin.resume().on('end', () => process.exit());
const burst = () => {
  const until = performance.now() + 3000 * Math.random();
  while (performance.now() < until);
  setTimeout(burst, 3000 * Math.random());
};
burst();
`;

/**
 * Starts `count` of them, which are stopped with this process at the latest.
 * @returns what stops them
 */
export function startBusyPrograms(count: number): () => void {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', BURSTS], { stdio: ['pipe', 'ignore', 'inherit'] }),
  );
  return () => {
    for (const child of children) child.kill('SIGKILL');
  };
}
