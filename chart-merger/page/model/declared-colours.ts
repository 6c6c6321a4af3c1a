/** The colours that the apps of this checkout declare, read when the page is built. */
import type { DeclaredColours } from './palette.ts';

const found = import.meta.glob<{ id: string; colour?: number }>('../../../apps/*/app.json', {
  import: 'default',
  eager: true,
});

export const DECLARED_COLOURS: DeclaredColours = Object.fromEntries(
  Object.values(found).flatMap(({ id, colour }) => (colour === undefined ? [] : [[id, colour]])),
);
