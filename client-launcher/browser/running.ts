import { readFileSync } from 'node:fs';

/** Whether process `pid` runs. One that has ended and whose parent has not taken notice (a zombie) does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there is such a process, and it is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The state follows the program's name, which is in parentheses and may contain anything.
    return !'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return process.platform !== 'linux';
  }
}
