/** The modules that the build puts into every page: the app's adapter, and the facts that the page may show of the app. */

declare module '@outcry/adapter' {
  import type { Adapter } from '../protocol/socket.ts';

  const adapter: Adapter;
  export default adapter;
}

/** Style sheets that the build bundles. */
declare module '*.css';

/**
 * From the app's `app.json`. `verbs`: what clients have over each transport that browsers can use, main transport first. `auction`: those
 * of the transports that the auction house runs over.
 */
declare const __OUTCRY_APP__: {
  id: string;
  label: string;
  homepage: string;
  verbs: Partial<Record<import('../metrics/transports.ts').Transport, import('../protocol/verbs.ts').Verb[]>>;
  auction: import('../metrics/transports.ts').Transport[];
};

/** Vite's: the modules whose paths match, by path relative to the importing file, loaded when asked for. */
interface ImportMeta {
  glob<T>(pattern: string, options: { import: string; eager?: false }): Record<string, () => Promise<T>>;
  glob<T>(pattern: string, options: { import?: string; eager: true }): Record<string, T>;
}
