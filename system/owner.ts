/** Which start of Outcry something belongs to: a mark that says whether that start still runs. */
import { readFileSync } from 'node:fs';

/** Start time of `pid` in clock ticks since boot; null when there is no such process (or no /proc). */
export function startTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Whether there is a process `pid`, whoever's it is, a zombie included. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether process `pid` runs. One that has ended and whose parent has not taken notice (a zombie) does not. */
export function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The state follows the program's name, which is in parentheses and may contain anything.
    return !'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return process.platform !== 'linux';
  }
}

/** Process id and start time of a start of Outcry: no later process has the same. */
export const markOf = (pid: number): string => `${pid}-${startTicks(pid) ?? '0'}`;

/** That of this process. */
export const OWN_MARK = markOf(process.pid);

/** Whether the start with this mark still runs. */
export function ownerLives(mark: string): boolean {
  const [pid, ticks] = mark.split('-');
  return isAlive(Number(pid)) && (startTicks(Number(pid)) ?? '0') === ticks;
}
