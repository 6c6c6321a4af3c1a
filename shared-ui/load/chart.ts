/** A small chart of one value per second, as the path of an SVG. Pure. */
import { grouped, significantGrouped } from '../../metrics/numbers.ts';

/** The drawing area within the SVG's 320 by 120: axes and their labels are around it. */
export const AREA = { left: 8, right: 312, top: 20, bottom: 100 };

export interface SmallChart {
  title: string;
  /** The chart in a sentence, for those who do not see it. */
  text: string;
  /** The line; empty: no value yet. */
  path: string;
  /** The labels of the axes' ends. */
  most: string;
  end: string;
}

/** The next 1, 2 or 5 times a power of ten. */
export function niceMost(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  // A little less than the bound: 3 * 0.1 is more than 0.3.
  return power * ([1, 2, 5, 10].find((step) => value <= step * power * (1 + 1e-9)) ?? 10);
}

/** Lines between seconds that follow each other; a second by itself is a dot. */
function pathOf(
  values: readonly (number | null)[],
  x: (second: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, second) => {
      if (value === null) return '';
      const isFirst = (values[second - 1] ?? null) === null;
      const isAlone = isFirst && (values[second + 1] ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${x(second).toFixed(1)} ${y(value).toFixed(1)}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}

/**
 * @param values one per second; null: there was none
 * @param plannedSeconds the planned length of the test: the width of the chart, unless it takes longer
 */
export function smallChart(
  title: string,
  unit: string,
  values: readonly (number | null)[],
  plannedSeconds: number,
): SmallChart {
  const { left, right, top, bottom } = AREA;
  const seconds = Math.max(Math.ceil(plannedSeconds), values.length);
  const known = values.filter((value) => value !== null);
  const largest = Math.max(0, ...known);
  const most = niceMost(largest);
  const words = (value: number) => `${significantGrouped(value, 3)} ${unit}`;
  return {
    title,
    text:
      known.length === 0
        ? `${title}: no value yet`
        : `${title}: ${values.length} s, at most ${words(largest)}, last ${words(known.at(-1)!)}`,
    // A value stands in the middle of its second.
    path: pathOf(
      values,
      (second) => left + ((second + 0.5) / seconds) * (right - left),
      (value) => bottom - (value / most) * (bottom - top),
    ),
    most: words(most),
    end: `${grouped(seconds)} s`,
  };
}
