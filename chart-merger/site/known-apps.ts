/** What the apps of this checkout declare, put in when the page is built. */
import type { AppFacts } from './state.ts';

/** `chart-merger/vite.config.ts` defines it. */
declare const OUTCRY_APPS: AppFacts[];

export const APPS: readonly AppFacts[] = OUTCRY_APPS;
