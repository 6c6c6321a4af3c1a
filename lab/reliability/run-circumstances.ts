/** When, where and with what something was tried: what stands above a table that a command writes. */
import { outcryVersion, thisMachine } from '../../loadtests/session/record/machine.ts';

/** One sentence without a full stop, such as `2026-11-22, 2 cores of …, Linux 6.18, Node.js v20.20.2, Outcry f2ff231`. */
export async function madeWhere(now: Date = new Date()): Promise<string> {
  const { cpu, cores, memoryBytes, kernel } = thisMachine();
  const memory = `${Math.round(memoryBytes / 1e9)} GB`;
  const outcry = await outcryVersion();
  const date = now.toISOString().slice(0, 10);
  return `${date}, ${cores} cores of ${cpu}, ${memory}, ${kernel}, Node.js ${process.version}${outcry === null ? '' : `, Outcry ${outcry}`}`;
}
