/**
 * How a row looks in every chart: a colour and a marker of its own, and a dash by transport. No two rows of a page share a colour or a
 * marker. The first colours keep apart for the common kinds of colour blindness (after Okabe and Ito, darkened or lightened to 3:1 against
 * the page). A hollow marker belongs to a row that cannot be ranked.
 */

import type { Merge } from '../../../merge/types.ts';
import { TRANSPORTS } from '../../../metrics/transports.ts';

const COLOURS = {
  light: '#0969a8 #c2450a #0b7d5c #a3468c #8a6800 #ad1f45 #6250c4 #51565f #4d7c0f #7c4a2d #0e7490 #d61f9c'.split(' '),
  dark: '#6db8f2 #ff9d5c #45d3a8 #ea9ad3 #e6c34f #ff8199 #ada2ff #c6cad2 #a3dd5f #cda284 #5cd3e0 #ff6fc4'.split(' '),
};

/** The angle by which hues go on after the named colours: it never comes back to where it was. */
const GOLDEN_ANGLE = 137.508;

function colourAt(slot: number, dark: boolean): string {
  const named = dark ? COLOURS.dark : COLOURS.light;
  if (slot < named.length) return named[slot]!;
  const hue = Math.round(((slot - named.length) * GOLDEN_ANGLE + 20) % 360);
  return `hsl(${hue}, ${dark ? '75%, 70%' : '70%, 34%'})`;
}

const DASHES = ['Solid', 'ShortDash', 'ShortDot', 'LongDash', 'DashDot', 'LongDashDotDot', 'Dash'] as const;
/** The same dashes for an SVG line one unit wide. */
const DASH_ARRAYS: Record<(typeof DASHES)[number], string> = {
  Solid: '',
  ShortDash: '3 1.5',
  ShortDot: '1 1.5',
  LongDash: '5 2.5',
  DashDot: '4 2.5 1 2.5',
  LongDashDotDot: '5 1.5 1 1.5 1 1.5',
  Dash: '4 1.5',
};

/** Parts of a whole: from dark to light (in the dark the other way round), so that neighbours differ without their hue. */
const PARTS = {
  light: ['#0b5a8f', '#c2720a', '#7a7f89', '#0b7d5c', '#a3468c'],
  dark: ['#6db8f2', '#ffb066', '#8b909a', '#45d3a8', '#ea9ad3'],
};

export const partColours = (dark: boolean): readonly string[] => (dark ? PARTS.dark : PARTS.light);

/** A marker's outline: its number of corners, how deep it goes between them (1: not at all), and its rotation in degrees. */
type Shape = readonly [corners: number, inner: number, turn: number];

const SHAPES: readonly Shape[] = [
  [36, 1, 0],
  [4, 1, 45],
  [3, 1, 0],
  [4, 1, 0],
  [3, 1, 60],
  [5, 0.45, 0],
  [4, 0.34, 0],
  [6, 1, 0],
  [4, 0.34, 45],
  [3, 0.3, 0],
  [3, 0.3, 60],
  [6, 0.45, 0],
  [3, 1, 30],
  [3, 1, 90],
  [5, 1, 36],
  [8, 0.6, 0],
];

/** What is drawn beyond them: stars with more and more points. */
const shapeAt = (slot: number): Shape => SHAPES[slot] ?? [slot - SHAPES.length + 9, 0.6, 0];

/** The outline of marker `slot` about a centre, as an SVG path. */
export function markerPath(slot: number, centre: { x: number; y: number }, radius: number): [string, ...number[]][] {
  const [corners, inner, turn] = shapeAt(slot);
  const steps = inner === 1 ? corners : 2 * corners;
  const points = Array.from({ length: steps }, (_, index) => {
    const angle = ((turn - 90 + (360 / steps) * index) * Math.PI) / 180;
    const far = radius * (inner !== 1 && index % 2 === 1 ? inner : 1);
    return [centre.x + far * Math.cos(angle), centre.y + far * Math.sin(angle)] as const;
  });
  return [...points.map(([x, y], index): [string, ...number[]] => [index === 0 ? 'M' : 'L', x, y]), ['Z']];
}

/** How much larger than its radius says a marker is drawn, so that all look alike in size. */
export const markerRadius = (slot: number, radius: number): number => {
  const [corners, inner] = shapeAt(slot);
  return radius * (corners === 36 ? 1 : inner === 1 ? 1.25 : 1.5);
};

export interface RowStyle {
  colour: string;
  /** Which of the markers: {@link markerPath}. */
  marker: number;
  dash: (typeof DASHES)[number];
  /** Markers and bars are outlines: the row cannot be ranked. */
  hollow: boolean;
}

/** How a shape of `colour` is filled: with it, or hollow, as an outline on `surface`. */
export const fillOf = (colour: string, hollow: boolean, surface: string): string => (hollow ? surface : colour);

export interface Theme {
  dark: boolean;
  text: string;
  quiet: string;
  line: string;
  surface: string;
  overtime: string;
}

export function themeOf(dark: boolean): Theme {
  return dark
    ? {
        dark,
        text: '#ececea',
        quiet: '#a9adb5',
        line: '#3a3d43',
        surface: '#212327',
        overtime: 'rgba(255,255,255,0.06)',
      }
    : { dark, text: '#1c1d1f', quiet: '#5a5e66', line: '#e2e3de', surface: '#ffffff', overtime: 'rgba(0,0,0,0.05)' };
}

/**
 * Styles of `merges`, in their order: all that are loaded, so that a row keeps its colour when others are hidden.
 * @param frameworks all ids there are; the first row of each has the framework's own colour
 */
export function stylesOf(merges: Merge[], frameworks: string[], dark: boolean): RowStyle[] {
  const taken = new Set<number>();
  const slots = merges.map(({ combination: { framework } }) => {
    const own = frameworks.indexOf(framework);
    if (own < 0 || taken.has(own)) return null;
    taken.add(own);
    return own;
  });
  let next = 0;
  const free = (): number => {
    while (taken.has(next)) next++;
    taken.add(next);
    return next;
  };
  return merges.map(({ combination: { transport } }, index) => {
    const slot = slots[index] ?? free();
    return {
      colour: colourAt(slot, dark),
      marker: slot,
      dash: DASHES[TRANSPORTS.indexOf(transport) % DASHES.length] ?? 'Solid',
      hollow: false,
    };
  });
}

const SIGN_CENTRE = { x: 19, y: 6 };

/** Paths of a row's sign (38 by 12): the line with its dash, and the marker on it. */
export function signOf({ colour, marker, dash, hollow }: RowStyle) {
  const path = markerPath(marker, SIGN_CENTRE, markerRadius(marker, 3.8));
  return {
    colour,
    dash: DASH_ARRAYS[dash]
      .split(' ')
      .filter(Boolean)
      .map((part) => Number(part) * 1.6)
      .join(' '),
    marker: path
      .map(([command, ...at]) => `${command}${at.map((value) => Number(value.toFixed(2))).join(' ')}`)
      .join(''),
    fill: hollow ? 'var(--surface)' : colour,
  };
}
