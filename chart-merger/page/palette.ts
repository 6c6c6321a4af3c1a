/**
 * How a row looks in every chart: colour and marker by framework, dash by transport, so that no two rows differ in
 * colour alone. Where there is one framework only, colour and marker go by transport too. The colours keep apart for the common kinds of colour blindness (after Okabe and Ito, darkened or
 * lightened to 3:1 against the page).
 */

import type { Merge } from '../../merge/types.ts';
import { TRANSPORTS } from '../../protocol/transports.ts';

const COLOURS = {
  light: ['#0969a8', '#c2450a', '#0b7d5c', '#a3468c', '#8a6800', '#ad1f45', '#6250c4', '#51565f'],
  dark: ['#6db8f2', '#ff9d5c', '#45d3a8', '#ea9ad3', '#e6c34f', '#ff8199', '#ada2ff', '#c6cad2'],
};
const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'triangle-down'] as const;
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

export type MarkerSymbol = (typeof SYMBOLS)[number];

export interface RowStyle {
  colour: string;
  symbol: MarkerSymbol;
  dash: (typeof DASHES)[number];
  /** The marker is an outline: the second time round all markers. */
  hollow: boolean;
}

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
 * Styles of `merges`, in their order.
 * @param frameworks all ids there are, so that a framework keeps its colour when others are left out
 */
export function stylesOf(merges: Merge[], frameworks: string[], dark: boolean): RowStyle[] {
  const colours = dark ? COLOURS.dark : COLOURS.light;
  const groups = frameworks.length > 1 ? frameworks : TRANSPORTS;
  const seen = new Map<string, number>();
  return merges.map(({ combination: { framework, transport } }) => {
    const same = `${framework} ${transport}`;
    const variant = seen.get(same) ?? 0;
    seen.set(same, variant + 1);
    const group = frameworks.length > 1 ? frameworks.indexOf(framework) : TRANSPORTS.indexOf(transport);
    const slot = Math.max(0, group) + variant * groups.length;
    return {
      colour: colours[slot % colours.length]!,
      symbol: SYMBOLS[slot % SYMBOLS.length]!,
      dash: DASHES[TRANSPORTS.indexOf(transport) % DASHES.length] ?? 'Solid',
      hollow: Math.floor(slot / SYMBOLS.length) % 2 === 1,
    };
  });
}

const SHAPES: Record<MarkerSymbol, string> = {
  circle: 'M19 6m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0',
  square: 'M15.7 2.7h6.6v6.6h-6.6z',
  triangle: 'M19 2l4 7.4h-8z',
  'triangle-down': 'M19 10l4 -7.4h-8z',
  diamond: 'M19 1.6l4.4 4.4l-4.4 4.4l-4.4 -4.4z',
};

/** Paths of a row's sign (38 by 12): the line with its dash, and the marker on it. */
export function signOf({ colour, symbol, dash, hollow }: RowStyle) {
  return {
    colour,
    dash: DASH_ARRAYS[dash]
      .split(' ')
      .filter(Boolean)
      .map((part) => Number(part) * 1.6)
      .join(' '),
    marker: SHAPES[symbol],
    fill: hollow ? 'var(--surface)' : colour,
  };
}
