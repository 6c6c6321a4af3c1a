/** Settings for the browsers of tests, which wait for what pages show and never for how they come to show it. */
import type { BrowserSettings } from '../browser/preferences.ts';

/** Stops all motion: whatever is animated, or blinks, is painted again and again; without a graphics card this takes much CPU time. */
export const STILL: BrowserSettings = {
  firefox: { 'ui.prefersReducedMotion': 1, 'ui.caretBlinkTime': 0 },
  chrome: ['--force-prefers-reduced-motion'],
};
