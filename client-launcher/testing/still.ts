/** Settings for the browsers of tests, which wait for what pages show and never for how they come to show it. */
import type { BrowserSettings } from '../browser/preferences.ts';

/**
 * Nothing moves by itself. What is animated, or blinks, is painted again and again, and without a graphics card that takes
 * processor time from everything beside it.
 */
export const STILL: BrowserSettings = {
  firefox: { 'ui.prefersReducedMotion': 1, 'ui.caretBlinkTime': 0 },
  chrome: ['--force-prefers-reduced-motion'],
};
