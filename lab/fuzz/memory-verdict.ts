/** Judges whether a server's memory stays level under hostile inputs. Pure. */
import { median } from 'simple-statistics';
import { theilSen } from './theil-sen.ts';

const MB = 1_000_000;
/** A heap that is collected now and then breathes by so much. */
const BREATH = 1.3;
const BREATH_BYTES = 64 * MB;
/** Bytes that may stay of each input: less than a server needs to remember that there was one. */
const MOST_PER_INPUT = 40;
/** In fewer inputs a runtime has not come to rest, and a few megabytes that it takes are much for each of them. */
const ENOUGH_FOR_SLOPE = 500_000;

export interface MemorySample {
  inputs: number;
  bytes: number;
}

export interface MemoryVerdict {
  /** Bytes: before the first input; the medians of the second quarter of the samples and of the last. */
  before: number;
  middle: number;
  after: number;
  /** Bytes, the least of the samples at rest; null when there are none. */
  rest: number | null;
  /** Bytes per input over the second half of the samples, and the lower end of its 95 % interval; null for too few inputs. */
  growth: { slope: number; low: number } | null;
  /** Figures that are not level, a sentence each. */
  problems: string[];
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

/**
 * Two looks at samples taken at even numbers of inputs, the first before the first input.
 *
 * The step: from the median of the second quarter to that of the last, or to what is left at rest, if that is less. The first quarter is for
 * a runtime to take what it wants.
 *
 * The slope, after enough inputs: of the second half of the samples, by Theil and Sen. Memory that grows at first and then levels passes,
 * and so does memory that goes up and down; a little of every input that stays does not, however large the heap.
 * @param samples at least four
 * @param atRest bytes, after the last input
 */
export function judgeMemory(samples: readonly MemorySample[], atRest: readonly number[] = []): MemoryVerdict {
  const bytes = samples.map((sample) => sample.bytes);
  const quarter = Math.floor(bytes.length / 4);
  const middle = median(bytes.slice(quarter, quarter * 2));
  const after = median(bytes.slice(-quarter));
  const rest = atRest.length === 0 ? null : Math.min(...atRest);
  const problems: string[] = [];
  if (Math.min(after, rest ?? after) > Math.max(middle * BREATH, middle + BREATH_BYTES)) {
    problems.push(`its memory grew from ${inMegabytes(middle)} to ${inMegabytes(after)}`);
  }
  const growth = growthOf(samples);
  if (growth !== null && growth.low > MOST_PER_INPUT) {
    problems.push(`its memory still grew at the end, by ${Math.round(growth.slope)} B with every input`);
  }
  return { before: bytes[0]!, middle, after, rest, growth, problems };
}

function growthOf(samples: readonly MemorySample[]): MemoryVerdict['growth'] {
  if (samples.at(-1)!.inputs < ENOUGH_FOR_SLOPE) return null;
  return theilSen(samples.slice(Math.floor(samples.length / 2)).map(({ inputs, bytes }) => ({ x: inputs, y: bytes })));
}
