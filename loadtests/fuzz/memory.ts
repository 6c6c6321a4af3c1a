/** Whether a server's memory stays what it was under hostile inputs. */
import { readFileSync } from 'node:fs';
import { median } from 'simple-statistics';
import { processTree } from '../../system/processes.ts';

/** Resident set sizes of `pid` and everything below it, bytes. */
export function memoryOf(pid: number): number {
  let bytes = 0;
  for (const member of processTree(pid)) {
    try {
      bytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // Ended meanwhile.
    }
  }
  return bytes;
}

const MB = 1_000_000;
/** A heap that is collected now and then breathes by so much. */
const BREATH = 1.3;
const BREATH_BYTES = 64 * MB;

export interface MemoryVerdict {
  /** Bytes: before the first input; the medians of the second quarter of the samples and of the last. */
  before: number;
  middle: number;
  after: number;
  level: boolean;
}

/**
 * From samples taken at even numbers of inputs, the first before the first of them. The first quarter is for a runtime to take what it
 * wants; what still grows after that, from the second quarter to the last, is growth that stays.
 */
export function judgeMemory(samples: readonly number[]): MemoryVerdict {
  const quarter = Math.floor(samples.length / 4);
  const middle = median(samples.slice(quarter, Math.max(quarter + 1, quarter * 2)));
  const after = median(samples.slice(-Math.max(1, quarter)));
  return { before: samples[0]!, middle, after, level: after <= Math.max(middle * BREATH, middle + BREATH_BYTES) };
}
