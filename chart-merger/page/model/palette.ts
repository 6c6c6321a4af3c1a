/**
 * The appearance of a row in every chart: colour by framework, marker and dash by transport, whatever else is on the page. A version that
 * was asked for has a colour of its own, since its framework may be there in many. The named colours keep apart for the common kinds of
 * colour blindness (after Okabe and Ito, darkened or lightened to 3:1 against the page). A hollow marker belongs to a row that cannot be
 * ranked.
 */

import { TRANSPORTS } from '../../../metrics/transports.ts';

const COLOURS = {
  light: '#0969a8 #c2450a #0b7d5c #a3468c #8a6800 #ad1f45 #6250c4 #51565f #4d7c0f #7c4a2d #0e7490 #d61f9c'.split(' '),
  dark: '#6db8f2 #ff9d5c #45d3a8 #ea9ad3 #e6c34f #ff8199 #ada2ff #c6cad2 #a3dd5f #cda284 #5cd3e0 #ff6fc4'.split(' '),
};

/** The places of frameworks in the list of colours, from 1, as their `app.json` says. */
export type DeclaredColours = Readonly<Record<string, number>>;

/** Returns a number that follows from `text` alone: FNV-1a, mixed as MurmurHash3 does, so that names in a series lie far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns the colour of a framework. One that declares none has a hue made from its name, and so has a version that was asked for. */
function colourOf(framework: string, dark: boolean, declared: DeclaredColours): string {
  const named = dark ? COLOURS.dark : COLOURS.light;
  const place = Object.hasOwn(declared, framework) ? declared[framework]! : 0;
  const colour = named[place - 1];
  if (colour !== undefined) return colour;
  const hue = hashOf(framework) % 360;
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

/** Draws stars with more and more points beyond the listed shapes. */
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

/** Enlarges a marker's radius so that all markers look alike in size. */
export const markerRadius = (slot: number, radius: number): number => {
  const [corners, inner] = shapeAt(slot);
  return radius * (corners === 36 ? 1 : inner === 1 ? 1.25 : 1.5);
};

export interface RowStyle {
  colour: string;
  /** The number of the marker: {@link markerPath}. */
  marker: number;
  dash: (typeof DASHES)[number];
  /** Markers and bars are outlines: the row cannot be ranked. */
  hollow: boolean;
}

/** Returns the fill of a shape of `colour`: that colour, or `surface` for a hollow outline. */
export const fillOf = (colour: string, hollow: boolean, surface: string): string => (hollow ? surface : colour);

export interface Theme {
  dark: boolean;
  text: string;
  quiet: string;
  line: string;
  surface: string;
  shaded: string;
}

export function themeOf(dark: boolean): Theme {
  return dark
    ? {
        dark,
        text: '#ececea',
        quiet: '#a9adb5',
        line: '#3a3d43',
        surface: '#212327',
        shaded: 'rgba(255,255,255,0.06)',
      }
    : { dark, text: '#1c1d1f', quiet: '#5a5e66', line: '#e2e3de', surface: '#ffffff', shaded: 'rgba(0,0,0,0.05)' };
}

/** As many markers as transports that Outcry does not know share. */
const OTHER_MARKERS = 40;

/** Returns the slot of a transport's marker and dash. */
function slotOf(transport: string): number {
  const known = (TRANSPORTS as readonly string[]).indexOf(transport);
  return known >= 0 ? known : TRANSPORTS.length + (hashOf(transport) % OTHER_MARKERS);
}

/** Returns the style of a row, which follows from its framework, the version that was asked for, and its transport alone. */
export function styleOf(
  { framework, version, transport }: { framework: string; version?: string | undefined; transport: string },
  dark: boolean,
  declared: DeclaredColours,
): RowStyle {
  const slot = slotOf(transport);
  return {
    colour: colourOf(version === undefined ? framework : `${framework}@${version}`, dark, declared),
    marker: slot,
    dash: DASHES[slot % DASHES.length]!,
    hollow: false,
  };
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
