/** What the build puts into every page: the app's adapter and what the page may say of the app. */

declare module '@outcry/adapter' {
  import type { Adapter } from '../protocol/socket.ts';

  const adapter: Adapter;
  export default adapter;
}

/** Style sheets that the build bundles. */
declare module '*.css';

/** From the app's `app.json`. */
declare const __OUTCRY_APP__: { id: string; label: string; homepage: string };
